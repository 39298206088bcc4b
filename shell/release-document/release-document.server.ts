import { createHash, sign, type KeyObject } from 'node:crypto'
import * as v from 'valibot'
import { releaseError } from '../errors.ts'
import {
  AppName,
  isSignedBy,
  isTrustSigned,
  Line,
  readKeyText,
  remotesOf,
  Time,
  TrustSchema,
} from './trust.server.ts'

/** Name of the release document in a release store. */
export const DOCUMENT_FILE = 'releases.json'
/** Path in a release store at which a signed document of the history is stored. */
export const historyFile = (sequence: number): string => `history/${String(sequence).padStart(8, '0')}.json`

/** Greatest size of a document that shells read; writers make none that is larger. */
export const MAX_DOCUMENT_BYTES = 1_000_000

/** A version of an app, which is also the name of its folder in a release store. */
export const Version = v.pipe(v.string(), v.regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/))

/** Share of the visitors, in percent. */
export const Percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))
/** Limits of a canary: how much higher its share of failed pages may be than the live release's, and the fewest failures that count. */
export const CanaryLimits = v.object({
  rate: v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
  fewest: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

/** A release that some visitors see instead of the live one. It is also a candidate, so that shells without canaries serve its files. */
const CanarySchema = v.object({ version: Version, percent: Percent, bar: CanaryLimits, since: Time })
export type Canary = Readonly<v.InferOutput<typeof CanarySchema>>

/** A release that goes live at a given time; it is also a candidate. */
const ScheduledSchema = v.object({ version: Version, at: Time, since: Time, by: Line, why: Line })
export type Scheduled = Readonly<v.InferOutput<typeof ScheduledSchema>>

const EntrySchema = v.object({
  live: Version,
  previous: v.array(Version),
  candidates: v.optional(v.array(Version), []),
  /** When the live release was last named; naming it again lifts its quarantine. */
  releasedAt: v.optional(Time),
  canary: v.optional(CanarySchema),
  /** When visitors last saw each previous release or candidate, or when it was named: pages opened since then may load its files. */
  until: v.optional(v.record(Version, Time)),
  scheduled: v.optional(ScheduledSchema),
  /** Previous releases that somebody went back from: a rollback leaves them out until they are released again. */
  left: v.optional(v.array(Version)),
})

/** The change record of a document: author, time by the author's clock, machine, action and reason. */
const ChangeSchema = v.object({ at: Time, by: Line, from: Line, action: Line, why: Line })

/** The live release of each app, the previous ones, newest first, and the candidates, which only staff may try. */
const DocumentSchema = v.object({
  schema: v.literal(2),
  /** Incremented with each change. A shell accepts no document that is older than its current one. */
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
  changed: ChangeSchema,
  apps: v.record(AppName, EntrySchema),
  /** While it is set no new release goes live; rollbacks are possible. */
  frozen: v.optional(v.object({ at: Time, by: Line, why: Line })),
  /** Keys of teams. Without it only the site's key is accepted. */
  trust: v.optional(TrustSchema),
})
export type ReleaseDocument = v.InferOutput<typeof DocumentSchema>
export type NamedApps = ReleaseDocument['apps']

/** The format of documents before they were signed; only writers of documents still read it. */
const UnsignedSchema = v.object({ schema: v.literal(1), apps: v.record(AppName, EntrySchema) })
const UnsignedFileSchema = v.pipe(v.string(), v.parseJson(), UnsignedSchema)

/** Prefix of signed bytes, so that a document's signature is not valid for other data signed with the same key. */
const PURPOSE = 'tessera release document\n'

/** Digest that identifies a document; a shell reports the one of the document that it has tried. */
export const digestOf = (document: Buffer): string => createHash('sha256').update(document).digest('hex')

/** The bytes of a document with its signature (Ed25519, base64) in it. */
export function signDocument(document: ReleaseDocument, privateKey: KeyObject): Buffer {
  const signature = sign(null, signedBytes(document), privateKey).toString('base64')
  return Buffer.from(`${JSON.stringify({ ...document, signature }, null, 2)}\n`)
}

/** A document with a verified signature, and its signer. */
export interface SignedDocument {
  readonly document: ReleaseDocument
  /** Null if the site's key signed it; else the remotes of the signing key: only their entries may differ from the document before. */
  readonly remotes: readonly string[] | null
}

/**
 * Reads a document that was signed by the site's key, or by a key that it trusts. The signature is verified over the parsed document,
 * serialised again without its signature.
 * @throws AppError release/document-invalid, release/document-unsigned, release/document-forged
 */
export function readSignedDocument(bytes: Buffer, siteKey: KeyObject): SignedDocument {
  const parsed = parse(bytes)
  if (v.is(UnsignedSchema, parsed)) throw releaseError('release/document-unsigned')
  const { success, output, issues } = v.safeParse(DocumentSchema, parsed)
  if (!success) throw releaseError('release/document-invalid', { details: { reason: v.summarize(issues) } })
  const { signature, ...signed } = parsed as Readonly<Record<string, unknown>>
  const isBy = (key: KeyObject) =>
    typeof signature === 'string' && isSignedBy(signedBytes(signed), signature, key)
  const { trust } = output
  if (trust && !isTrustSigned(trust, siteKey)) throw releaseError('release/document-forged')
  if (isBy(siteKey)) return { document: output, remotes: null }
  const keys = Object.values(trust?.remotes ?? {}).flatMap((team) => team.keys.map(({ key }) => key))
  const remotes = remotesOf(trust, keys.find((key) => isBy(readKeyText(key))) ?? '')
  if (remotes.length === 0) throw releaseError('release/document-forged')
  return { document: output, remotes }
}

/** The apps of an unsigned document of the old format; null for any other. */
export function readUnsignedApps(bytes: Buffer): NamedApps | null {
  const { success, output } = v.safeParse(UnsignedFileSchema, bytes.toString('utf8'))
  return success ? output.apps : null
}

const signedBytes = (document: object): Buffer => Buffer.from(PURPOSE + JSON.stringify(document))

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw releaseError('release/document-invalid', { cause })
  }
}
