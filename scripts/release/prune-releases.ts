import type { FileStorage } from '../../shell/release-storage/storage.server.ts'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { markFile, type NamedRelease } from '../../shell/release-storage/use-marks.server.ts'
import { SIGNATURE_FILE } from '../../shell/releases/release-store.server.ts'
import { idOf, isUsedNow, readUse, type UsedStore } from './read-use.ts'
import { noteRemoved } from './removed-releases.ts'
import { ownSigner, type Signer } from './signer.ts'
import { toMessage } from '../start/usage-error.ts'

/** How many days an unused release is kept. */
export const KEEP_DAYS = 30
const DAY_MS = 86_400_000
/** How many files are removed at the same time. */
const AT_ONCE = 8

export interface PruneOptions {
  readonly keepDays?: number | undefined
  /** Only list what would be removed. */
  readonly isDryRun?: boolean | undefined
  /** The app whose releases are checked; by default all apps. */
  readonly app?: string | undefined
  readonly signer?: Signer | undefined
}

interface Stored extends NamedRelease {
  readonly files: readonly string[]
  /** Age of its newest file. */
  readonly ageMs: number
}

/**
 * Remove releases that are older than the limit and that no release document, no running shell and no page of the last seven days names.
 * A release that is uploaded, built or made live again meanwhile is kept.
 * @throws Error when their use cannot be determined; then nothing is removed
 */
export async function pruneReleases(
  releases: string,
  say: (line: string) => void,
  { keepDays = KEEP_DAYS, isDryRun = false, app, signer = ownSigner() }: PruneOptions,
): Promise<void> {
  const store = openStore(releases, keepDays, signer)
  const stored = await listStored(store.files, app)
  const old = stored.filter(({ ageMs }) => ageMs > keepDays * DAY_MS)
  const inUse = old.length > 0 ? await readUse(store) : new Set<string>()
  let removed = 0
  for (const one of old.filter((release) => !inUse.has(idOf(release)))) {
    const isGone = isDryRun || (await removeUnused(one, store))
    if (isGone) removed += 1
    const what = isDryRun ? 'would be removed' : isGone ? 'removed' : 'has come into use meanwhile, and stays'
    say(`${one.app} ${one.version}, ${Math.round(one.ageMs / DAY_MS)} days old: ${what}`)
  }
  const what = isDryRun ? 'Would be removed' : 'Removed'
  say(`${what}: ${removed} of ${stored.length} releases in ${store.storage.name}`)
}

function openStore(releases: string, keepDays: number, signer: Signer): UsedStore {
  // At least one day, so that a release in progress has time to be named.
  if (!Number.isInteger(keepDays) || keepDays < 1)
    throw new Error('--keep-days is a number of days, 1 or more')
  const storage = releaseStorage(releases)
  if (!storage.files) throw new Error(`Nothing can be removed at ${storage.name}: it is only read`)
  return { releases, storage, files: storage.files, signer }
}

/**
 * Prune after a release, for its app only, and silent when there is nothing to remove. Errors are printed, because the release
 * stays live.
 */
export async function pruneAfter(
  releases: string,
  app: string,
  say: (line: string) => void,
  signer?: Signer,
): Promise<void> {
  const lines: string[] = []
  try {
    await pruneReleases(releases, (line) => void lines.push(line), { app, signer })
  } catch (error) {
    lines.push(`Old releases are not removed: ${toMessage(error)}`, '')
  }
  for (const line of lines.slice(0, -1)) say(line)
}

/** All complete and incomplete releases in a store, with the ages of their newest files. */
async function listStored(files: FileStorage, app: string | undefined): Promise<readonly Stored[]> {
  const found = new Map<string, { files: string[]; ageMs: number }>()
  for (const { file, ageMs } of await files.list(app === undefined ? '' : `${app}/`)) {
    const [, id] = /^((?:shell|mfe-[a-z]+)\/[^/]+)\/./.exec(file) ?? []
    if (id === undefined) continue
    const one = found.get(id) ?? { files: [], ageMs }
    one.files.push(file)
    one.ageMs = Math.min(one.ageMs, ageMs)
    found.set(id, one)
  }
  return [...found.keys()].toSorted().flatMap((id) => {
    const [one, [name = '', version = '']] = [found.get(id), id.split('/')]
    return one ? [{ app: name, version, ...one }] : []
  })
}

/**
 * Remove one release, its signature first: without it no document can name it. A rollback or a new release marks it before reading
 * the signature, so that one of the two processes notices the other. False, with the release restored, when it is in use now.
 */
async function removeUnused(one: Stored, store: UsedStore): Promise<boolean> {
  const { storage, files } = store
  const signatureFile = `${idOf(one)}/${SIGNATURE_FILE}`
  const signature = await storage.read(signatureFile)
  await files.remove(signatureFile)
  const putBack = async (): Promise<void> => {
    if (signature) await storage.create(signatureFile, signature)
  }
  try {
    if (await isUsedNow(one, store)) {
      await putBack()
      return false
    }
    await noteRemoved(one, store)
  } catch (error) {
    await putBack()
    throw error
  }
  const next = [...one.files, markFile(one)].values()
  const removeAll = async (): Promise<void> => {
    for (const file of next) await files.remove(file)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, removeAll))
  return true
}
