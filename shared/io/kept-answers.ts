import type { Limits } from '../config/index.ts'
import type { Answer } from './answer.ts'
import type { PlatformCall } from './platform-call.ts'
import { createTaggedCache, type TaggedCache } from './tagged-cache.ts'

/** Public answers, found again by request and dropped by surrogate key or group. */
export interface KeptAnswers extends Pick<TaggedCache<object>, 'clear' | 'dropByTags' | 'size'> {
  /** `fetchNewer` is called where the answer is fresh no longer and may still be used; again only when a newer one would be that too. */
  get(call: PlatformCall, fetchNewer: () => void): Answer | undefined
  /** What is not public, or never fresh, is not kept. */
  set(call: PlatformCall, answer: Answer): void
}

interface KeptAnswer {
  readonly answer: Answer
  readonly group: PlatformCall['group']
  /** From then on a newer one is fetched for the next who ask. */
  freshUntil: number
}

/** Parsed JSON takes about this many bytes in memory for each byte of text. */
const BYTES_PER_BYTE = 3

/** None yet. `now` never goes back. */
export function createKeptAnswers({ cacheEntries, cacheBytes }: Limits, now: () => number): KeptAnswers {
  const answers = createTaggedCache<KeptAnswer>({
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
