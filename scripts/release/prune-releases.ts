import type { PlacedFiles } from '../../shell/release-place/place.server.ts'
import { releasePlace } from '../../shell/release-place/release-place.server.ts'
import { markFile, type NamedRelease } from '../../shell/release-place/use-marks.server.ts'
import { SIGNATURE_FILE } from '../../shell/releases/release-store.server.ts'
import { idOf, isUsedNow, readUse, type UsedStore } from './read-use.ts'
import { noteRemoved } from './removed-releases.ts'
import { ownSigner, type Signer } from './signer.ts'

/** A release that nobody uses is kept for so many days. */
export const KEEP_DAYS = 30
const DAY_MS = 86_400_000
/** Files that are removed at once. */
const AT_ONCE = 8

export interface PruneOptions {
  readonly keepDays?: number | undefined
  /** Say what would be removed, and remove nothing. */
  readonly isDryRun?: boolean | undefined
  /** The app whose releases are looked at; every one's unless given. */
  readonly app?: string | undefined
  readonly signer?: Signer | undefined
}

interface Stored extends NamedRelease {
  readonly files: readonly string[]
  /** Of its youngest file. */
  readonly ageMs: number
}

/**
 * Remove releases that are older than the limit, and that no release document, no running shell and no page of the last seven days names.
 * One that is being uploaded, or built, or gone back to meanwhile, stays.
 * @throws Error when it cannot be known what is in use; then nothing is removed
 */
export async function pruneReleases(
  releases: string,
  say: (line: string) => void,
  { keepDays = KEEP_DAYS, isDryRun = false, app, signer = ownSigner() }: PruneOptions = {},
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
  say(`${what}: ${removed} of ${stored.length} releases in ${store.place.name}`)
}

function openStore(releases: string, keepDays: number, signer: Signer): UsedStore {
  // A release under way has a day to be named.
  if (!Number.isInteger(keepDays) || keepDays < 1)
    throw new Error('--keep-days is a number of days, 1 or more')
  const place = releasePlace(releases)
  if (!place.files) throw new Error(`Nothing can be removed at ${place.name}: it is only read`)
  return { releases, place, files: place.files, signer }
}

/** The same after a release, of its app alone and without a word where there is nothing to remove. What goes wrong is said: the release stays live. */
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
    lines.push(`Old releases are not removed: ${error instanceof Error ? error.message : String(error)}`, '')
  }
  for (const line of lines.slice(0, -1)) say(line)
}

/** Everything in a store that is a release, or was to become one, by age. */
async function listStored(files: PlacedFiles, app: string | undefined): Promise<readonly Stored[]> {
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
 * Remove one release, its signature first: without it nobody names it. Who goes back to it, or releases it, marks it before looking
 * for the signature, so that one of the two sees the other. False, and it is as it was, when it has come into use.
 */
async function removeUnused(one: Stored, store: UsedStore): Promise<boolean> {
  const { place, files } = store
  const signatureFile = `${idOf(one)}/${SIGNATURE_FILE}`
  const signature = await place.read(signatureFile)
  await files.remove(signatureFile)
  const putBack = async (): Promise<void> => {
    if (signature) await place.create(signatureFile, signature)
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
