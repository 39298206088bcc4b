/** The changes of content that this process was told of lately: for what was being made while one came. */
export interface ChangeLog {
  /** A moment, for `touches`. */
  mark(): number
  /** Content with these keys has changed. */
  add(keys: readonly string[]): void
  /** Whether anything with one of these keys has changed since; yes when it can no longer be told. */
  touches(since: number, keys: readonly string[]): boolean
}

/** Longer ago nothing is still being made: a page has 2.5 seconds. */
const KEPT = 1_000

/** No changes yet. */
export function createChangeLog(): ChangeLog {
  const changes: (readonly string[])[] = []
  let forgotten = 0
  return {
    mark: () => forgotten + changes.length,
    add(keys) {
      changes.push(keys)
      if (changes.length <= KEPT) return
      changes.shift()
      forgotten += 1
    },
    touches(since, keys) {
      if (since < forgotten) return true
      const later = changes.slice(since - forgotten)
      if (later.length === 0) return false
      const own = new Set(keys)
      return later.some((changed) => changed.some((key) => own.has(key)))
    },
  }
}
