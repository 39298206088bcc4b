import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import * as v from 'valibot'

/** Name of an app in a release document. */
export const AppName = v.pipe(v.string(), v.regex(/^(shell|mfe-[a-z]+)$/))
export const Time = v.pipe(v.string(), v.isoTimestamp())
/** Characters of what a record says of a change. */
export const MAX_LINE = 2_000
export const Line = v.pipe(v.string(), v.maxLength(MAX_LINE))

/** An Ed25519 public key: SPKI, DER, base64. */
const Key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{59}=$/))
const Names = v.array(v.pipe(v.string(), v.maxLength(200)))

const GrantsSchema = v.object({
  /** Patterns as in a manifest; one that ends in `/*` covers the path before it too, and every pattern below. */
  routes: Names,
  contentTypes: Names,
  frameSlots: Names,
  stateKeys: Names,
  /** Views of its own that other remotes may place. */
  nestedViews: Names,
  /** Scripts for pages of other sites. */
  embeds: Names,
})
/** What a remote may claim; nothing else. */
export type Grants = Readonly<v.InferOutput<typeof GrantsSchema>>

/** A remote that a team releases: its keys, several of which may be valid at once, and what it may claim. */
const TeamSchema = v.object({
  keys: v.array(v.object({ key: Key, since: Time, by: Line })),
  grants: GrantsSchema,
})
export type Team = v.InferOutput<typeof TeamSchema>

/** Which keys besides the site's may release which remote. It stands in release documents and is signed by the site's key, whoever signs the document. */
export const TrustSchema = v.object({
  remotes: v.record(v.pipe(AppName, v.startsWith('mfe-')), TeamSchema),
  /** Nothing that only such a key has signed is taken. */
  revoked: v.array(v.object({ key: Key, at: Time, by: Line, why: Line })),
  signature: v.string(),
})
export type Trust = v.InferOutput<typeof TrustSchema>
/** What the site's key signs of it. */
export type TrustContent = Omit<Trust, 'signature'>

export const NO_TRUST: TrustContent = { remotes: {}, revoked: [] }

/** Keeps the signature under this from being one under anything else that the same key signs. */
const PURPOSE = 'tessera release keys\n'
const signedBytes = ({ remotes, revoked }: TrustContent): Buffer =>
  Buffer.from(PURPOSE + JSON.stringify({ remotes, revoked }))

export const signTrust = ({ remotes, revoked }: TrustContent, siteKey: KeyObject): Trust => ({
  remotes,
  revoked,
  signature: sign(null, signedBytes({ remotes, revoked }), siteKey).toString('base64'),
})

/** Whether the owner of the site's key has signed it as it is. */
export const isTrustSigned = (trust: Trust, siteKey: KeyObject): boolean =>
  isSignedBy(signedBytes(trust), trust.signature, siteKey)

/** Whether a signature (Ed25519, base64) was made over exactly these bytes by the owner of a key. */
export function isSignedBy(bytes: Buffer, signature: string, key: KeyObject): boolean {
  try {
    return verify(null, bytes, key, Buffer.from(signature, 'base64'))
  } catch {
    return false // not a signature at all
  }
}

/** A key as it stands in release documents. */
export const keyText = (key: KeyObject): string =>
  (key.type === 'public' ? key : createPublicKey(key))
    .export({ type: 'spki', format: 'der' })
    .toString('base64')

/** A key as people name it. */
export const keyId = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12)

export const readKeyText = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

/** Keys that may release an app besides the site's: none that is revoked. */
export function keysOf(trust: TrustContent | undefined, app: string): readonly string[] {
  const revoked = new Set(trust?.revoked.map(({ key }) => key))
  return (trust?.remotes[app]?.keys ?? []).map(({ key }) => key).filter((key) => !revoked.has(key))
}

/** Remotes that a key may release. */
export const remotesOf = (trust: TrustContent | undefined, key: string): readonly string[] =>
  Object.keys(trust?.remotes ?? {}).filter((app) => keysOf(trust, app).includes(key))

/** Something that a remote claims, as `kind name`, and as messages call it. Kinds are those of grants. */
export interface Claim {
  readonly kind: keyof Grants
  readonly key: string
  readonly name: string
}

/** What a remote claims beyond its grants. Nothing is beyond those of a remote that has none configured. */
export function findUngranted(claims: readonly Claim[], grants: Grants | undefined): readonly Claim[] {
  if (!grants) return []
  return claims.filter(({ kind, key }) =>
    kind === 'routes' ? !grants.routes.some((grant) => coversRoute(grant, key)) : !grants[kind].includes(key),
  )
}

/** The same for people: one line each. */
export const describeUngranted = (claims: readonly Claim[]): readonly string[] => [
  ...new Set(claims.map(({ name }) => `${name} is not granted to it`)),
]

/** Whether a grant covers a pattern whose parameters have no names. */
function coversRoute(grant: string, shape: string): boolean {
  const wanted = `/${grant
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith(':') ? ':' : part))
    .join('/')}`
  if (!wanted.endsWith('/*')) return shape === wanted
  const below = wanted.slice(0, -1)
  return shape.startsWith(below) || `${shape}/` === below
}
