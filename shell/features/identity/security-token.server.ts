import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import { toAppError, type AccountIssueCode } from '@tessera/shared/contract'
import { accountError, sessionError } from '../../errors.ts'
import type { RateLimit } from '../../http/rate-limit.server.ts'
import {
  encodePath,
  safeReturnPath,
  screenUrl,
  type RequestTarget,
  type SiteLanguages,
} from '../../http/paths.ts'
import type { PageIdentity, SignInProblem, TokenVisit } from '../../page/page.ts'
import type { Sessions } from './session.ts'
import { readCookie, setCookie } from '../../http/cookies.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'

/** The query parameter, in both spellings that content systems use. Source: specification 2, Routes. */
const NAMES = ['securityToken', 'securitytoken'] as const

/** Greatest length of a token in characters; the platform is not asked about longer ones. */
const MAX_LENGTH = 2_048

/** The security token in a request's query, and the target without it; null if there is none. */
export function readSecurityToken(target: RequestTarget): ReturnType<PageIdentity['readSecurityToken']> {
  const token = NAMES.map((name) => target.query[name]).find((value) => value !== undefined)
  if (token === undefined) return null
  const kept = new URLSearchParams(target.search)
  NAMES.forEach((name) => kept.delete(name))
  const { securityToken: _one, securitytoken: _other, ...query } = target.query
  const search = kept.size > 0 ? `?${kept.toString()}` : ''
  return { token, target: { ...target, query, search, redirect: null } }
}

/** The dependencies of a sign-in by security token. */
interface TokenParts {
  readonly sessions: Pick<Sessions, 'start'>
  readonly limit: RateLimit
  readonly problems: SignInProblems
  readonly languages: SiteLanguages
  readonly publicUrl: string
}

/** Answers to URLs with a token are not cached, and such a URL is never sent as Referer. Source: reference security 0. */
const TOKEN_HEADERS = {
  'cache-control': 'private, no-store',
  'surrogate-control': 'no-store',
  'referrer-policy': 'no-referrer',
} as const

/**
 * Answers a request with a security token in its URL: on a page that requires a sign-in, the token signs the visitor in; on every
 * page a redirect then removes the token from the URL. A visitor who is signed in already keeps their session.
 * Source: specification 2, Routes; 5, Accounts and security.
 */
export async function takeSecurityToken(
  { request, reply, session, language, token, target, needsSignIn }: TokenVisit,
  parts: TokenParts,
): Promise<FastifyReply> {
  const path = encodePath(target.path)
  const flag = target.wantsState ? `${target.search ? '&' : '?'}redux=true` : ''
  const clean = `${path}${target.search}${flag}`
  const to = session || !(await needsSignIn()) ? clean : await exchange()
  return reply.headers(TOKEN_HEADERS).redirect(to, 303)

  /** Where the address itself says to go after the sign-in. Source: specification 2, Routes. */
  function returnPath(): string | null {
    const origins = [parts.publicUrl]
    return (
      safeReturnPath(target.query['ReturnURL'], origins) ??
      safeReturnPath(target.query['redirect_uri'], origins)
    )
  }

  async function exchange(): Promise<string> {
    try {
      if (token === '' || token.length > MAX_LENGTH) throw sessionError('session/security-token-invalid')
      const retryAfterSeconds = await parts.limit.countAttempt({ act: 'security-token', address: request.ip })
      if (retryAfterSeconds !== null)
        throw accountError('account/limited', { details: { retryAfterSeconds } })
      await parts.sessions.start(request, { type: 'security-token', token })
      return returnPath() ?? clean
    } catch (thrown) {
      const { code, message, details } = toAppError(thrown)
      request.log.warn({ code }, 'security token not accepted')
      const isRefused = REFUSED.has(code)
      parts.problems.keep(reply, { message, isAuthenticationError: isRefused })
      const isLimited = code === 'account/limited'
      const error: AccountIssueCode = isRefused ? 'link' : isLimited ? 'limited' : 'unavailable'
      const redirectUri = `${path}${target.search}`
      return screenUrl(ACCOUNT_SCREENS.signIn, language, parts.languages, {
        error,
        wait: isLimited ? String(details['retryAfterSeconds']) : undefined,
        redirect_uri: redirectUri,
      })
    }
  }
}

/** Errors that the token causes, not the platform. */
const REFUSED: ReadonlySet<string> = new Set([
  'session/security-token-invalid',
  'session/refresh-token-missing',
  'session/ended',
])

const ProblemSchema = v.object({ message: v.string(), isAuthenticationError: v.boolean() })

/** Passes a sign-in error to the sign-in page in a cookie: sealed, so that no link can put text on the page; read once. */
export interface SignInProblems {
  readonly keep: (reply: FastifyReply, problem: SignInProblem) => void
  readonly take: (request: FastifyRequest, reply: FastifyReply) => SignInProblem | null
}

const COOKIE = 'sign-in-problem'
const PURPOSE = 'sign-in problem'
const LIFETIME_SECONDS = 60

export function createSignInProblems(sealer: Sealer, isSecure: boolean): SignInProblems {
  const rules = { isSecure, sameSite: 'Lax' } as const
  return {
    keep(reply, problem) {
      const sealed = sealer.seal(PURPOSE, problem, LIFETIME_SECONDS * 1_000)
      setCookie(reply, COOKIE, sealed, { ...rules, maxAgeSeconds: LIFETIME_SECONDS })
    },
    take(request, reply) {
      const sealed = readCookie(request.headers.cookie, COOKIE)
      if (sealed === null) return null
      setCookie(reply, COOKIE, '', { ...rules, maxAgeSeconds: 0 })
      const problem = sealer.open(PURPOSE, sealed)
      return v.is(ProblemSchema, problem) ? problem : null
    },
  }
}
