import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { CONTRACT_VERSION } from '@tessera/shared/contract'
import type { Say } from '../release/go-live.ts'

const TEMPLATE = path.join(import.meta.dirname, 'template')
const PACKAGES = ['contract', 'remote'] as const

/** The remote to create. */
export interface NewRemote {
  /** `mfe-` and lower-case letters. */
  readonly name: string
  /** Folder in which the remote's folder is created. */
  readonly parent: string
  /** Folder of the kit's tarballs, when no registry has them. */
  readonly kit?: string | undefined
}

/** Create a repository with a working remote. @throws Error when the name is invalid, or the folder exists already */
export function createRemote({ name, parent, kit }: NewRemote, say: Say): void {
  if (!/^mfe-[a-z]+$/.test(name))
    throw new Error(`"${name}" is no name of a remote: mfe- and lower-case letters`)
  const folder = path.join(parent, name)
  if (existsSync(folder)) throw new Error(`${folder} is there already`)
  const tarballs = kit === undefined ? [] : findTarballs(path.resolve(kit))
  const key = name.slice('mfe-'.length)
  const title = `${key.slice(0, 1).toUpperCase()}${key.slice(1)}`
  const named = (text: string): string => text.replaceAll('example', key).replaceAll('Example', title)

  cpSync(TEMPLATE, folder, { recursive: true })
  // The template has another name, because npm leaves `.gitignore` files out of packages.
  renameSync(path.join(folder, 'gitignore'), path.join(folder, '.gitignore'))
  for (const item of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!item.isFile()) continue
    const file = path.join(item.parentPath, item.name)
    writeFileSync(file, named(readFileSync(file, 'utf8')))
    renameSync(file, path.join(item.parentPath, named(item.name)))
  }
  if (tarballs.length > 0) copyKit(tarballs, folder)
  say(`${name} is in ${folder}. Next: cd ${path.relative(process.cwd(), folder)}, npm install, npm test`)
}

/** The tarballs of this kit's own version: the folder may have older ones too. @throws Error when one is missing */
const findTarballs = (kit: string): readonly string[] =>
  PACKAGES.map((name) => {
    const tarball = path.join(kit, `tessera-${name}-${CONTRACT_VERSION}.tgz`)
    if (!existsSync(tarball))
      throw new Error(`There is no ${tarball}: \`npm run kit\` of the site prints where the kit is`)
    return tarball
  })

/** Copy the kit's tarballs into the repository, and make it install these. */
function copyKit(tarballs: readonly string[], folder: string): void {
  mkdirSync(path.join(folder, 'kit'))
  const file = path.join(folder, 'package.json')
  let text = readFileSync(file, 'utf8')
  for (const [index, name] of PACKAGES.entries()) {
    const tarball = tarballs[index] ?? ''
    const copy = `kit/${path.basename(tarball)}`
    copyFileSync(tarball, path.join(folder, copy))
    text = text.replace(new RegExp(`("@tessera/${name}": )"[^"]*"`), `$1"file:${copy}"`)
  }
  writeFileSync(file, text)
}
