import { createHmac, randomBytes, createHash, timingSafeEqual } from 'node:crypto'

/** The content of a signed token. `kind` prevents the use of an access token as a classic one and the reverse. */
export type Claims = {
  readonly kind: 'access' | 'classic'
  readonly subject: string
  readonly client: boolean
  /** The token's session: when that ends, so does the token. Empty for API keys. */
  readonly session: string
  readonly expires: number
}

/** Signs and verifies tokens. Access tokens contain all their claims, so that any process can verify them. */
export type Tokens = {
  readonly sign: (claims: Claims) => string
  readonly verify: (token: string, now: number) => Claims | null
}

/** Lifetimes in seconds. Source: protocol 1.19. */
export const ACCESS_SECONDS = 3600
export const REFRESH_SECONDS = 15 * 24 * 3600

/** Make the signer for a secret. */
export function createTokens(secret: string): Tokens {
  const seal = (body: string): Buffer => createHmac('sha256', secret).update(body).digest()
  return {
    sign: (claims) => {
      const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return `${body}.${seal(body).toString('base64url')}`
    },
    verify: (token, now) => {
      const [body = '', seal64 = '', ...rest] = token.split('.')
      const given = Buffer.from(seal64, 'base64url')
      const wanted = seal(body)
      if (rest.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
      return claims.expires > now ? claims : null
    },
  }
}

/** A new refresh token: the text for the client. Only its hash is stored. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url')

/** The hash under which a refresh token is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
