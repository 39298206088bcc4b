import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FileStorage, ReleaseStorage } from '../../shell/release-storage/storage.server.ts'
import { RELEASE_FILE, SIGNATURE_FILE, type Release } from '../../shell/releases/release-store.server.ts'

/** How many files are uploaded at the same time. */
const AT_ONCE = 8
/** After this time, in milliseconds, an unfinished upload counts as given up. */
const GIVEN_UP_MS = 15 * 60_000

interface Upload {
  readonly storage: ReleaseStorage
  readonly files: FileStorage
  /** Folder with the files of the release. */
  readonly built: string
  readonly sign: (bytes: Buffer) => string
}

/**
 * Write a release file by file into a store that cannot move a whole one into place. Its description is written first and names the
 * files, its signature last: without it a release is incomplete. Two uploads of the same build write the same; of two different builds
 * of a version the second is refused.
 * @throws Error when another build is being uploaded, or a file did not arrive
 */
export async function uploadRelease(
  release: Release,
  { storage, files, built, sign }: Upload,
): Promise<void> {
  const folder = `${release.app}/${release.version}/`
  const bytes = await describeFirst(release, { storage, files })
  const names = Object.keys(release.files)
  const next = names.values()
  const send = async (): Promise<void> => {
    for (const name of next) await files.write(`${folder}${name}`, await readFile(path.join(built, name)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, send))
  const arrived = new Set((await files.list(folder)).map(({ file }) => file))
  const lost = names.filter((name) => !arrived.has(`${folder}${name}`))
  const described = await storage.read(`${folder}${RELEASE_FILE}`)
  if (lost.length > 0 || !described?.equals(bytes))
    throw new Error(
      `${release.app} ${release.version} was changed in ${storage.name} while it was uploaded: release it again`,
    )
  await files.write(`${folder}${SIGNATURE_FILE}`, Buffer.from(sign(bytes)))
}

/** The description in the store from now on: another upload of the same build may have written it already. */
async function describeFirst(
  release: Release,
  { storage, files }: Pick<Upload, 'storage' | 'files'>,
): Promise<Buffer> {
  const folder = `${release.app}/${release.version}/`
  const [file, signatureFile] = [`${folder}${RELEASE_FILE}`, `${folder}${SIGNATURE_FILE}`]
  const bytes = Buffer.from(JSON.stringify(release, null, 2))
  if (await storage.create(file, bytes)) return bytes
  const before = await storage.read(file)
  if (before && isSameBuild(before, release)) return before
  const { ageMs = 0 } = (await files.list(folder)).find((one) => one.file === file) ?? {}
  const isGivenUp = ageMs > GIVEN_UP_MS || (await storage.read(signatureFile)) !== null
  if (isGivenUp) await files.remove(signatureFile)
  if (isGivenUp && (await storage.replace(file, bytes, before))) return bytes
  throw new Error(
    `Somebody else is uploading another build of ${release.app} ${release.version} to ${storage.name}. ` +
      `Try again when it is there; after ${GIVEN_UP_MS / 60_000} minutes it counts as given up.`,
  )
}

/** Whether a description has the same files; builder and time may differ. */
function isSameBuild(bytes: Buffer, release: Release): boolean {
  try {
    const other = JSON.parse(bytes.toString('utf8')) as Release
    const { built, commit } = release
    return isDeepStrictEqual({ ...other, built, commit }, JSON.parse(JSON.stringify(release)))
  } catch {
    return false // another process has written something else
  }
}
