import {
  createHash,
  randomUUID,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
} from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as v from 'valibot'
import { releaseError } from '../errors.ts'
import { isSignedBy } from '../release-document/trust.server.ts'
import {
  RELEASE_FILE,
  ReleaseSchema,
  SIGNATURE_FILE,
  type Release,
  type ReleaseStore,
} from './release-store.server.ts'

const MAX_DESCRIPTION_BYTES = 1_000_000
const MAX_FILE_BYTES = 20_000_000

/** A release on this shell's own disk, with every file verified. */
export interface VerifiedRelease {
  readonly release: Release
  readonly folder: string
}

/** The shell's own copies of releases: it serves and runs only these. */
export interface VerifiedCopies {
  /**
   * The copy of a release, created first if there is none: download, check signature and every sha384, move into place.
   * @throws AppError release/…; then no files of the download remain.
   */
  get(app: string, version: string): Promise<VerifiedRelease>
  /** The verified description of a release, whose files may be missing or damaged. @throws AppError release/… */
  describe(app: string, version: string): Promise<Release>
}

/** Copies below `folder`, downloaded from `store`, and valid if signed by one of the store's keys for their app. */
export function createVerifiedCopies(folder: string, store: ReleaseStore): VerifiedCopies {
  // Not `createSingleFlight` of shared/io: teams' repositories have this file, and nothing of shared/io.
  const pendingCopies = new Map<string, Promise<VerifiedRelease>>()
  return {
    get(app, version) {
      const key = `${app}/${version}`
      const pending =
        pendingCopies.get(key) ?? copy(folder, store, app, version).finally(() => pendingCopies.delete(key))
      pendingCopies.set(key, pending)
      return pending
    },
    async describe(app, version) {
      const own = readOf(path.join(folder, app, version))
      return readRelease(own, store.keysOf(app), app, version).then(
        ({ release }) => release,
        async () => {
          const stored: ReadFile = (file, max) => store.readFile(app, version, file, max)
          return (await readRelease(stored, store.keysOf(app), app, version)).release
        },
      )
    },
  }
}

async function copy(
  root: string,
  store: ReleaseStore,
  app: string,
  version: string,
): Promise<VerifiedRelease> {
  const folder = path.join(root, app, version)
  const keys = store.keysOf(app)
  // A copy may have changed since it was made (full disk, manual edit), so it is verified like a download.
  const kept = async (): Promise<VerifiedRelease> => ({
    release: await verifyRelease(readOf(folder), keys, app, version, () => Promise.resolve()),
    folder,
  })
  try {
    return await kept()
  } catch {
    // There is no valid copy: it is created below.
  }
  const draft = `${folder}.${randomUUID()}`
  try {
    const read = (file: string, max: number) => store.readFile(app, version, file, max)
    const release = await verifyRelease(read, keys, app, version, async (file, bytes) => {
      const target = path.join(draft, ...file.split('/'))
      await mkdir(path.dirname(target), { recursive: true })
      await writeFile(target, bytes)
    })
    if (await moveInto(draft, folder)) return { release, folder }
    // Another shell with the same folder was faster, or the copy there is damaged.
    return await kept().catch(async () => {
      await repair(folder, draft)
      return { release, folder }
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Unused copies that are older than this are deleted. */
const KEEP_MS = 30 * 86_400_000

/** Deletes the copies of an app that are older than 30 days and not in use, and unfinished ones too. */
export async function pruneCopies(
  root: string,
  app: string,
  { isUsed, now = Date.now }: { readonly isUsed: (version: string) => boolean; readonly now?: () => number },
): Promise<void> {
  const unused = (await readdir(path.join(root, app))).filter((version) => !isUsed(version))
  await Promise.all(
    unused.map(async (version) => {
      const folder = path.join(root, app, version)
      // Another process with the same folder may have deleted it.
      const made = await stat(folder).catch(() => null)
      if (made && now() - made.mtimeMs > KEEP_MS) await rm(folder, { recursive: true, force: true })
    }),
  )
}

/** Moves a folder; false when `target` exists already. */
async function moveInto(draft: string, target: string): Promise<boolean> {
  try {
    await rename(draft, target)
    return true
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Puts each file of a draft in its place in a damaged copy. Several shells may do so at once, and others read: their files are equal. */
async function repair(folder: string, draft: string): Promise<void> {
  for (const file of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const source = path.join(file.parentPath, file.name)
    const target = path.join(folder, path.relative(draft, source))
    await mkdir(path.dirname(target), { recursive: true })
    await rename(source, target)
  }
}

type ReadFile = (file: string, maxBytes: number) => Promise<Buffer>
type Keep = (file: string, bytes: Buffer) => Promise<void>

async function verifyRelease(
  read: ReadFile,
  keys: readonly KeyObject[],
  app: string,
  version: string,
  keep: Keep,
): Promise<Release> {
  const { release, description, signature } = await readRelease(read, keys, app, version)
  for (const [file, { integrity, bytes }] of Object.entries(release.files)) {
    const content = await read(file, Math.min(bytes, MAX_FILE_BYTES))
    if (sha384(content) !== integrity)
      throw releaseError('release/file-invalid', { details: { app, version, file } })
    await keep(file, content)
  }
  await keep(SIGNATURE_FILE, signature)
  await keep(RELEASE_FILE, description)
  return release
}

/** A release's description, signed by one of the keys, with the bytes of its files. */
async function readRelease(read: ReadFile, keys: readonly KeyObject[], app: string, version: string) {
  const description = await read(RELEASE_FILE, MAX_DESCRIPTION_BYTES)
  const signature = await read(SIGNATURE_FILE, 1_000)
  if (signersOf(description, signature.toString('utf8'), keys).length === 0) {
    throw releaseError('release/signature-invalid', { details: { app, version } })
  }
  return { release: readDescription(description, app, version), description, signature }
}

function readDescription(bytes: Buffer, app: string, version: string): Release {
  try {
    const release = v.parse(ReleaseSchema, JSON.parse(bytes.toString('utf8')))
    if (release.app === app && release.version === version) return release
  } catch (cause) {
    throw releaseError('release/description-invalid', { cause, details: { app, version } })
  }
  throw releaseError('release/description-invalid', { details: { app, version } })
}

const sha384 = (bytes: Buffer): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

const readOf =
  (folder: string): ReadFile =>
  (file, maxBytes) =>
    readWithin(path.join(folder, ...file.split('/')), maxBytes)

async function readWithin(file: string, maxBytes: number): Promise<Buffer> {
  const bytes = await readFile(file)
  if (bytes.length > maxBytes) throw releaseError('release/file-invalid', { details: { file } })
  return bytes
}

/** Sign the bytes of a release.json (Ed25519, base64). */
export const signRelease = (bytes: Buffer, privateKey: KeyObject): string =>
  sign(null, bytes, privateKey).toString('base64')

/** Those of the given keys that have signed exactly these bytes. `signatures` has one signature a line. */
export const signersOf = (
  bytes: Buffer,
  signatures: string,
  keys: readonly KeyObject[],
): readonly KeyObject[] =>
  keys.filter((key) =>
    signatures
      .split('\n')
      .filter(Boolean)
      .some((signature) => isSignedBy(bytes, signature, key)),
  )

/** The key that signs this machine's releases; created on first use, readable only by its owner. @throws Error that names a file without one */
export function ensurePrivateKey(file: string): KeyObject {
  if (!existsSync(file)) {
    mkdirSync(path.dirname(file), { recursive: true })
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
    writeFileSync(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }))
  }
  try {
    return createPrivateKey(readFileSync(file))
  } catch (error) {
    throw new Error(
      `${file} holds no private key, and its public half cannot sign: ${(error as Error).message}`,
    )
  }
}

/** The key that releases are verified with. @throws Error that names the option when the file is missing, no key, or a private one. */
export function readPublicKey(file: string, option = 'key file'): KeyObject {
  try {
    const text = readFileSync(file)
    if (text.includes('PRIVATE KEY-----'))
      throw new Error(
        'it is the private half, which signs; `openssl pkey -in FILE -pubout` writes the public one',
      )
    return createPublicKey(text)
  } catch (error) {
    throw new Error(`${option} ${file} holds no public key: ${(error as Error).message}`)
  }
}
