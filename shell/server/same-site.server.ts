import type { FastifyRequest } from 'fastify'

/**
 * Whether a browser sent this from one of our own pages: by what it says of the site and of the origin, as far as it says
 * them. Saying nothing is not enough. Source: reference security 1.9.
 */
export function isSameSite({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  // The host has been checked against those that are ours; its scheme is the site's, so that a page without TLS is not.
  const own = [publicUrl, `${new URL(publicUrl).protocol}//${host}`]
  const isOwn = origin === undefined || own.includes(origin)
  return site === undefined ? origin !== undefined && isOwn : site === 'same-origin' && isOwn
}
