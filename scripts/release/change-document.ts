import { isDeepStrictEqual } from 'node:util'
import { toAppError } from '@tessera/shared/contract'
import { readTrustedDocument } from '../../shell/release-document/follow-documents.server.ts'
import {
  DOCUMENT_FILE,
  historyFile,
  MAX_DOCUMENT_BYTES,
  readUnsignedApps,
  signDocument,
  type ReleaseDocument,
} from '../../shell/release-document/release-document.server.ts'
import { MAX_LINE } from '../../shell/release-document/trust.server.ts'
import type { ReleaseStorage } from '../../shell/release-storage/storage.server.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { toLine } from '../start/usage-error.ts'
import { isSiteKey } from './refuse-untrusted.ts'
import { ownSigner, type Signer } from './signer.ts'

/** Where the documents of a release store are written. */
export type DocumentStorage = Pick<ReleaseStorage, 'name' | 'read' | 'create' | 'replace'>

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

/** The record of a change; what repeats a person, a time or a reason takes it from here, where each text is as long as it may be. */
export type ChangeRecord = ReleaseDocument['changed']

/**
 * Change the release document of a store: sign the next one, add it to the history, where each number can be created only once, and
 * publish it. A document that another writer has left unpublished is published first. `change` is called again when another writer was
 * faster; when it changes nothing, no document is written.
 * @returns the content before
 * @throws Error of `change`, or that says why the current document cannot be changed, or why nobody would follow the new one
 */
export async function changeDocument(
  releases: string | DocumentStorage,
  { action, why = '', signer = ownSigner(), basis }: ChangeNote,
  change: (before: DocumentContent, changed: ChangeRecord) => DocumentContent,
): Promise<DocumentContent> {
  const storage = typeof releases === 'string' ? releaseStorage(releases) : releases
  for (;;) {
    const newest = await findNewest(storage, signer)
    if (basis !== undefined && newest.sequence !== basis)
      throw new StaleDocumentError(
        `The release document is number ${newest.sequence} by now, and was ${basis}.`,
      )
    const lines = { by: cut(signer.by), from: cut(signer.from), action: cut(action), why: cut(why) }
    const changed = { at: new Date().toISOString(), ...lines }
    const after = change(newest.content, changed)
    const isChanged = newest.isUnsigned || !isDeepStrictEqual(after, newest.content)
    const sequence = newest.sequence + 1
    const bytes = signDocument({ schema: 2, sequence, changed, ...after }, signer.key)
    if (isChanged) await refuseUnreadable(storage, bytes, signer)
    if (isChanged && !(await storage.create(historyFile(sequence), bytes))) continue
    await publish(storage, signer)
    return newest.content
  }
}

/** A text as a document takes it. */
const cut = (text: string): string => (text.length > MAX_LINE ? `${text.slice(0, MAX_LINE - 1)}…` : text)

/** @throws Error when nobody could read a document, or follow it: once it was in the history, nothing could be changed any more */
async function refuseUnreadable(storage: DocumentStorage, bytes: Buffer, signer: Signer): Promise<void> {
  if (bytes.length > MAX_DOCUMENT_BYTES)
    throw new Error(
      `Nothing is changed: the release document would have ${bytes.length} bytes; ${MAX_DOCUMENT_BYTES} are the most.`,
    )
  try {
    await readTrustedDocument(bytes, { siteKey: signer.siteKey, readEarlier: readEarlierIn(storage) })
  } catch (cause) {
    throw new Error(`Nothing is changed, since no shell would follow it. ${whyOf(cause)}`, { cause })
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
  const storage = releaseStorage(releases)
  const documents: ReleaseDocument[] = []
  for (let { sequence } = await findNewest(storage, signer); sequence > 0; sequence -= 1) {
    const bytes = await storage.read(historyFile(sequence))
    if (!bytes) break
    const document = await read(storage, historyFile(sequence), bytes, signer)
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
  const storage = releaseStorage(releases)
  const bytes = await storage.read(DOCUMENT_FILE)
  if (!bytes) return { apps: {} }
  try {
    return JSON.parse(bytes.toString('utf8')) as DocumentContent
  } catch (cause) {
    throw new Error(`${storage.name}/${DOCUMENT_FILE} is not a release document. ${PUT_BACK}`, { cause })
  }
}

interface Newest {
  readonly content: DocumentContent
  readonly sequence: number
  readonly isUnsigned: boolean
  readonly published: Buffer | null
  /** The document that has to be published; null when it is published already, or when there is none. */
  readonly unpublished: Buffer | null
}

/** The newest document of a store: the published one, or a later one in the history whose writer died before publishing it. */
async function findNewest(storage: DocumentStorage, signer: Signer): Promise<Newest> {
  const published = await storage.read(DOCUMENT_FILE)
  if (!published) return findUnpublished(storage, signer)
  const unsigned = readUnsignedApps(published)
  const current = unsigned ? null : await read(storage, DOCUMENT_FILE, published, signer)
  const later = await lastAfter(storage, current?.sequence ?? 0, signer)
  const document = later?.document ?? current
  const sequence = document?.sequence ?? 0
  noteSeen(storage, signer, sequence)
  const content = document ? contentOf(document) : { apps: unsigned ?? {} }
  const unpublished = later?.bytes ?? null
  return { content, sequence, isUnsigned: document === null, published, unpublished }
}

/** @throws Error when this machine has seen a newer document of the store */
function noteSeen({ name }: DocumentStorage, signer: Signer, sequence: number): void {
  const seen = signer.seen(name)
  if (sequence < seen)
    throw new Error(
      `${name}/${DOCUMENT_FILE} is number ${sequence}, and number ${seen} has been seen here: somebody has put an old one back. ` +
        `Put back ${historyFile(seen)} in its place; or, to start without one, remove ${DOCUMENT_FILE}.`,
    )
  signer.note(name, sequence)
}

/** Without a published document: the newest one that this machine has seen or, when that is missing, its number. */
async function findUnpublished(storage: DocumentStorage, signer: Signer): Promise<Newest> {
  const seen = signer.seen(storage.name)
  const last =
    (await lastAfter(storage, Math.max(0, seen - 1), signer)) ?? (await lastAfter(storage, seen, signer))
  const content = last ? contentOf(last.document) : { apps: {} }
  const sequence = last?.document.sequence ?? seen
  return { content, sequence, isUnsigned: false, published: null, unpublished: last?.bytes ?? null }
}

/** The last document in the history after a number, without a gap; null when there is none. */
async function lastAfter(storage: DocumentStorage, sequence: number, signer: Signer) {
  let last: { readonly document: ReleaseDocument; readonly bytes: Buffer } | null = null
  for (let next = sequence + 1; ; next += 1) {
    const bytes = await storage.read(historyFile(next))
    if (!bytes) return last
    const document = await read(storage, historyFile(next), bytes, signer, NEVER_PUBLISHED)
    if (document.sequence !== next)
      throw new Error(
        `${storage.name}/${historyFile(next)} is number ${document.sequence}. ${NEVER_PUBLISHED}`,
      )
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

/** What to do about a file that cannot be read. */
const PUT_BACK = 'Put a sound copy of it back; of releases.json the newest file of history/ is one.'
/** Not done by the command: whether such a file stood for a change, only a person can say. */
const NEVER_PUBLISHED =
  'No shell follows it, since it was never published: move that file elsewhere, and try again. The next change takes its number.'

/** @throws Error that names the file, and says what is wrong with it and what to do */
async function read(
  storage: DocumentStorage,
  file: string,
  bytes: Buffer,
  signer: Signer,
  todo = PUT_BACK,
): Promise<ReleaseDocument> {
  try {
    return await readTrustedDocument(bytes, { siteKey: signer.siteKey, readEarlier: readEarlierIn(storage) })
  } catch (cause) {
    const isForged = toAppError(cause).code === 'release/document-forged'
    const hint = isForged && signer.isTeam && isSiteKey(signer) ? SITE_KEY_HINT : todo
    throw new Error(`${storage.name}/${file}: ${whyOf(cause)} ${hint}`, { cause })
  }
}

const readEarlierIn =
  (storage: DocumentStorage) =>
  async (sequence: number): Promise<Buffer> => {
    const earlier = await storage.read(historyFile(sequence))
    if (!earlier) throw new Error(`${historyFile(sequence)}, by which it is to be judged, is not kept`)
    return earlier
  }

/** Why a document is not followed, on one line. */
function whyOf(error: unknown): string {
  const { message, details } = toAppError(error)
  return toLine([message, details['reason']].filter((line) => line !== undefined).join(' '))
}

/** Repeated until the published document is the newest: two writers may publish in the wrong order. */
async function publish(storage: DocumentStorage, signer: Signer): Promise<void> {
  for (;;) {
    const { published, unpublished } = await findNewest(storage, signer)
    if (!unpublished) return
    await storage.replace(DOCUMENT_FILE, unpublished, published)
  }
}
