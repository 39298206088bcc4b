import { isDeepStrictEqual } from 'node:util'
import { toAppError } from '@tessera/shared/contract'
import { readTrustedDocument } from '../../shell/release-document/follow-documents.server.ts'
import {
  DOCUMENT_FILE,
  historyFile,
  readUnsignedApps,
  signDocument,
  type ReleaseDocument,
} from '../../shell/release-document/release-document.server.ts'
import { MAX_LINE } from '../../shell/release-document/trust.server.ts'
import type { ReleaseStorage } from '../../shell/release-storage/storage.server.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { isSiteKey } from './refuse-untrusted.ts'
import { ownSigner, type Signer } from './signer.ts'

/** Where the documents of a release store are written. */
export type DocumentPlace = Pick<ReleaseStorage, 'name' | 'read' | 'create' | 'replace'>

/** The record of a change in the history, and its signer. */
export interface ChangeNote {
  /** The action: `mfe-search 1.2.0 live`. */
  readonly action: string
  readonly why?: string | undefined
  /** By default this checkout's. */
  readonly signer?: Signer | undefined
  /** Number of the document that may be changed; by default the newest. */
  readonly basis?: number | undefined
}

/** The document has another number than the one that was to be changed. */
export class StaleDocumentError extends Error {
  override readonly name = 'StaleDocumentError'
}

/** The content of a release document, without its number and its record. */
export type DocumentContent = Omit<ReleaseDocument, 'schema' | 'sequence' | 'changed'>

/**
 * Change the release document of a store: sign the next one, add it to the history, where each number can be created only once, and
 * publish it. A document that another writer has left unpublished is published first. `change` is called again when another writer was
 * faster; when it changes nothing, no document is written.
 * @returns the content before
 * @throws Error of `change`, or that says why the current document cannot be changed
 */
export async function changeDocument(
  releases: string | DocumentPlace,
  { action, why = '', signer = ownSigner(), basis }: ChangeNote,
  change: (before: DocumentContent) => DocumentContent,
): Promise<DocumentContent> {
  const place = typeof releases === 'string' ? releaseStorage(releases) : releases
  for (;;) {
    const newest = await findNewest(place, signer)
    if (basis !== undefined && newest.sequence !== basis)
      throw new StaleDocumentError(
        `The release document is number ${newest.sequence} by now, and was ${basis}.`,
      )
    const after = change(newest.content)
    const isChanged = newest.isUnsigned || !isDeepStrictEqual(after, newest.content)
    const lines = { by: signer.by, from: signer.from, action, why: why.slice(0, MAX_LINE) }
    const changed = { at: new Date().toISOString(), ...lines }
    const sequence = newest.sequence + 1
    const bytes = signDocument({ schema: 2, sequence, changed, ...after }, signer.key)
    if (isChanged && !(await place.create(historyFile(sequence), bytes))) continue
    await publish(place, signer)
    return newest.content
  }
}

/**
 * The documents that a store has had, newest first, until one is missing or `isEnough` is true.
 * @throws Error when one of them is not signed by the site's key, or by a key that was allowed to make its change
 */
export async function readHistory(
  releases: string,
  signer: Signer = ownSigner(),
  isEnough: (document: ReleaseDocument) => boolean = () => false,
): Promise<readonly ReleaseDocument[]> {
  const place = releaseStorage(releases)
  const documents: ReleaseDocument[] = []
  for (let { sequence } = await findNewest(place, signer); sequence > 0; sequence -= 1) {
    const bytes = await place.read(historyFile(sequence))
    if (!bytes) break
    const document = await read(place, historyFile(sequence), bytes, signer)
    documents.push(document)
    if (isEnough(document)) break
  }
  return documents
}

/** The content of a store's newest document, and its number. @throws Error when it cannot be trusted */
export async function readNewest(
  releases: string,
  signer: Signer,
): Promise<DocumentContent & Pick<ReleaseDocument, 'sequence'>> {
  const { content, sequence } = await findNewest(releaseStorage(releases), signer)
  return { ...content, sequence }
}

/** The published release document, with unverified signature; without apps when there is none. */
export async function readDocument(
  releases: string,
): Promise<Pick<DocumentContent, 'apps' | 'frozen' | 'trust'>> {
  const bytes = await releaseStorage(releases).read(DOCUMENT_FILE)
  return bytes ? (JSON.parse(bytes.toString('utf8')) as DocumentContent) : { apps: {} }
}

interface Newest {
  readonly content: DocumentContent
  readonly sequence: number
  readonly isUnsigned: boolean
  /** The document that has to be published; null when it is published already, or when there is none. */
  readonly unpublished: Buffer | null
}

/** The newest document of a store: the published one, or a later one in the history whose writer died before publishing it. */
async function findNewest(place: DocumentPlace, signer: Signer): Promise<Newest> {
  const published = await place.read(DOCUMENT_FILE)
  const unsigned = published && readUnsignedApps(published)
  if (!published) return findUnpublished(place, signer)
  const current = unsigned ? null : await read(place, DOCUMENT_FILE, published, signer)
  const later = await lastAfter(place, current?.sequence ?? 0, signer)
  const document = later?.document ?? current
  const sequence = document?.sequence ?? 0
  noteSeen(place, signer, sequence)
  const content = document ? contentOf(document) : { apps: unsigned ?? {} }
  return { content, sequence, isUnsigned: document === null, unpublished: later?.bytes ?? null }
}

/** @throws Error when this machine has seen a newer document of the store */
function noteSeen({ name }: DocumentPlace, signer: Signer, sequence: number): void {
  const seen = signer.seen(name)
  if (sequence < seen)
    throw new Error(
      `${name}/${DOCUMENT_FILE} is number ${sequence}, and number ${seen} has been seen here: somebody has put an old one back. ` +
        `Put back ${historyFile(seen)} in its place; or, to start without one, remove ${DOCUMENT_FILE}.`,
    )
  signer.note(name, sequence)
}

/** Without a published document: the newest one that this machine has seen or, when that is missing, its number. */
async function findUnpublished(place: DocumentPlace, signer: Signer): Promise<Newest> {
  const seen = signer.seen(place.name)
  const last =
    (await lastAfter(place, Math.max(0, seen - 1), signer)) ?? (await lastAfter(place, seen, signer))
  const content = last ? contentOf(last.document) : { apps: {} }
  const sequence = last?.document.sequence ?? seen
  return { content, sequence, isUnsigned: false, unpublished: last?.bytes ?? null }
}

/** The last document in the history after a number, without a gap; null when there is none. */
async function lastAfter(place: DocumentPlace, sequence: number, signer: Signer) {
  let last: { readonly document: ReleaseDocument; readonly bytes: Buffer } | null = null
  for (let next = sequence + 1; ; next += 1) {
    const bytes = await place.read(historyFile(next))
    if (!bytes) return last
    const document = await read(place, historyFile(next), bytes, signer)
    if (document.sequence !== next)
      throw new Error(`${place.name}/${historyFile(next)} is number ${document.sequence}: remove it`)
    last = { document, bytes }
  }
}

function contentOf(document: ReleaseDocument): DocumentContent {
  const { schema: _schema, sequence: _sequence, changed: _changed, ...content } = document
  return content
}

/** For teams whose own key was taken for the site's: then documents do not seem to be signed by the site. */
const SITE_KEY_HINT =
  "If your key is one of a team, name the public half of the site's as well: --site-key FILE."

async function read(
  place: DocumentPlace,
  file: string,
  bytes: Buffer,
  signer: Signer,
): Promise<ReleaseDocument> {
  const readEarlier = async (sequence: number): Promise<Buffer> => {
    const earlier = await place.read(historyFile(sequence))
    if (!earlier) throw new Error(`${historyFile(sequence)}, by which it is to be judged, is not kept`)
    return earlier
  }
  try {
    return await readTrustedDocument(bytes, { siteKey: signer.siteKey, readEarlier })
  } catch (cause) {
    const { message, details } = toAppError(cause)
    const why = [message, details['reason']].filter((line) => line !== undefined).join(' ')
    const hint = isSiteKey(signer) ? ` ${SITE_KEY_HINT}` : ''
    throw new Error(`${place.name}/${file}: ${why}${hint}`, { cause })
  }
}

/** Repeated until the published document is the newest: two writers may publish in the wrong order. */
async function publish(place: DocumentPlace, signer: Signer): Promise<void> {
  for (;;) {
    const { unpublished } = await findNewest(place, signer)
    if (!unpublished) return
    await place.replace(DOCUMENT_FILE, unpublished)
  }
}
