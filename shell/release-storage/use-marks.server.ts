import type { ReleaseStorage } from './storage.server.ts'

/** Folder of a release store in which processes write `APP/VERSION` again and again while they use that release. */
export const MARKS_FOLDER = 'used'
/** Interval at which a process marks the releases that it uses. */
export const MARK_MS = 6 * 3_600_000

export interface NamedRelease {
  readonly app: string
  readonly version: string
}

export const markFile = ({ app, version }: NamedRelease): string => `${MARKS_FOLDER}/${app}/${version}`

/** Marks a release as used, so that it is not deleted for some days. The store's clock decides about the age of marks. */
export const markUse = async (
  { files }: Pick<ReleaseStorage, 'files'>,
  release: NamedRelease,
): Promise<void> => files?.write(markFile(release), Buffer.from(`${new Date().toISOString()}\n`))

/** Marks releases that a process uses while it runs, each at most once in `MARK_MS`. */
export function createUseMarks(
  storage: Pick<ReleaseStorage, 'files'>,
  now: () => number = () => performance.now(),
): (used: readonly NamedRelease[]) => Promise<void> {
  const marked = new Map<string, number>()
  return async (used) => {
    const due = used.filter((release) => now() - (marked.get(markFile(release)) ?? -Infinity) >= MARK_MS)
    await Promise.all(due.map((release) => markUse(storage, release)))
    for (const release of due) marked.set(markFile(release), now())
  }
}
