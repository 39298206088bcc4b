import type { ReleaseStorage } from '../../shell/release-storage/storage.server.ts'
import type { NamedRelease } from '../../shell/release-storage/use-marks.server.ts'
import { RELEASE_FILE, type Release } from '../../shell/releases/release-store.server.ts'
import { idOf, type UsedStore } from './read-use.ts'

/** What is stored about a removed release. */
interface RemovedRelease {
  readonly at: string
  readonly by: string
  /** The commit of its sources; null when unknown. */
  readonly commit: string | null
}

const removedFile = (release: NamedRelease): string => `removed/${idOf(release)}.json`

/** Store the facts about a release that is about to be removed. */
export async function noteRemoved(
  release: NamedRelease,
  { storage, files, signer }: UsedStore,
): Promise<void> {
  const description = await storage.read(`${idOf(release)}/${RELEASE_FILE}`)
  const commit = description && commitOf(description)
  const removed: RemovedRelease = { at: new Date().toISOString(), by: signer.by, commit }
  await files.write(removedFile(release), Buffer.from(`${JSON.stringify(removed, null, 2)}\n`))
}

function commitOf(description: Buffer): string | null {
  try {
    return (JSON.parse(description.toString('utf8')) as Release).commit
  } catch {
    return null // it was never a complete release
  }
}

/** When, by whom and from which sources a release was removed, in a sentence; null when it was not removed. */
export async function describeRemoved(
  storage: ReleaseStorage,
  release: NamedRelease,
): Promise<string | null> {
  const bytes = await storage.read(removedFile(release))
  if (!bytes) return null
  const { at, by, commit } = JSON.parse(bytes.toString('utf8')) as RemovedRelease
  return `${release.app} ${release.version} was removed from ${storage.name} at ${at} by ${by}, since nobody had used it for long. Its sources: ${commit === null ? 'not known' : `commit ${commit}`}.`
}
