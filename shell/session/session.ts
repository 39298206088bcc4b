import type { FastifyRequest } from 'fastify'
import type { User } from '@tessera/shared/contract'

/** Who a request comes from, as far as the server has made sure of it. Source: design 5.3. */
export interface Session {
  /** Minted anew at each sign-in; names the session in logs, revocation and rate limits. */
  readonly id: string
  readonly user: User
  /** For calls in the visitor's own name. Never in state, markup or logs. */
  readonly bearerToken: string
}

/** The sessions of a site's visitors. */
export interface Sessions {
  /** The session that a request carries; null without one, or with one that has ended, was revoked or forged. Never throws. */
  read(request: FastifyRequest): Promise<Session | null>
}
