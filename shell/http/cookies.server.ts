import type { FastifyReply, FastifyRequest } from 'fastify'

/** How a cookie of ours is set. */
export interface CookieRules {
  readonly isSecure: boolean
  readonly sameSite: 'Lax' | 'Strict'
  readonly maxAgeSeconds: number
}

/** Value of a cookie; null without it. The last one wins no more than the first: two of a name are none. */
export function readCookie(request: FastifyRequest, name: string): string | null {
  const found = (request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
  return found.length === 1 ? (found[0] ?? '').slice(name.length + 1) : null
}

/** Set a cookie that scripts cannot read. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { isSecure, sameSite, maxAgeSeconds }: CookieRules,
): void {
  const secure = isSecure ? '; Secure' : ''
  void reply.header(
    'set-cookie',
    `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=${sameSite}${secure}`,
  )
}
