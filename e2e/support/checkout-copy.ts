import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { aCheckout } from '../../scripts/testing/a-checkout.ts'
import { ROOT } from './place.ts'

/** A checkout of its own, as a team that owns one remote has it: what is changed there changes nothing here. */
export interface CheckoutCopy {
  /** Replace words in a source file. @throws Error when they are not in it */
  readonly edit: (file: string, from: string, to: string) => void
  /** `npm run release -- ARGS`; what it prints. @throws Error with what it said when it fails */
  readonly release: (...args: readonly string[]) => Promise<string>
  readonly remove: () => void
}

const run = promisify(execFile)

/** Copy the sources; the key that signs releases here is used there too. */
export function copyCheckout(): CheckoutCopy {
  const { root, read, write, remove } = aCheckout()
  cpSync(path.join(ROOT, '.data/keys'), path.join(root, '.data/keys'), { recursive: true })
  return {
    edit(file, from, to) {
      const source = read(file)
      if (!source.includes(from)) throw new Error(`${file} does not say "${from}"`)
      write(file, source.replaceAll(from, to))
    },
    async release(...args) {
      const { stdout } = await run(process.execPath, ['scripts/release.ts', ...args], { cwd: root })
      return stdout
    },
    remove,
  }
}
