import type { Limits } from '../config/index.ts'
import type { Answer } from './answer.ts'
import { createTaggedCache } from './tagged-cache.ts'

/** Answers of the public lane, found again by request and dropped by surrogate key. */
export interface AnswerCache {
  get(key: string): Answer | undefined
  /** Keep an answer for this long; not at all for 0. `group` is a key that it has besides its own. */
  set(key: string, answer: Answer, freshMs: number, group?: string): void
  /** Drop every answer tagged with any of these keys; how many went. */
  dropByKeys(keys: readonly string[]): number
  clear(): void
  readonly size: number
}

interface Kept {
  readonly answer: Answer
  readonly group: string | undefined
}

/** Parsed JSON takes about this many bytes in memory for each byte of text. */
const BYTES_PER_BYTE = 3

/** An empty cache. */
export function createAnswerCache({
  cacheEntries,
  cacheBytes,
}: Pick<Limits, 'cacheEntries' | 'cacheBytes'>): AnswerCache {
  const answers = createTaggedCache<Kept>({
    maxEntries: cacheEntries,
    maxBytes: cacheBytes,
    sizeOf: ({ answer }) => answer.bytes * BYTES_PER_BYTE,
    tagsOf: ({ answer, group }) => (group === undefined ? answer.keys : [...answer.keys, group]),
  })
  return {
    get: (key) => answers.get(key)?.answer,
    set(key, answer, freshMs, group) {
      if (freshMs > 0) answers.set(key, { answer, group }, freshMs)
    },
    dropByKeys: (keys) => answers.dropByTags(keys),
    clear: () => answers.clear(),
    get size() {
      return answers.size
    },
  }
}
