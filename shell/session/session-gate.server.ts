import type { FastifyReply, FastifyRequest } from 'fastify'
import { ACCOUNT_SCREENS, LOGIN_PATH } from '@tessera/shared/config'
import { toAppError, type AccountIssueCode } from '@tessera/shared/contract'
import { screenUrl } from '../account/account-answer.server.ts'
import type { PageAnswer } from '../cache/page-answer.ts'
import type { SiteLanguages } from '../domain/page-language.ts'
import type { TokenInAddress } from './security-token.ts'
import type { Session, Sessions } from './session.ts'
import type { SignInProblems } from './sign-in-problems.server.ts'

/** What of a request decides about signing in on the way to a page. */
export interface GateVisit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly session: Session | null
  readonly language: string
}

interface GateParts {
  readonly sessions: Sessions
  readonly problems: SignInProblems
  readonly languages: SiteLanguages
}

/** Nothing of an address with a token in it is kept, or told to where its page leads. Source: reference security 0. */
const TOKEN_HEADERS = {
  'cache-control': 'private, no-store',
  'surrogate-control': 'no-store',
  'referrer-policy': 'no-referrer',
} as const

/** Whether a page, or its state, cannot be shown before somebody signs in. */
export const isSignInRedirect = ({ status, headers }: Pick<PageAnswer, 'status' | 'headers'>): boolean =>
  status === 401 || (status === 302 && pathOf(headers['location']).endsWith(LOGIN_PATH))

const pathOf = (location = '/'): string => location.split('?', 1)[0] ?? ''

/**
 * A page whose address holds a security token: on a page that needs somebody signed in, the token signs them in; on every
 * page it then goes from the address. Whoever is signed in stays who they are, so that no link can make them somebody else.
 * Source: specification 2, Routes; 5, Accounts and security.
 */
export async function takeToken(
  { request, reply, session, language }: GateVisit,
  { token, target }: TokenInAddress,
  needsSignIn: () => Promise<boolean>,
  parts: GateParts,
): Promise<FastifyReply> {
  const path = target.path.split('/').map(encodeURIComponent).join('/')
  const flag = target.wantsState ? `${target.search ? '&' : '?'}redux=true` : ''
  const clean = `${path}${target.search}${flag}`
  const to = session || !(await needsSignIn()) ? clean : await exchange()
  return reply.headers(TOKEN_HEADERS).redirect(to, 303)

  async function exchange(): Promise<string> {
    try {
      await parts.sessions.start(request, { type: 'security-token', token })
      return clean
    } catch (thrown) {
      const { code, message } = toAppError(thrown)
      request.log.warn({ code }, 'security token not accepted')
      const isRefused = REFUSED.has(code)
      parts.problems.keep(reply, { message, isAuthenticationError: isRefused })
      const error: AccountIssueCode = isRefused ? 'link' : 'unavailable'
      const redirectUri = `${path}${target.search}`
      return screenUrl(ACCOUNT_SCREENS.signIn, language, parts.languages, {
        error,
        redirect_uri: redirectUri,
      })
    }
  }
}

/** The token is at fault, not the platform. */
const REFUSED: ReadonlySet<string> = new Set([
  'session/security-token-invalid',
  'session/refresh-token-missing',
  'session/ended',
])
