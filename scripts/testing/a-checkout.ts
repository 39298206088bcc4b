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
import { ROOT } from '../paths/root.ts'
import { editFile } from './edit-file.ts'

/** A checkout for changing files: the sources are copied, the packages linked. */
export interface TestCheckout {
  readonly root: string
  readonly read: (file: string) => string
  readonly write: (file: string, text: string) => void
  /** Replace text in a source file. @throws Error when the file does not contain it */
  readonly edit: (file: string, from: string, to: string) => void
  readonly remove: () => void
}

/** Not copied: build results, and what the sources do not need. */
const LEFT_OUT = /^(node_modules|dist|releases|docs|e2e|bench|deploy|test-results|\..*)$/

/** Copy this checkout into a temporary folder, so that an interrupted test leaves no change behind. */
export function aCheckout(): TestCheckout {
  const root = mkdtempSync(path.join(tmpdir(), 'tessera-checkout-'))
  const copied = readdirSync(ROOT).filter((name) => !LEFT_OUT.test(name))
  for (const name of copied) {
    cpSync(path.join(ROOT, name), path.join(root, name), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'node_modules',
    })
    // Packages whose version only one workspace needs are installed inside it.
    const own = path.join(ROOT, name, 'node_modules')
    if (existsSync(own)) symlinkSync(own, path.join(root, name, 'node_modules'))
  }
  linkPackages(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'))
  return {
    root,
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
    write: (file, text) => writeFileSync(path.join(root, file), text),
    edit: (file, from, to) => editFile(root, file, from, to),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Link all packages but our own, which have to be the copies. */
function linkPackages(from: string, to: string): void {
  mkdirSync(path.join(to, '@tessera'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@tessera' && !name.startsWith('.')) symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const name of readdirSync(path.join(from, '@tessera'))) {
    symlinkSync(path.join('../..', name), path.join(to, '@tessera', name))
  }
}
