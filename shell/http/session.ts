import type { FastifyRequest } from 'fastify'
import type { AppError, ClientCredentials, User } from '@tessera/shared/contract'

/** The verified session of a request. Source: design 5.3. */
export interface Session {
  /** New at each sign-in; identifies the session in logs, revocation and rate limits. */
  readonly id: string
  readonly user: User
  /** For calls in the visitor's own name. Never in state, markup or logs. */
  readonly bearerToken: string
  /** The classic token, which the platform's older services ask for; as secret as the other. */
  readonly securityToken: string | null
  /** When its credentials expire; pages may show it. */
  readonly credentials: ClientCredentials
}

/** Tells who a request comes from. */
export interface SessionReader {
  /** The session that a request carries; null without one, or with one that has ended, was revoked or forged. Never throws. */
  read(request: FastifyRequest): Promise<Session | null>
  /**
   * Why the session of a request could not be made sure of although it may be a good one: the platform is in trouble, not
   * the visitor. What needs a session is then an error of ours, never a reason to sign in again. Null otherwise.
   */
  failureOf(request: FastifyRequest): AppError | null
}

/**
 * Whether somebody belongs to the site's staff: a group that the platform vouches for, by id or name. The `isStaff` flag of a
 * user follows the email's domain and is never an input here. Source: reference security 1.13.
 */
export const isStaffMember = (user: Pick<User, 'groups'> | null, staffGroups: readonly string[]): boolean =>
  user !== null && user.groups.some(({ id, name }) => staffGroups.includes(id) || staffGroups.includes(name))
