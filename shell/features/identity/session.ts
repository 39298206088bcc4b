import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ClientCredentials, User, UserGroup } from '@tessera/shared/contract'
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

/** The platform's security calls on behalf of visitors. All reject with AppError `session/…`. Source: specification 7. */
export interface IdentityClient {
  /** @throws session/refused with the platform's own words, session/limited, session/unavailable */
  readonly byPassword: (username: string, password: string) => Promise<Credentials>
  /** @throws session/ended when the token is no longer valid, session/unavailable */
  readonly byRefreshToken: (refreshToken: string) => Promise<Credentials>
  /** The refresh token for a classic security token. @throws session/security-token-…, session/credentials-failed */
  readonly exchange: (securityToken: string) => Promise<string>
  /** The user of a bearer token, with their groups. @throws session/ended, session/unavailable */
  readonly user: (bearerToken: string) => Promise<UserAnswer>
  /** Ends the session of the refresh token; with a federated sign-in also the session of the classic token. */
  readonly end: (tokens: Pick<Credentials, 'refreshToken' | 'classicToken'>) => Promise<void>
}

/** A user as the platform gives them. `groups`: null where the call for them alone fails. */
export type UserAnswer = Omit<User, 'groups'> & { readonly groups: readonly UserGroup[] | null }

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

/** The credentials of a proof, and what the platform says of their user. @throws AppError session/… */
export async function authenticate(
  proof: Proof,
  identity: IdentityClient,
): Promise<{ readonly credentials: Credentials; readonly answer: UserAnswer }> {
  const credentials = await credentialsOf(proof, identity)
  try {
    return { credentials, answer: await identity.user(credentials.bearerToken) }
  } catch (thrown) {
    // Other proofs are tokens, which may be good for another try.
    if (proof.type === 'password') await Promise.allSettled([identity.end(credentials)])
    throw thrown
  }
}

async function credentialsOf(proof: Proof, identity: IdentityClient): Promise<Credentials> {
  switch (proof.type) {
    case 'password':
      return identity.byPassword(proof.username, proof.password)
    case 'refresh-token':
      return identity.byRefreshToken(proof.token)
    case 'security-token': {
      const credentials = await identity.byRefreshToken(await identity.exchange(proof.token))
      return { ...credentials, classicToken: credentials.classicToken ?? proof.token }
    }
  }
}
