import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import * as v from 'valibot'

/** Name of an app in a release document. */
export const AppName = v.pipe(v.string(), v.regex(/^(shell|mfe-[a-z]+)$/))
/** The same of a remote: of any app but the shell. */
export const RemoteName = v.pipe(AppName, v.startsWith('mfe-'))
export const Time = v.pipe(v.string(), v.isoTimestamp())
/** Greatest length of a text in a change record, in characters. */
export const MAX_LINE = 2_000
/** A text in a change record. */
export const Line = v.pipe(v.string(), v.maxLength(MAX_LINE))

/** An Ed25519 public key: SPKI, DER, base64. */
const Key = v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{59}=$/))
/** Greatest length of the name of a claim, in characters. */
export const MAX_NAME = 200
const Names = v.array(v.pipe(v.string(), v.maxLength(MAX_NAME)))

const GrantsSchema = v.object({
  /** Patterns as in a manifest; one that ends in `/*` also covers the path before it and all patterns below. */
  routes: Names,
  contentTypes: Names,
  frameSlots: Names,
  stateKeys: Names,
  /** The remote's views that other remotes may place. */
  nestedViews: Names,
  /** Embed scripts for pages of other sites. */
  embeds: Names,
})
/** The claims that a remote may make; it may make no others. */
export type Grants = Readonly<v.InferOutput<typeof GrantsSchema>>

/** The team of a remote: its keys, several of which may be valid at once, and the remote's grants. */
const TeamSchema = v.object({
  keys: v.array(v.object({ key: Key, since: Time, by: Line })),
  grants: GrantsSchema,
})
export type Team = v.InferOutput<typeof TeamSchema>

/** The keys of remotes, part of release documents. The site's key always signs it, also if another key signs the document. */
export const TrustSchema = v.object({
  remotes: v.record(RemoteName, TeamSchema),
  /** Revoked keys: their signatures are not accepted. */
  revoked: v.array(v.object({ key: Key, at: Time, by: Line, why: Line })),
  signature: v.string(),
})
export type Trust = v.InferOutput<typeof TrustSchema>
/** The part that the site's key signs. */
export type TrustContent = Omit<Trust, 'signature'>

/** A site whose remotes have no keys of their own. */
export const NO_TRUST: TrustContent = { remotes: {}, revoked: [] }

/** Prefix of signed bytes, so that this signature is not valid for other data signed with the same key. */
const PURPOSE = 'tessera release keys\n'
const signedBytes = ({ remotes, revoked }: TrustContent): Buffer =>
  Buffer.from(PURPOSE + JSON.stringify({ remotes, revoked }))

/** Sign the keys of remotes with the site's key. */
export const signTrust = ({ remotes, revoked }: TrustContent, siteKey: KeyObject): Trust => ({
  remotes,
  revoked,
  signature: sign(null, signedBytes({ remotes, revoked }), siteKey).toString('base64'),
})

/** Whether the site's key has signed exactly this content. */
export const isTrustSigned = (trust: Trust, siteKey: KeyObject): boolean =>
  isSignedBy(signedBytes(trust), trust.signature, siteKey)

/** Whether a signature (Ed25519, base64) was made over exactly these bytes by the owner of a key. */
export function isSignedBy(bytes: Buffer, signature: string, key: KeyObject): boolean {
  try {
    return verify(null, bytes, key, Buffer.from(signature, 'base64'))
  } catch {
    return false // not a signature
  }
}

/** The text of a key in release documents. */
export const keyText = (key: KeyObject): string =>
  (key.type === 'public' ? key : createPublicKey(key))
    .export({ type: 'spki', format: 'der' })
    .toString('base64')

/** A short id of a key, for people. */
export const keyId = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 12)

/** The key of its text in release documents. @throws Error when the text is no key */
export const readKeyText = (text: string): KeyObject =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })

/** Keys besides the site's that may release an app, without revoked ones. */
export function keysOf(trust: TrustContent | undefined, app: string): readonly string[] {
  const revoked = new Set(trust?.revoked.map(({ key }) => key))
  return (trust?.remotes[app]?.keys ?? []).map(({ key }) => key).filter((key) => !revoked.has(key))
}

/** Remotes that a key may release. */
export const remotesOf = (trust: TrustContent | undefined, key: string): readonly string[] =>
  Object.keys(trust?.remotes ?? {}).filter((app) => keysOf(trust, app).includes(key))

/** A claim of a remote: its kind (those of grants), its key, and its name in messages. */
export interface Claim {
  readonly kind: keyof Grants
  readonly key: string
  readonly name: string
}

/** The claims that exceed a remote's grants. A remote without configured grants may claim anything. */
export function findUngranted(claims: readonly Claim[], grants: Grants | undefined): readonly Claim[] {
  if (!grants) return []
  return claims.filter(({ kind, key }) =>
    kind === 'routes' ? !grants.routes.some((grant) => coversRoute(grant, key)) : !grants[kind].includes(key),
  )
}

/** Messages for claims without a grant, one line each. */
export const describeUngranted = (claims: readonly Claim[]): readonly string[] => [
  ...new Set(claims.map(({ name }) => `${name} is not granted to it`)),
]

/** Whether a grant covers a pattern's shape, in which parameters have no names. */
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
