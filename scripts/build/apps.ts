import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

/** A unit that is built and released by itself: a remote, wherever its sources are, or the shell's browser files. */
export interface App {
  /** `mfe-search`; `shell`. */
  readonly name: string
  /** Folder of its sources. */
  readonly folder: string
  /** The repository that contains it, where packages are installed and builds are made. */
  readonly root: string
}

export type Target = 'web' | 'node'

/** The package.json of an app. */
interface AppPackage {
  readonly name: string
  readonly version: string
  /** Its owner: a name, or an npm person object. */
  readonly author?: string | { readonly name: string }
  readonly tessera?: {
    /** Entries that pages of other sites may load, by name. */
    readonly embeds?: Readonly<Record<string, string>>
  }
}

const NAME = /^(shell|mfe-[a-z]+)$/

/** The app in a folder, named by the last part of its package's name. @throws Error when that is no valid name of an app */
export function readApp(folder: string): App {
  const { name: full } = readAppPackage({ folder })
  const name = full.split('/').at(-1) ?? ''
  if (!NAME.test(name))
    throw new Error(
      `${path.join(folder, 'package.json')} is named "${full}"; a remote is named mfe- and lower-case letters`,
    )
  return { name, folder, root: path.dirname(folder) === ROOT ? ROOT : folder }
}

/** Read the package.json of an app. @throws Error when there is none */
export const readAppPackage = ({ folder }: Pick<App, 'folder'>): AppPackage =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as AppPackage

/** The folders of the remotes of this checkout: every `mfe-` folder with a manifest. */
export const remoteFolders = (): readonly string[] =>
  readdirSync(ROOT)
    .filter((name) => name.startsWith('mfe-') && existsSync(path.join(ROOT, name, 'manifest.ts')))
    .map((name) => path.join(ROOT, name))

/** The remotes of this checkout. @throws Error when the package.json of one cannot be read */
export const remotesHere = (): readonly App[] => remoteFolders().map(readApp)

/** The shell's browser files, and the remotes of this checkout. */
export const appsHere = (): readonly App[] => [readApp(path.join(ROOT, 'shell')), ...remotesHere()]
