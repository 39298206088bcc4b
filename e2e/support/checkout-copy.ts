import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { aCheckout, type TestCheckout } from '../../scripts/testing/a-checkout.ts'
import { ROOT } from './place.ts'

/** A checkout of its own, as a team that owns one remote has it: what is changed there changes nothing here. */
export interface CheckoutCopy extends Pick<TestCheckout, 'edit' | 'remove'> {
  /** `npm run release -- ARGS`; what it prints. @throws Error with what it said when it fails */
  readonly release: (...args: readonly string[]) => Promise<string>
}

const run = promisify(execFile)

/** Copy the sources; the key that signs releases here is used there too. */
export function copyCheckout(): CheckoutCopy {
  const { root, edit, remove } = aCheckout()
  cpSync(path.join(ROOT, '.data/keys'), path.join(root, '.data/keys'), { recursive: true })
  return {
    edit,
    async release(...args) {
      const { stdout } = await run(process.execPath, ['scripts/release.ts', ...args], { cwd: root })
      return stdout
    },
    remove,
  }
}
