import type { FastifyRequest } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'

/** The host that a request names, lower-cased, with its port; empty when it names none. */
export const hostNameOf = (request: FastifyRequest): string => (request.headers.host ?? '').toLowerCase()

/** Whether a request names its host twice: what stands before us may have gone by the other one. Source: reference security 1.17. */
export const namesTwoHosts = ({ raw: { rawHeaders } }: Pick<FastifyRequest, 'raw'>): boolean => {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  return hosts > 1
}

/** Whether the site answers to a host: exactly as configured, or as configured without a port and then on any port. */
export function isAllowedHost(host: string, { allowedHosts }: Pick<SiteConfig, 'allowedHosts'>): boolean {
  const name = host.replace(/:\d+$/, '')
  return allowedHosts.some((allowed) => allowed === host || allowed === name)
}

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
