import * as v from 'valibot'
import type { Manifest } from '@tessera/shared/contract'

const Sha384 = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/))
const Version = v.pipe(v.string(), v.regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/))
const AppName = v.pipe(v.string(), v.regex(/^(shell|mfe-[a-z]+)$/))
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

/** Which release of each app is live, which were before, newest first, and which only staff may try. */
export const ReleaseDocumentSchema = v.object({
  schema: v.literal(1),
  apps: v.record(
    AppName,
    v.object({ live: Version, previous: v.array(Version), candidates: v.optional(v.array(Version), []) }),
  ),
})
export type ReleaseDocument = v.InferOutput<typeof ReleaseDocumentSchema>

/** Name of the file that describes a release, and of its signature. */
export const RELEASE_FILE = 'release.json'
export const SIGNATURE_FILE = 'release.json.sig'
/** Name of the release document. */
export const DOCUMENT_FILE = 'releases.json'
