import { LRUCache } from 'lru-cache'
import type { KnownTypes } from '../state/route-request.ts'

/** How many paths are remembered, and how long an answer of the platform is used again. */
interface KnownTypesOptions {
  readonly max: number
  readonly freshMs: number
  /** In milliseconds; only differences count. */
  readonly now?: () => number
}

interface Known {
  readonly contentTypeId: string
  readonly since: number
}

/**
 * What content type each path has shown. It is told only when the answer that it was learnt from is no longer used: until then
 * the same question costs no call, and a narrower one would.
 */
export function createKnownTypes({
  max,
  freshMs,
  now = () => performance.now(),
}: KnownTypesOptions): KnownTypes {
  const types = new LRUCache<string, Known>({ max })
  return {
    get(path) {
      const known = types.get(path)
      return known && now() - known.since >= freshMs ? known.contentTypeId : undefined
    },
    set(path, contentTypeId) {
      if (types.peek(path)?.contentTypeId !== contentTypeId) types.set(path, { contentTypeId, since: now() })
    },
  }
}
