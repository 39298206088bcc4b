import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { COOKIE_LIFETIME_SECONDS, type SiteConfig } from '@tessera/shared/config'
import { requestError } from '../errors.ts'
import { readCookie, setCookie } from './cookies.server.ts'
import { accessPath, languageOfPath, languagePrefix, safeReturnPath } from './paths.ts'
import { isSameSite, ownOrigins } from './server.server.ts'

/** Cookie with the random seed that form tokens are derived from. */
export const FORM_COOKIE = 'form-seed'
/** Name of the hidden field with the form token. */
export const FORM_TOKEN_FIELD = 'form_token'

/**
 * CSRF protection: refuses posts of other sites. Browsers send where a post comes from (Fetch-Metadata, Origin); the
 * token in the form decides only if both headers are missing: old browsers, and proxies that strip headers.
 * Source: reference security 1.9; docs/decisions/0012.
 */
export interface CsrfGuard {
  /** The token for the forms of a page; sets the seed cookie if there is none. */
  readonly open: (request: FastifyRequest, reply: FastifyReply) => string
  /** @throws AppError request/cross-site */
  readonly check: (request: FastifyRequest, formToken: string | undefined) => void
}

/** A guard whose tokens only this site can make. */
export function createCsrfGuard(secret: Uint8Array, { publicUrl }: Pick<SiteConfig, 'publicUrl'>): CsrfGuard {
  const tokenOf = (seed: string): string =>
    createHmac('sha256', secret).update(`form token ${seed}`).digest('base64url')
  const seedOf = (request: FastifyRequest): string | null => {
    const seed = readCookie(request.headers.cookie, FORM_COOKIE)
    return seed !== null && /^[\w-]{22}$/.test(seed) ? seed : null
  }
  return {
    open(request, reply) {
      const known = seedOf(request)
      if (known) return tokenOf(known)
      const seed = randomBytes(16).toString('base64url')
      const isSecure = publicUrl.startsWith('https:')
      setCookie(reply, FORM_COOKIE, seed, {
        isSecure,
        sameSite: 'Strict',
        maxAgeSeconds: COOKIE_LIFETIME_SECONDS,
      })
      return tokenOf(seed)
    },
    check(request, formToken) {
      const isSaid = 'sec-fetch-site' in request.headers || 'origin' in request.headers
      if (isSaid ? isSameSite(request, publicUrl) : holds(seedOf(request), formToken)) return
      throw requestError('request/cross-site')
    },
  }

  function holds(seed: string | null, given: string | undefined): boolean {
    if (seed === null || given === undefined) return false
    const [wanted, actual] = [Buffer.from(tokenOf(seed)), Buffer.from(given)]
    return wanted.length === actual.length && timingSafeEqual(wanted, actual)
  }
}

/** Path of the page whose form was posted, with its query, from the Referer; null if it is not a page of this site. */
export function cameFrom(
  request: FastifyRequest,
  { publicUrl }: Pick<SiteConfig, 'publicUrl'>,
): string | null {
  const own = ownOrigins(request, publicUrl)
  const { referer } = request.headers
  return own.some((origin) => referer?.startsWith(`${origin}/`)) ? safeReturnPath(referer, own) : null
}

/**
 * The answer to a post that needs a session and has none: the sign-in page, which leads back to the page of the form, else to
 * `home`. Source: specification 8.
 */
export function redirectToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, home }: { readonly config: Pick<SiteConfig, 'publicUrl' | 'languages'>; readonly home: string },
): FastifyReply {
  const back = cameFrom(request, config) ?? home
  const prefix = languagePrefix(languageOfPath(back, config.languages).language, config.languages)
  return reply.header('cache-control', 'private, no-store').redirect(accessPath('sign-in', back, prefix), 303)
}
