import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import type { RemotePhase } from './guard.server.ts'

/** How long a release may be the cause of its process's end after it was loaded. */
const SOON_MS = 30_000

const TakenSchema = v.object({
  app: v.string(),
  version: v.string(),
  phase: v.picklist(['import', 'later']),
  at: v.number(),
})

/** Records which release a process has loaded last, for the supervisor that reads it when the process has ended. */
export interface TakenRelease {
  /** Records a release before it is tried or loaded, so that it is known whatever it does. */
  readonly during: <T>(app: string, version: string, load: () => Promise<T>) => Promise<T>
  /** Whether any release has been tried or loaded. */
  readonly hasAny: () => boolean
  /** To be called when the process serves, or ends in order: what was loaded until then is not the cause of its end. */
  readonly forget: () => void
}

/** Records in a file; nowhere without one. The file is written at once, because the process may end at any moment. */
export function createTakenRelease(file: string | undefined): TakenRelease {
  let hasAny = false
  let loading = 0
  const forget = (): void => {
    if (file !== undefined && loading === 0) rmSync(file, { force: true })
  }
  const write = (app: string, version: string, phase: 'import' | 'later'): void => {
    if (file === undefined) return
    try {
      writeFileSync(file, JSON.stringify({ app, version, phase, at: Date.now() }))
    } catch {
      // The disk is full, for example: better that a release which ends its process gets no strike than that none is loaded, or another gets it.
      rmSync(file, { force: true })
    }
  }
  return {
    async during(app, version, load) {
      hasAny = true
      write(app, version, 'import')
      loading += 1
      try {
        const loaded = await load()
        write(app, version, 'later')
        loading -= 1
        return loaded
      } catch (error) {
        loading -= 1
        forget()
        throw error
      }
    },
    hasAny: () => hasAny,
    forget,
  }
}

/** The parts of a shell that try and load releases. */
interface Loading<R> {
  readonly host: {
    readonly load: (app: string, folder: string, check?: (remote: R) => void) => Promise<R>
  }
  readonly tryCandidate: (candidate: { readonly app: string; readonly folder: string }) => Promise<void>
}

/** The same parts, with each release recorded. */
export const recordTaken = <R>({ host, tryCandidate }: Loading<R>, taken: TakenRelease): Loading<R> => ({
  host: {
    load: (app, folder, check) =>
      taken.during(app, path.basename(folder), () => host.load(app, folder, check)),
  },
  tryCandidate: (candidate) =>
    taken.during(candidate.app, path.basename(candidate.folder), () => tryCandidate(candidate)),
})

/** The release that a process was loading when it ended, or had loaded within the last 30 s. Deletes the file. */
export function takeLastLoadedRelease(
  file: string,
  now = Date.now(),
): { readonly app: string; readonly version: string; readonly phase: RemotePhase } | null {
  try {
    const { at, ...release } = v.parse(TakenSchema, JSON.parse(readFileSync(file, 'utf8')))
    return release.phase === 'import' || now - at < SOON_MS ? release : null
  } catch {
    return null // nothing was loaded
  } finally {
    rmSync(file, { force: true })
  }
}
