import { createPublicKey } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  DOCUMENT_FILE,
  historyFile,
  MAX_LINE,
  readSignedDocument,
  readUnsignedApps,
  signDocument,
  type ReleaseDocument,
} from '../../shell/release-document/release-document.server.ts'
import { documentPlace, type DocumentPlace } from './document-place.ts'
import { ownSigner, type Signer } from './signer.ts'

/** What the record of a change says, and who signs it. */
export interface ChangeNote {
  /** What is done: `mfe-search 1.2.0 live`. */
  readonly action: string
  readonly why?: string | undefined
  /** This checkout's unless given. */
  readonly signer?: Signer | undefined
}

/** What a release document says of apps, beside its number and its record. */
export type DocumentContent = Omit<ReleaseDocument, 'schema' | 'sequence' | 'changed'>

/**
 * Change the release document of a store: sign the next one, add it to the history, which only one writer can do for each number, and
 * publish it. What another writer has left unpublished is published first. `change` may be called again, with what another has
 * made of it meanwhile; what it leaves as it is writes nothing.
 * @returns what the document said before
 * @throws Error of `change`, or that says why the document that is there is not one to go on from
 */
export async function changeDocument(
  releases: string | DocumentPlace,
  { action, why = '', signer = ownSigner() }: ChangeNote,
  change: (before: DocumentContent) => DocumentContent,
): Promise<DocumentContent> {
  const place = typeof releases === 'string' ? documentPlace(releases) : releases
  for (;;) {
    const newest = await findNewest(place, signer)
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
 * Every document that a store has had, newest first, until one is no longer kept.
 * @throws Error when one of them is not signed by the site's key
 */
export async function readHistory(
  releases: string,
  signer: Signer = ownSigner(),
): Promise<readonly ReleaseDocument[]> {
  const place = documentPlace(releases)
  const documents: ReleaseDocument[] = []
  for (let { sequence } = await findNewest(place, signer); sequence > 0; sequence -= 1) {
    const bytes = await place.read(historyFile(sequence))
    if (!bytes) break
    documents.push(read(place, historyFile(sequence), bytes, signer))
  }
  return documents
}

/** The release document that is published now, by whoever; no app where there is none. */
export async function readDocument(releases: string): Promise<Pick<DocumentContent, 'apps' | 'frozen'>> {
  const bytes = await documentPlace(releases).read(DOCUMENT_FILE)
  return bytes ? (JSON.parse(bytes.toString('utf8')) as DocumentContent) : { apps: {} }
}

interface Newest {
  readonly content: DocumentContent
  readonly sequence: number
  readonly isUnsigned: boolean
  /** The document as it is to be published; null when it is, or when there is none. */
  readonly unpublished: Buffer | null
}

/** The newest document of a store: the published one, or a later one of the history, whose writer was killed before it was published. */
async function findNewest(place: DocumentPlace, signer: Signer): Promise<Newest> {
  const published = await place.read(DOCUMENT_FILE)
  const unsigned = published && readUnsignedApps(published)
  if (!published) return findUnpublished(place, signer)
  const current = unsigned ? null : read(place, DOCUMENT_FILE, published, signer)
  const later = await lastAfter(place, current?.sequence ?? 0, signer)
  const document = later?.document ?? current
  const sequence = document?.sequence ?? 0
  noteSeen(place, signer, sequence)
  const content = document ? contentOf(document) : { apps: unsigned ?? {} }
  return { content, sequence, isUnsigned: document === null, unpublished: later?.bytes ?? null }
}

/** @throws Error when a newer document of the store has been seen here */
function noteSeen({ name }: DocumentPlace, signer: Signer, sequence: number): void {
  const seen = signer.seen(name)
  if (sequence < seen)
    throw new Error(
      `${name}/${DOCUMENT_FILE} is number ${sequence}, and number ${seen} has been seen here: somebody has put an old one back. ` +
        `Put back ${historyFile(seen)} in its place; or, to start without one, remove ${DOCUMENT_FILE}.`,
    )
  signer.note(name, sequence)
}

/** Where nothing is published: on from the newest document that was seen, or from its number where that is gone too. */
async function findUnpublished(place: DocumentPlace, signer: Signer): Promise<Newest> {
  const seen = signer.seen(place.name)
  const last =
    (await lastAfter(place, Math.max(0, seen - 1), signer)) ?? (await lastAfter(place, seen, signer))
  const content = last ? contentOf(last.document) : { apps: {} }
  const sequence = last?.document.sequence ?? seen
  return { content, sequence, isUnsigned: false, unpublished: last?.bytes ?? null }
}

/** The last document of the history that follows on a number without a gap; null when there is none. */
async function lastAfter(place: DocumentPlace, sequence: number, signer: Signer) {
  let last: { readonly document: ReleaseDocument; readonly bytes: Buffer } | null = null
  for (let next = sequence + 1; ; next += 1) {
    const bytes = await place.read(historyFile(next))
    if (!bytes) return last
    const document = read(place, historyFile(next), bytes, signer)
    if (document.sequence !== next)
      throw new Error(`${place.name}/${historyFile(next)} is number ${document.sequence}: remove it`)
    last = { document, bytes }
  }
}

function contentOf(document: ReleaseDocument): DocumentContent {
  const { schema: _schema, sequence: _sequence, changed: _changed, ...content } = document
  return content
}

function read(place: DocumentPlace, file: string, bytes: Buffer, { key }: Signer): ReleaseDocument {
  try {
    return readSignedDocument(bytes, createPublicKey(key))
  } catch (cause) {
    throw new Error(`${place.name}/${file}: ${(cause as Error).message}`, { cause })
  }
}

/** Until the published document is the newest one: two writers may publish theirs in the wrong order. */
async function publish(place: DocumentPlace, signer: Signer): Promise<void> {
  for (;;) {
    const { unpublished } = await findNewest(place, signer)
    if (!unpublished) return
    await place.replace(DOCUMENT_FILE, unpublished)
  }
}
