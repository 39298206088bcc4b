import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientCredentials } from '@tessera/shared/contract'
import type { Session, SessionReader } from '../../http/session.ts'
import { EARLY_EXPIRY_MS, REFRESH_TOKEN_LIFETIME_HOURS } from '@tessera/shared/config'

/** The proof of identity in a sign-in. */
export type Proof =
  | { readonly type: 'password'; readonly username: string; readonly password: string }
  | { readonly type: 'security-token'; readonly token: string }
  | { readonly type: 'refresh-token'; readonly token: string }

/** The sessions of a site's visitors. Cookies that an answer needs are written when it is sent. */
export interface Sessions extends SessionReader {
  /** Sign in: always a new session; that of the request ends. @throws AppError session/… */
  start(request: FastifyRequest, proof: Proof): Promise<Session>
  /** Sign out, here and at the platform. Never throws. */
  end(request: FastifyRequest): Promise<void>
  /** End every session that this user began before now, e.g. after a new password; except that of the request `keep`, if given. */
  endAllOf(userId: string, keep?: FastifyRequest): Promise<void>
  /** Write the cookies that this request has changed; an answer with cookies is not cached. For an `onSend` hook. */
  writeCookies(request: FastifyRequest, reply: FastifyReply): void
}

/** The platform's tokens for a visitor. Browsers can read only the two expiry dates. Source: specification 3, Credentials. */
export interface Credentials {
  readonly bearerToken: string
  /** Milliseconds since 1970. */
  readonly bearerExpiresMs: number
  readonly refreshToken: string
  readonly refreshExpiresMs: number
  /** The classic token; a secret too, whatever the name of its cookie. */
  readonly classicToken: string | null
}

const HOUR_MS = 3_600_000
/** Lifetime of a refresh token: assumed, since the platform does not state it. Source: specification 9. */
export const REFRESH_LIFE_MS = REFRESH_TOKEN_LIFETIME_HOURS * HOUR_MS

/** Whether a bearer token is to be replaced: it counts as expired a minute before it is. Source: specification 9. */
export const isBearerExpired = ({ bearerExpiresMs }: Credentials, now: number): boolean =>
  now >= bearerExpiresMs - EARLY_EXPIRY_MS

/** The part of the credentials that pages may contain. */
const clientCredentials = ({ bearerExpiresMs, refreshExpiresMs }: Credentials): ClientCredentials => ({
  bearerTokenExpiryDate: new Date(bearerExpiresMs).toISOString(),
  refreshTokenExpiryDate: new Date(refreshExpiresMs).toISOString(),
})

/** The session that pages see. */
export const sessionOf = (
  { id, credentials }: { readonly id: string; readonly credentials: Credentials },
  user: Session['user'],
): Session => ({
  id,
  user,
  bearerToken: credentials.bearerToken,
  securityToken: credentials.classicToken,
  credentials: clientCredentials(credentials),
})
