import type { ClientCredentials, User } from '@tessera/shared/contract'
import { record } from './read-answer.ts'

/** The host's answer to a sign-in. */
export interface SessionAnswer {
  readonly signedIn: { readonly user: User; readonly credentials: ClientCredentials }
  /** Path that the host redirects to. */
  readonly location: string | undefined
}

/** The answer to a sign-in; null without a user. */
export function readSession(body: unknown): SessionAnswer | null {
  const { user, credentials, location } = record(body)
  const { id, name } = record(user)
  if (typeof id !== 'string' || typeof name !== 'string') return null
  return {
    // Not validated further, since it is the host's own answer in the host's own types.
    signedIn: { user: user as User, credentials: credentials as ClientCredentials },
    location: typeof location === 'string' ? location : undefined,
  }
}

const USER_FIELDS = ['id', 'username', 'email', 'firstName', 'lastName'] as const

/**
 * The created user, as far as the service returns it; null when the answer is no object. Other members must not get into the
 * state, since some services return the password. Source: specification 8.
 */
export function readCreatedUser(body: unknown): Partial<User> | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null
  const user = record(body)
  return Object.fromEntries(
    USER_FIELDS.filter((name) => typeof user[name] === 'string').map((name) => [name, user[name]]),
  )
}
