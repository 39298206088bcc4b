import { randomInt } from 'node:crypto'
import { OWN_STATE_HEADER } from '@tessera/shared/config'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { bucketCookie, BUCKETS, LAST_BUCKET, readBucket } from './bucket.server.ts'
import type { Canaries } from './canaries.server.ts'

/** Decides which releases the visitors of a site see. */
export interface Visitors {
  /** The releases that a visitor sees; null while canaries run and the visitor has no bucket. */
  knownReleases(request: FastifyRequest): ReleaseSnapshot | null
  /** The releases that a visitor sees; the live ones for a visitor without a bucket. */
  releasesOf(request: FastifyRequest): ReleaseSnapshot
  /**
   * Gives a visitor without a bucket one with a document, while canaries run. True if it did: that answer must not be cached. The JSON
   * state of a page sets no bucket, because its visitor has a document already.
   */
  assignBucket(request: FastifyRequest, reply: FastifyReply, isDocument: boolean): boolean
  /** Counts a page that was made with these apps, unless nobody sees it as a page of its own: HEAD, and a document's own state. */
  served(request: FastifyRequest, releases: ReleaseSnapshot, apps: readonly string[]): void
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
    assignBucket(request, reply, isDocument) {
      if (!isDocument || !canaries.isRunning() || bucketOf(request) !== null) return false
      const bucket = randomInt(BUCKETS)
      drawn.set(request, bucket)
      void reply.header('set-cookie', bucketCookie(bucket, isSecure))
      return true
    },
    served({ method, headers }, releases, apps) {
      if (method !== 'HEAD' && headers[OWN_STATE_HEADER] === undefined) canaries.served(releases, apps)
    },
  }
}
