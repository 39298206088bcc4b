import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { AppName } from './apps.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What a build of an app depends on, besides the app's own folder. */
const COMMON = ['shared', 'rspack.config.ts', 'package-lock.json', 'scripts/build'] as const
/** The shell's server code is not built, so it does not date the browser's files. */
const SHELL = [
  'shell/package.json',
  'shell/browser',
  'shell/document',
  'shell/state',
  'shell/errors.ts',
  'shell/messages',
  'shell/http/paths.ts',
  'shell/http/session-hint.ts',
  'shell/features/alerts/alerts.css',
] as const

/**
 * Version of a build: the package's version and a hash of everything it is made from, e.g. `0.1.0-3f2a9c1d0e`.
 * The same sources give the same version on every machine, so a build that exists is never stale.
 */
export function appVersion(app: AppName): string {
  const { version } = JSON.parse(readFileSync(path.join(root, app, 'package.json'), 'utf8')) as {
    version: string
  }
  return `${version}-${sourceHash(placesOf(app))}`
}

/** Whether a file is among what the version of a build is made from. */
export const isOfBuild = (app: AppName, file: string): boolean =>
  placesOf(app).some((place) => file === place || file.startsWith(`${place}/`))

const placesOf = (app: AppName): readonly string[] => [...(app === 'shell' ? SHELL : [app]), ...COMMON]

/** First ten hex digits of a SHA-256 over the names and bytes of all sources below the given places. */
export function sourceHash(places: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of places.flatMap((place) => sourcesBelow(place)).toSorted()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 10)
}

function sourcesBelow(place: string): string[] {
  if (path.extname(place)) return [place]
  return readdirSync(path.join(root, place), { withFileTypes: true }).flatMap((item) => {
    const name = path.posix.join(place, item.name)
    if (item.isDirectory())
      return item.name === 'node_modules' || item.name === 'testing' ? [] : sourcesBelow(name)
    return isSource(item.name) ? [name] : []
  })
}

const isSource = (name: string): boolean =>
  /\.(ts|tsx|mjs|css|json|svg)$/.test(name) && !/\.test\.tsx?$/.test(name)
