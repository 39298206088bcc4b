import { EARLY_EXPIRY_MS, REFRESH_TOKEN_LIFETIME_HOURS } from '@tessera/shared/config'
import type { ClientCredentials } from '@tessera/shared/contract'

/** What the platform gave for a visitor. Nothing of it but the two dates ever leaves the server. Source: specification 3, Credentials. */
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
/** Life of a refresh token: assumed, since the platform does not tell it. Source: specification 9. */
export const REFRESH_LIFE_MS = REFRESH_TOKEN_LIFETIME_HOURS * HOUR_MS

/** Whether a bearer token is to be replaced: it counts as expired a minute before it is. Source: specification 9. */
export const isBearerExpired = ({ bearerExpiresMs }: Credentials, now: number): boolean =>
  now >= bearerExpiresMs - EARLY_EXPIRY_MS

/** What of the credentials pages may know. */
export const clientCredentials = ({ bearerExpiresMs, refreshExpiresMs }: Credentials): ClientCredentials => ({
  bearerTokenExpiryDate: new Date(bearerExpiresMs).toISOString(),
  refreshTokenExpiryDate: new Date(refreshExpiresMs).toISOString(),
})
