import { DRAFT_PREFIX } from '@tessera/shared/config'
import { isStale, type Draft } from '../domain/draft.ts'

/** What visitors had typed, by form and page: in the tab's sessionStorage, for a limited time; the host clears them at sign-out. */
export interface Drafts {
  readonly now: () => number
  readonly keep: (place: string, draft: Omit<Draft, 'keptAt'>) => void
  /** Read and remove a draft, unparsed; null without one. */
  readonly take: (place: string) => unknown
}

/** In the session's storage. Where that is switched off or full nothing is kept: the form is then empty after signing in. */
export const createDrafts = (storage: () => Storage, now: () => number = Date.now): Drafts => ({
  now,
  keep(place, draft) {
    try {
      dropStale(storage(), now())
      storage().setItem(`${DRAFT_PREFIX}${place}`, JSON.stringify({ ...draft, keptAt: now() }))
    } catch {
      // see above
    }
  },
  take(place) {
    try {
      dropStale(storage(), now())
      const text = storage().getItem(`${DRAFT_PREFIX}${place}`)
      storage().removeItem(`${DRAFT_PREFIX}${place}`)
      return text === null ? null : parse(text)
    } catch {
      return null // see above
    }
  },
})

/** Drafts of all forms that are too old, or no drafts. */
function dropStale(storage: Storage, now: number): void {
  for (const key of Object.keys(storage))
    if (key.startsWith(DRAFT_PREFIX) && isStale(parse(storage.getItem(key) ?? ''), now))
      storage.removeItem(key)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
