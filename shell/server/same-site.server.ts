import type { FastifyRequest } from 'fastify'

/** Whether a browser sent this from one of our own pages. Source: reference security 1.9. */
export function isSameSite(request: FastifyRequest, publicUrl: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const { origin, host = '' } = request.headers
  return origin !== undefined && (origin === publicUrl || origin === `http://${host}`)
}
