import type { ClientCredentials, User } from '@tessera/shared/contract'

/** What the host answers to a sign-in. */
export interface SessionAnswer {
  readonly signedIn: { readonly user: User; readonly credentials: ClientCredentials }
  /** Where the host would go now. */
  readonly location: string | undefined
}

/** A sign-in's answer; null when it names no user. */
export function readSession(body: unknown): SessionAnswer | null {
  const { user, credentials, location } = record(body)
  const { id, name } = record(user)
  if (typeof id !== 'string' || typeof name !== 'string') return null
  return {
    // Checked where it counts: the host's own answer, in the host's own types.
    signedIn: { user: user as User, credentials: credentials as ClientCredentials },
    location: typeof location === 'string' ? location : undefined,
  }
}

/** The created user, as far as the service tells; null when the answer is no object. Source: specification 8. */
export const readCreatedUser = (body: unknown): Partial<User> | null =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Partial<User>) : null

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
