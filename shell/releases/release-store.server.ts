import type { KeyObject } from 'node:crypto'
import * as v from 'valibot'
import type { Manifest } from '@tessera/shared/contract'
import { releaseError } from '../errors.ts'
import { readTrustedDocument } from '../release-document/follow-documents.server.ts'
import {
  digestOf,
  DOCUMENT_FILE,
  historyFile,
  MAX_DOCUMENT_BYTES,
  Version,
  type ReleaseDocument,
} from '../release-document/release-document.server.ts'
import {
  AppName,
  isTrustSigned,
  keysOf,
  readKeyText,
  type Grants,
  type Trust,
} from '../release-document/trust.server.ts'
import { FileTooLong, type ReleaseStorage } from '../release-storage/storage.server.ts'
import { releaseStorage } from '../release-storage/release-storage.server.ts'

/** The source of releases: a folder, a bucket or a URL, all with the same layout. Its data is validated before use. */
export interface ReleaseStore {
  /**
   * The release document; from now on its keys and grants apply.
   * @throws AppError release/store-unreachable, release/document-invalid, release/document-unsigned, release/document-forged,
   * release/document-stale when it is older than the followed one
   */
  readDocument(followed?: Followed): Promise<ReleaseDocument & { readonly digest: string }>
  /** Keys for an app's releases: one of them must have signed each release. */
  keysOf(app: string): readonly KeyObject[]
  /** The grants of a remote; undefined if it has none, and may claim anything. */
  grantsOf(app: string): Grants | undefined
  /** Sets the keys and grants of the last followed document, which apply until a document is read. */
  trust(trust: Trust): void
  /** Bytes of one file, at most `maxBytes`. @throws AppError release/store-unreachable, release/file-invalid */
  readFile(app: string, version: string, file: string, maxBytes: number): Promise<Buffer>
}

/** The last release document that a shell has followed. */
export interface Followed {
  readonly sequence: number
  /** Null before the first. */
  readonly digest: string | null
  /** Its keys and grants, if it has any. */
  readonly trust?: Trust | undefined
}

/** The releases that a shell served last: versions by app, and the document that named them. */
export interface Accepted extends Followed {
  readonly apps: Readonly<Record<string, string>>
}

/** The value for a shell that has never served. */
export const NOTHING_ACCEPTED: Accepted = { apps: {}, sequence: 0, digest: null }

/** A release document that has been read. */
export type FollowedDocument = Awaited<ReturnType<ReleaseStore['readDocument']>>
/** The entries of the release document, by app. */
export type Named = FollowedDocument['apps']

/** The document's entries; the last live versions if it cannot be read. @throws AppError release/… if the shell has never served */
export async function namedAtStart(store: ReleaseStore, accepted: Accepted): Promise<Named> {
  try {
    return (await store.readDocument(accepted)).apps
  } catch (error) {
    if (!accepted.apps['shell']) throw error
    return Object.fromEntries(
      Object.entries(accepted.apps).map(([app, live]) => [app, { live, previous: [], candidates: [] }]),
    )
  }
}

/** A release store in the given storage. Documents need a trusted signature; the site's key determines which other keys are trusted. */
export function createReleaseStore(
  at: Pick<ReleaseStorage, 'name' | 'read'> | string,
  siteKey: KeyObject,
): ReleaseStore {
  const storage = typeof at === 'string' ? releaseStorage(at) : at
  const read = (file: string, maxBytes: number) => readFrom(storage, file, maxBytes)
  const readEarlier = (sequence: number) => read(historyFile(sequence), MAX_DOCUMENT_BYTES)
  let trusted: Trust | undefined
  return {
    async readDocument(followed) {
      const bytes = await read(DOCUMENT_FILE, MAX_DOCUMENT_BYTES)
      const document = await readTrustedDocument(bytes, {
        siteKey,
        readEarlier,
        ...(followed && { followed }),
      })
      const digest = digestOf(bytes)
      const isOther = document.sequence === followed?.sequence && ![null, digest].includes(followed.digest)
      if (document.sequence < (followed?.sequence ?? 0) || isOther) {
        const details = { sequence: document.sequence, followed: followed?.sequence }
        throw releaseError('release/document-stale', { details })
      }
      trusted = document.trust
      return { ...document, digest }
    },
    keysOf: (app) => [siteKey, ...keysOf(trusted, app).map(readKeyText)],
    grantsOf: (app) => trusted?.remotes[app]?.grants,
    trust(trust) {
      if (isTrustSigned(trust, siteKey)) trusted = trust
    },
    readFile: (app, version, file, maxBytes) => read(`${app}/${version}/${file}`, maxBytes),
  }
}

async function readFrom(
  storage: Pick<ReleaseStorage, 'name' | 'read'>,
  file: string,
  maxBytes: number,
): Promise<Buffer> {
  const details = { file: `${storage.name}/${file}` }
  try {
    const bytes = await storage.read(file, maxBytes)
    if (bytes) return bytes
  } catch (cause) {
    if (cause instanceof FileTooLong)
      throw releaseError('release/file-invalid', { details: { ...details, maxBytes } })
    throw releaseError('release/store-unreachable', { cause, details })
  }
  throw releaseError('release/store-unreachable', { cause: new Error('there is no such file'), details })
}

const Sha384 = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/))
/** Forward slashes, no dot segments: a name may become part of a URL and of a path on disk. */
const FileName = v.pipe(
  v.string(),
  v.regex(/^(web|node)\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/),
  v.maxLength(200),
)

/** The description of a release: its files with their hashes, and what a host must know before loading it. */
export const ReleaseSchema = v.object({
  schema: v.literal(1),
  app: AppName,
  version: Version,
  /** Range of contract versions it was built for. */
  contract: v.string(),
  owner: v.string(),
  commit: v.nullable(v.string()),
  built: v.string(),
  /** The remote's manifest; null for the shell's own browser files. */
  manifest: v.nullable(v.custom<Manifest>((value) => typeof value === 'object' && value !== null)),
  files: v.record(FileName, v.object({ integrity: Sha384, bytes: v.pipe(v.number(), v.integer()) })),
  /** Style sheets of the web build that every view needs, below `web/`. */
  styles: v.array(v.string()),
})
export type Release = v.InferOutput<typeof ReleaseSchema>

/** Name of the file that describes a release, and of its signature. */
export const RELEASE_FILE = 'release.json'
export const SIGNATURE_FILE = 'release.json.sig'
/** Interval at which a shell polls the release document, in milliseconds. */
export const RELEASE_POLL_MS = 500

/** Poll for new releases, one request at a time. Returns the function that stops it. */
export function pollReleases(releases: { refresh(): Promise<void> }, everyMs: number): () => void {
  let timer: NodeJS.Timeout
  const again = () => {
    timer = setTimeout(() => void releases.refresh().finally(again), everyMs)
    timer.unref()
  }
  again()
  return () => clearTimeout(timer)
}
