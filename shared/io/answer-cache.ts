import type { Limits } from '../config/index.ts'
import type { Answer } from './answer.ts'
import type { PlatformCall } from './platform-call.ts'
import { createTaggedCache, type TaggedCache } from './tagged-cache.ts'

/** A cache of public answers by request, whose entries are dropped by surrogate key or group. */
export interface AnswerCache extends Pick<TaggedCache<object>, 'clear' | 'dropByTags' | 'size'> {
  /** A cached answer. If it is stale but may still be used, `fetchNewer` is called, and not again until `freshMs` have passed. */
  get(call: PlatformCall, fetchNewer: () => void): Answer | undefined
  /** Cache an answer, if it is public and has a freshness. */
  set(call: PlatformCall, answer: Answer): void
}

interface CachedAnswer {
  readonly answer: Answer
  readonly group: PlatformCall['group']
  /** Time after which the next request has a newer answer fetched. */
  freshUntil: number
}

/** Parsed JSON takes about this many bytes in memory for each byte of text. */
const BYTES_PER_BYTE = 3

/** An empty cache. @param now monotonic clock in milliseconds */
export function createAnswerCache({ cacheEntries, cacheBytes }: Limits, now: () => number): AnswerCache {
  const answers = createTaggedCache<CachedAnswer>({
    maxEntries: cacheEntries,
    maxBytes: cacheBytes,
    sizeOf: ({ answer }) => answer.bytes * BYTES_PER_BYTE,
    tagsOf: ({ answer, group }) => (group === undefined ? answer.keys : [...answer.keys, group]),
  })
  return {
    get({ isPublic, key, freshMs }, fetchNewer) {
      const kept = isPublic ? answers.get(key) : undefined
      if (kept && now() >= kept.freshUntil) {
        kept.freshUntil = now() + freshMs
        fetchNewer()
      }
      return kept?.answer
    },
    set({ isPublic, key, group, freshMs, staleMs }, answer) {
      if (!isPublic || freshMs === 0) return
      const freshUntil = staleMs > 0 ? now() + freshMs : Infinity
      answers.set(key, { answer, group, freshUntil }, freshMs + staleMs)
    },
    clear: () => answers.clear(),
    dropByTags: (tags) => answers.dropByTags(tags),
    get size() {
      return answers.size
    },
  }
}
