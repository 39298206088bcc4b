import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'
import { readAppPackage, type App } from './apps.ts'

/** What a build depends on besides the app's own folder, where it exists: in an installed kit that is the kit's package. */
const COMMON = ['package.json', 'package-lock.json', 'shared', 'rspack.config.ts', 'scripts/build'] as const
/** The shell's files for browsers. Its server code is not built, so it does not affect their version. */
const SHELL = [
  'package.json',
  'browser',
  'document',
  'state',
  'errors.ts',
  'messages',
  'guard/contract-range.ts',
  'http/paths.ts',
  'http/session-hint.ts',
  'override/dev-address.ts',
  'override/overridden.ts',
] as const
/** Folders without sources of a build. */
const LEFT_OUT = /^(node_modules|testing|dist|releases|\..*)$/

/**
 * Version of a build: the package's version and a hash of everything it is made from, e.g. `0.1.0-3f2a9c1d0e`.
 * The same sources give the same version on every machine, so a build that exists is never stale.
 */
export function appVersion(app: App): string {
  const hash = createHash('sha256')
  for (const file of placesOf(app).flatMap((place) => sourcesBelow(place)))
    hash
      .update(path.relative(file.startsWith(app.folder) ? app.folder : ROOT, file).replaceAll(path.sep, '/'))
      .update('\0')
      .update(readFileSync(file))
      .update('\0')
  return `${readAppPackage(app).version}-${hash.digest('hex').slice(0, 10)}`
}

/** Whether a file is one of those that the version of a build is computed from. */
export const isOfBuild = (app: App, file: string): boolean =>
  placesOf(app).some((place) => file === place || file.startsWith(place + path.sep))

const placesOf = ({ name, folder }: App): readonly string[] => [
  ...(name === 'shell' ? SHELL.map((place) => path.join(folder, place)) : [folder]),
  ...COMMON.map((place) => path.join(ROOT, place)).filter((place) => existsSync(place)),
]

function sourcesBelow(place: string): string[] {
  if (path.extname(place)) return [place]
  const items = readdirSync(place, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return items.flatMap((item) => {
    const name = path.join(place, item.name)
    if (item.isDirectory()) return LEFT_OUT.test(item.name) ? [] : sourcesBelow(name)
    return isSource(item.name) ? [name] : []
  })
}

/** Hidden files are no sources: Emacs, for one, marks a file with unsaved changes by a link that leads nowhere. */
const isSource = (name: string): boolean =>
  /^[^.].*\.(ts|tsx|mjs|css|json|svg)$/.test(name) && !/\.test\.tsx?$/.test(name)
