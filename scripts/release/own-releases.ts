import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { releaseStorage } from '../../shell/release-storage/release-storage.server.ts'
import { ROOT } from '../paths/root.ts'

const FILE = path.join(ROOT, '.data/released.json')

type Versions = Readonly<Record<string, string>>

/**
 * The versions that this checkout released last into a store, by app; empty before the first. So that releasing the same sources
 * again does not undo what was made live since, for example by a rollback.
 */
export function ownReleases(releases: string, file = FILE): Versions {
  return readAll(file)[releaseStorage(releases).name] ?? {}
}

/** Store which versions this checkout has released. */
export function noteReleases(releases: string, versions: Versions, file = FILE): void {
  const all = readAll(file)
  const name = releaseStorage(releases).name
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...all, [name]: { ...all[name], ...versions } }, null, 2))
}

function readAll(file: string): Readonly<Record<string, Versions>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Versions>
  } catch {
    return {} // nothing was released from here yet
  }
}

/** The versions of a checkout that have to go live: those that changed since its last release, and those of apps that are not live. */
export const changedSince = (
  versions: Versions,
  own: Versions,
  live: Readonly<Record<string, unknown>>,
): Versions =>
  Object.fromEntries(
    Object.entries(versions).filter(([app, version]) => own[app] !== version || live[app] === undefined),
  )
