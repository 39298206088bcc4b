import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Output of runs below the root, which no test of a file reads. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['.git', '.node', '.data', 'dist', 'releases'],
  ...['test-results', 'playwright-report', 'coverage'],
])

/** Copy a checkout to a new temporary folder, and give its path. Installed packages are linked. */
export function copyCheckout(root: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'tessera-mutants-'))
  for (const item of readdirSync(root, { withFileTypes: true }))
    if (!LEFT_OUT.has(item.name)) copyItem(root, copy, item)
  return copy
}

interface Item {
  readonly name: string
  isDirectory(): boolean
  isSymbolicLink(): boolean
}

function copyItem(from: string, to: string, item: Item): void {
  const source = path.join(from, item.name)
  const target = path.join(to, item.name)
  if (item.isSymbolicLink()) return symlinkSync(readlinkSync(source), target)
  if (!item.isDirectory()) return copyFileSync(source, target)
  if (item.name === 'node_modules') return linkPackages(source, target)
  mkdirSync(target)
  for (const child of readdirSync(source, { withFileTypes: true })) copyItem(source, target, child)
}

/** A folder of links to packages. A link to a package of this project becomes one to the copy's own. */
function linkPackages(source: string, target: string): void {
  mkdirSync(target)
  for (const item of readdirSync(source, { withFileTypes: true })) {
    const original = path.join(source, item.name)
    const link = path.join(target, item.name)
    if (item.isSymbolicLink()) symlinkSync(readlinkSync(original), link)
    else if (item.name.startsWith('@')) linkPackages(original, link)
    else symlinkSync(original, link)
  }
}
