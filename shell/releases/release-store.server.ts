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
import { FileTooLong, type ReleasePlace } from '../release-place/place.server.ts'
import { releasePlace } from '../release-place/release-place.server.ts'

/** Where releases come from: a folder, a bucket or an address, all with the same layout. Their data is validated before use. */
export interface ReleaseStore {
  /**
   * The release document; from now on the keys and grants are those that it names.
   * @throws AppError release/store-unreachable, release/document-invalid, release/document-unsigned, release/document-forged,
   * release/document-stale when it does not come after the one that is followed
   */
  readDocument(followed?: Followed): Promise<ReleaseDocument & { readonly digest: string }>
  /** Keys of which one must have signed a release of an app. */
  keysOf(app: string): readonly KeyObject[]
  /** What a remote may claim; anything where it has none. */
  grantsOf(app: string): Grants | undefined
  /** Go by these keys and grants until a document is read: those of the document that was followed last. */
  trust(trust: Trust): void
  /** Bytes of one file, at most `maxBytes`. @throws AppError release/store-unreachable, release/file-invalid */
  readFile(app: string, version: string, file: string, maxBytes: number): Promise<Buffer>
}

/** The release document that a shell has followed last. */
export interface Followed {
  readonly sequence: number
  /** Null before the first. */
  readonly digest: string | null
  /** The keys and grants that it names, if it names any. */
  readonly trust?: Trust | undefined
}

/** A release store at a place, trusted as far as the owner of the site's key says. */
export function createReleaseStore(
  at: Pick<ReleasePlace, 'name' | 'read'> | string,
  siteKey: KeyObject,
): ReleaseStore {
  const place = typeof at === 'string' ? releasePlace(at) : at
  const read = (file: string, maxBytes: number) => readFrom(place, file, maxBytes)
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
  place: Pick<ReleasePlace, 'name' | 'read'>,
  file: string,
  maxBytes: number,
): Promise<Buffer> {
  const details = { file: `${place.name}/${file}` }
  try {
    const bytes = await place.read(file, maxBytes)
    if (bytes) return bytes
  } catch (cause) {
    if (cause instanceof FileTooLong)
      throw releaseError('release/file-invalid', { details: { ...details, maxBytes } })
    throw releaseError('release/store-unreachable', { cause, details })
  }
  throw releaseError('release/store-unreachable', { cause: new Error('there is no such file'), details })
}

const Sha384 = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/))
/** Forward slashes, no dot segments: a name may become part of an address and of a path on disk. */
const FileName = v.pipe(
  v.string(),
  v.regex(/^(web|node)\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/),
  v.maxLength(200),
)

/** What a release says of itself: its files with their hashes, and what a host must know before loading it. */
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
/** How often a shell looks for a new release document. */
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
