import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from './place.ts'

/** A checkout of its own, as a team that owns one remote has it: what is changed there changes nothing here. */
export interface CheckoutCopy {
  /** Replace words in a source file. @throws Error when they are not in it */
  readonly edit: (file: string, from: string, to: string) => void
  /** `npm run release -- ARGS`; what it prints. @throws Error with what it said when it fails */
  readonly release: (...args: readonly string[]) => Promise<string>
  readonly remove: () => void
}

/** What a release is built from, and the scripts that build it. */
const SOURCES = [
  'mfe-account',
  'mfe-content',
  'mfe-devinfo',
  'mfe-forms',
  'mfe-search',
  'scripts',
  'shared',
  'shell',
  'package.json',
  'package-lock.json',
  'rspack.config.ts',
  'tsconfig.json',
] as const
const run = promisify(execFile)

/** Copy the sources; packages that are installed here, and the key that signs releases, are used there too. */
export function copyCheckout(): CheckoutCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-checkout-'))
  const isOurs = (file: string) => path.basename(file) !== 'node_modules'
  for (const name of SOURCES)
    cpSync(path.join(ROOT, name), path.join(folder, name), { recursive: true, filter: isOurs })
  linkPackages(folder)
  cpSync(path.join(ROOT, '.data/keys'), path.join(folder, '.data/keys'), { recursive: true })
  return {
    edit(file, from, to) {
      const source = readFileSync(path.join(folder, file), 'utf8')
      if (!source.includes(from)) throw new Error(`${file} does not say "${from}"`)
      writeFileSync(path.join(folder, file), source.replaceAll(from, to))
    },
    async release(...args) {
      const { stdout } = await run(process.execPath, ['scripts/release.ts', ...args], { cwd: folder })
      return stdout
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Installed packages by links; the workspaces among them are those of the copy. */
function linkPackages(folder: string): void {
  const installed = path.join(ROOT, 'node_modules')
  mkdirSync(path.join(folder, 'node_modules/@tessera'), { recursive: true })
  for (const name of readdirSync(installed).filter((one) => one !== '@tessera' && one !== '.cache'))
    symlinkSync(path.join(installed, name), path.join(folder, 'node_modules', name))
  for (const name of SOURCES.filter((one) => existsSync(path.join(folder, one, 'package.json')))) {
    symlinkSync(path.join(folder, name), path.join(folder, 'node_modules/@tessera', name))
    const own = path.join(ROOT, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, path.join(folder, name, 'node_modules'))
  }
}
