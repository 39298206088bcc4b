import type { SiteConfig } from '@tessera/shared/config'
import type { FastifyRequest } from 'fastify'

/** The host that a request names, lower-cased, with its port; empty when it names none. */
export const hostNameOf = (request: FastifyRequest): string => (request.headers.host ?? '').toLowerCase()

/** Whether the site answers to a host: exactly as configured, or as configured without a port and then on any port. */
export function isAllowedHost(host: string, { allowedHosts }: Pick<SiteConfig, 'allowedHosts'>): boolean {
  const name = host.replace(/:\d+$/, '')
  return allowedHosts.some((allowed) => allowed === host || allowed === name)
}
