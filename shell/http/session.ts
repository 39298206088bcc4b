import type { FastifyRequest } from 'fastify'
import type { AppError, ClientCredentials, User } from '@tessera/shared/contract'

/** The verified session of a request. Source: design 5.3. */
export interface Session {
  /** New at each sign-in; identifies the session in logs, revocation and rate limits. */
  readonly id: string
  readonly user: User
  /** For platform calls as this visitor. Never in state, markup or logs. */
  readonly bearerToken: string
  /** The classic token, which the platform's older services require; as secret as the bearer token. */
  readonly securityToken: string | null
  /** When its credentials expire; pages may show it. */
  readonly credentials: ClientCredentials
}

/** Reads the session of a request. */
export interface SessionReader {
  /** The session that a request carries; null without one, or with one that has ended, was revoked or forged. Never throws. */
  read(request: FastifyRequest): Promise<Session | null>
  /**
   * Why the session of a request could not be verified although it may be valid: the platform failed. A page that needs a
   * session then answers with a server error, and never sends the visitor to sign in again. Null otherwise.
   */
  failureOf(request: FastifyRequest): AppError | null
}
