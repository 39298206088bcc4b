import type { ReleasePlace } from './place.server.ts'

/** Folder of a release store in which `APP/VERSION` is written again and again while somebody uses that release. */
export const MARKS_FOLDER = 'used'
/** A process marks what it uses this often. */
export const MARK_MS = 6 * 3_600_000

export interface NamedRelease {
  readonly app: string
  readonly version: string
}

export const markFile = ({ app, version }: NamedRelease): string => `${MARKS_FOLDER}/${app}/${version}`

/** Say that a release is in use: it is not removed for some days. Its age is told by the clock of the store. */
export const markUse = async ({ files }: Pick<ReleasePlace, 'files'>, release: NamedRelease): Promise<void> =>
  files?.write(markFile(release), Buffer.from(`${new Date().toISOString()}\n`))

/** The same for what a process uses as long as it runs: what it has marked lately it does not mark again. */
export function createUseMarks(
  place: Pick<ReleasePlace, 'files'>,
  now: () => number = () => performance.now(),
): (used: readonly NamedRelease[]) => Promise<void> {
  const marked = new Map<string, number>()
  return async (used) => {
    const due = used.filter((release) => now() - (marked.get(markFile(release)) ?? -Infinity) >= MARK_MS)
    await Promise.all(due.map((release) => markUse(place, release)))
    for (const release of due) marked.set(markFile(release), now())
  }
}
