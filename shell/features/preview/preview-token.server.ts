import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** The use of a token. Each use has its own key, so that a link's token can never serve as a cookie. */
export type TokenUse = 'link' | 'session'

/** The claims of a signed preview link. */
export interface PreviewLink {
  /** Host of the site it was made for: it is not valid in another environment with the same secret. */
  readonly host: string
  /** Path and query of the page that it opens. */
  readonly path: string
  /** Seconds since 1970. */
  readonly expires: number
}

/** The claims of a preview session's cookie. */
export interface PreviewPass {
  readonly host: string
  /** How it was opened: by a signed link, or by an editor, who must still be signed in. */
  readonly by: 'link' | 'user'
  /** Seconds since 1970. */
  readonly expires: number
}

const seconds = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const LinkSchema = v.object({ host: v.string(), path: v.string(), expires: seconds })
const PassSchema = v.object({ host: v.string(), by: v.picklist(['link', 'user']), expires: seconds })

/** Longest token; a longer one is invalid. */
const MAX_LENGTH = 4_096

/**
 * Signs the claims of a token: `base64url(JSON).base64url(HMAC-SHA256)`. The key of a use is
 * HMAC-SHA256(secret, `tessera-preview-{use}`). A content system creates links in the same way.
 */
export function signToken(use: TokenUse, claims: PreviewLink | PreviewPass, secret: string): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${body}.${seal(use, body, secret).toString('base64url')}`
}

/** A link that was signed with one of the secrets and has not expired; null for any other text. */
export const readLink = (token: string, secrets: readonly string[], now: Date): PreviewLink | null =>
  readToken('link', LinkSchema, token, secrets, now)

/** A pass that was signed with one of the secrets and has not expired; null for any other text. */
export const readPass = (token: string, secrets: readonly string[], now: Date): PreviewPass | null =>
  readToken('session', PassSchema, token, secrets, now)

function readToken<C extends { readonly expires: number }>(
  use: TokenUse,
  schema: v.GenericSchema<unknown, C>,
  token: string,
  secrets: readonly string[],
  now: Date,
): C | null {
  const [body = '', given = '', ...rest] = token.slice(0, MAX_LENGTH + 1).split('.')
  if (token.length > MAX_LENGTH || rest.length > 0) return null
  const signature = Buffer.from(given, 'base64url')
  // Every secret is tried, so that the timing does not reveal which one fits.
  const signers = secrets.filter((secret) => isSame(signature, seal(use, body, secret)))
  if (signers.length === 0) return null
  const claims = v.safeParse(schema, parse(Buffer.from(body, 'base64url').toString()))
  return claims.success && claims.output.expires * 1_000 > now.getTime() ? claims.output : null
}

const seal = (use: TokenUse, body: string, secret: string): Buffer =>
  hmac(hmac(secret, `tessera-preview-${use}`), body)

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const isSame = (one: Buffer, other: Buffer): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // signed, but not JSON: the schema refuses it
  }
}
