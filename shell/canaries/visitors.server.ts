import { randomInt } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { bucketCookie, BUCKETS, LAST_BUCKET, readBucket } from './bucket.server.ts'
import type { Canaries } from './canaries.server.ts'

/** Which releases the visitors of a site see. */
export interface Visitors {
  /** Null where a visitor is still to be given a bucket. */
  knownReleases(request: FastifyRequest): ReleaseSnapshot | null
  /** The live ones for who has no bucket. */
  releasesOf(request: FastifyRequest): ReleaseSnapshot
  /**
   * Give a visitor a bucket with a document, who has none while there is a canary; whether it did: nobody else may have that answer.
   * The state of a page comes to who has its document.
   */
  welcome(request: FastifyRequest, reply: FastifyReply, isDocument: boolean): boolean
  readonly served: Canaries['served']
}

export function createVisitors(
  canaries: Pick<Canaries, 'isRunning' | 'seenBy' | 'served'>,
  isSecure: boolean,
): Visitors {
  const drawn = new WeakMap<FastifyRequest, number>()
  const bucketOf = (request: FastifyRequest): number | null =>
    drawn.get(request) ?? readBucket(request.headers.cookie)
  return {
    knownReleases(request) {
      if (!canaries.isRunning()) return canaries.seenBy(LAST_BUCKET)
      const bucket = bucketOf(request)
      return bucket === null ? null : canaries.seenBy(bucket)
    },
    releasesOf: (request) =>
      canaries.seenBy(canaries.isRunning() ? (bucketOf(request) ?? LAST_BUCKET) : LAST_BUCKET),
    welcome(request, reply, isDocument) {
      if (!isDocument || !canaries.isRunning() || bucketOf(request) !== null) return false
      const bucket = randomInt(BUCKETS)
      drawn.set(request, bucket)
      void reply.header('set-cookie', bucketCookie(bucket, isSecure))
      return true
    },
    served: canaries.served,
  }
}
