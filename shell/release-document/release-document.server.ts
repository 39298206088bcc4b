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
/** Where each document that there has been stays in a release store, as it was signed. */
export const historyFile = (sequence: number): string => `history/${String(sequence).padStart(8, '0')}.json`

export const MAX_DOCUMENT_BYTES = 1_000_000

export const Version = v.pipe(v.string(), v.regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/))

/** Share of the visitors, in percent. */
export const Percent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99))
/** How many of the pages that a canary took part in may fail, beyond what fails of the live release, and how many failures say anything at all. */
export const Bar = v.object({
  rate: v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
  fewest: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

/** A release that some visitors see in the place of the live one. It is one of the candidates, so that shells that know no canaries have its files. */
const CanarySchema = v.object({ version: Version, percent: Percent, bar: Bar, since: Time })
export type Canary = Readonly<v.InferOutput<typeof CanarySchema>>

/** A release that goes live at a time; it is one of the candidates too. */
const ScheduledSchema = v.object({ version: Version, at: Time, since: Time, by: Line, why: Line })
export type Scheduled = Readonly<v.InferOutput<typeof ScheduledSchema>>

const EntrySchema = v.object({
  live: Version,
  previous: v.array(Version),
  candidates: v.optional(v.array(Version), []),
  /** When the live one was named last; naming it anew lifts its quarantine. */
  releasedAt: v.optional(Time),
  canary: v.optional(CanarySchema),
  /** When each of the earlier ones and the candidates was seen by visitors last, or named: pages that are open since then name it. */
  until: v.optional(v.record(Version, Time)),
  scheduled: v.optional(ScheduledSchema),
})

/** Who has changed a release document, when by their clock, on which machine, how and why. */
const ChangeSchema = v.object({ at: Time, by: Line, from: Line, action: Line, why: Line })

/** Which release of each app is live, which were before, newest first, and which only staff may try. */
const DocumentSchema = v.object({
  schema: v.literal(2),
  /** One more with each change. A shell takes no document that is older than the one that it has. */
  sequence: v.pipe(v.number(), v.integer(), v.minValue(1)),
  changed: ChangeSchema,
  apps: v.record(AppName, EntrySchema),
  /** While it is set nothing new is released; going back is possible. */
  frozen: v.optional(v.object({ at: Time, by: Line, why: Line })),
  /** Keys of teams. Without it the site's key signs everything. */
  trust: v.optional(TrustSchema),
})
export type ReleaseDocument = v.InferOutput<typeof DocumentSchema>
export type NamedApps = ReleaseDocument['apps']

/** What documents were before they were signed; only who writes one still reads it. */
const UnsignedSchema = v.object({ schema: v.literal(1), apps: v.record(AppName, EntrySchema) })

/** Keeps a signature under a document from being one under anything else that the same key signs. */
const PURPOSE = 'tessera release document\n'

/** Which document it is: a shell says so of the one that it has tried. */
export const digestOf = (document: Buffer): string => createHash('sha256').update(document).digest('hex')

/** The bytes of a document with its signature (Ed25519, base64) in it. */
export function signDocument(document: ReleaseDocument, privateKey: KeyObject): Buffer {
  const signature = sign(null, signedBytes(document), privateKey).toString('base64')
  return Buffer.from(`${JSON.stringify({ ...document, signature }, null, 2)}\n`)
}

/** A document that is signed, and by whom. */
export interface SignedDocument {
  readonly document: ReleaseDocument
  /** Null: by the site's key. Else by a key that may release these remotes: only their entries may differ from the document before. */
  readonly remotes: readonly string[] | null
}

/**
 * Read a document that the site's key has signed, or a key that it trusts. What is verified is what has been parsed, written again
 * without its signature.
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

/** The apps of a document of the time before documents were signed; null when it is none. */
export function readUnsignedApps(bytes: Buffer): NamedApps | null {
  const { success, output } = v.safeParse(UnsignedSchema, parse(bytes))
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
