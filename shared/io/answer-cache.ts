import { LRUCache } from 'lru-cache'
import type { Limits } from '../config/index.ts'
import type { Answer } from './answer.ts'

/** Answers of the public lane, found again by request and dropped by surrogate key. */
export interface AnswerCache {
  get(key: string): Answer | undefined
  /** Keep an answer for this long; not at all for 0. */
  set(key: string, answer: Answer, freshMs: number): void
  /** Drop every answer tagged with any of these keys; how many went. */
  dropByKeys(keys: readonly string[]): number
  clear(): void
  readonly size: number
}

/** Parsed JSON takes about this many bytes in memory for each byte of text. */
const BYTES_PER_BYTE = 3

/** An empty cache. Ages are monotonic: a clock that jumps does not make an answer fresh or stale. */
export function createAnswerCache({
  cacheEntries,
  cacheBytes,
}: Pick<Limits, 'cacheEntries' | 'cacheBytes'>): AnswerCache {
  const keysByTag = new Map<string, Set<string>>()
  const untag = (answer: Answer, key: string) => {
    for (const tag of answer.keys) {
      const tagged = keysByTag.get(tag)
      tagged?.delete(key)
      if (tagged?.size === 0) keysByTag.delete(tag)
    }
  }
  const answers = new LRUCache<string, Answer>({
    max: cacheEntries,
    maxSize: cacheBytes,
    sizeCalculation: (answer, key) => answer.bytes * BYTES_PER_BYTE + key.length + 1,
    dispose: untag,
  })
  return {
    get: (key) => answers.get(key),
    set(key, answer, freshMs) {
      if (freshMs === 0) return
      answers.set(key, answer, { ttl: freshMs })
      // Not kept when larger than the whole cache: tags of what is not there would never go.
      if (!answers.has(key)) return
      for (const tag of answer.keys) keysByTag.set(tag, (keysByTag.get(tag) ?? new Set()).add(key))
    },
    dropByKeys(tags) {
      const keys = new Set(tags.flatMap((tag) => [...(keysByTag.get(tag) ?? [])]))
      keys.forEach((key) => answers.delete(key))
      return keys.size
    },
    clear: () => answers.clear(),
    get size() {
      return answers.size
    },
  }
}
