import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

/** What a token is for. Each has a key of its own, so that a link can never be used as a cookie. */
export type TokenUse = 'link' | 'session'

/** What a signed preview link says: where it leads, on which host, and until when it may be opened. */
export interface PreviewLink {
  /** Host name of the site it was made for: it opens no other environment that shares the secret. */
  readonly host: string
  /** Path and query of the page to begin with. */
  readonly path: string
  /** Seconds since 1970. */
  readonly expires: number
}

/** What the cookie of a preview session says. */
export interface PreviewPass {
  readonly host: string
  /** Who opened it: a signed link, or an editor, who then has to be signed in still. */
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
 * Sign what a token says: `base64url(JSON).base64url(HMAC-SHA256)`. The key of a use is
 * HMAC-SHA256(secret, `tessera-preview-{use}`): a content system makes links of the same parts.
 */
export function signToken(use: TokenUse, claims: PreviewLink | PreviewPass, secret: string): string {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${body}.${seal(use, body, secret).toString('base64url')}`
}

/** A link that one of the secrets has signed and whose time has not passed; null for anything else. */
export const readLink = (token: string, secrets: readonly string[], now: Date): PreviewLink | null =>
  readToken('link', LinkSchema, token, secrets, now)

/** A pass that one of the secrets has signed and whose time has not passed; null for anything else. */
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
  // Every secret is tried, so that the time taken does not tell which.
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
    return null // signed, but not by anything that knows the format: refused by the schema
  }
}
