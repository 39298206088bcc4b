import { withRecent } from '../domain/typed-term.ts'

/** The searches that were made in this browser, newest first. They never leave it. */
export interface RecentTerms {
  readonly read: () => readonly string[]
  /** Personal terms are not stored. */
  readonly add: (term: string) => void
  readonly clear: () => void
}

const KEY = 'mfe-search:recent'

/** Recent terms in the browser's storage; none if it is blocked, full or corrupted. */
export function createRecentTerms(storage: () => Storage): RecentTerms {
  const read = (): readonly string[] => {
    try {
      const terms: unknown = JSON.parse(storage().getItem(KEY) ?? '[]')
      return Array.isArray(terms) ? terms.filter((term) => typeof term === 'string') : []
    } catch {
      return [] // see above
    }
  }
  return {
    read,
    add(term) {
      try {
        storage().setItem(KEY, JSON.stringify(withRecent(read(), term)))
      } catch {
        // see above
      }
    },
    clear() {
      try {
        storage().removeItem(KEY)
      } catch {
        // see above
      }
    },
  }
}
