import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { aCheckout, type TestCheckout } from '../../scripts/testing/a-checkout.ts'
import { ROOT } from './environment.ts'

/** A separate checkout, like that of a team that owns one remote: changes in it do not affect this one. */
export interface CheckoutCopy extends Pick<TestCheckout, 'edit' | 'remove'> {
  /** `npm run release -- ARGS`; gives its output. @throws Error with its output when it fails */
  readonly release: (...args: readonly string[]) => Promise<string>
  /** `npm run build -- --to FOLDER`: builds what has changed, and makes it live there. @throws Error with its output when it fails */
  readonly build: (releases: string) => Promise<void>
  /** `tessera-remote dev --for SITE` of a remote, once it has printed the address for its approval. @throws Error with its output */
  readonly serveFor: (
    app: string,
    site: string,
  ) => Promise<{ readonly link: string; readonly stop: () => Promise<void> }>
}

const run = promisify(execFile)

/** Copy the sources, with the key that signs releases here. */
export function copyCheckout(): CheckoutCopy {
  const { root, edit, remove } = aCheckout()
  cpSync(path.join(ROOT, '.data/keys'), path.join(root, '.data/keys'), { recursive: true })
  return {
    edit,
    async release(...args) {
      const { stdout } = await run(process.execPath, ['scripts/release.ts', ...args], { cwd: root })
      return stdout
    },
    async build(releases) {
      await run(process.execPath, ['scripts/build.ts', '--to', releases], { cwd: root })
    },
    serveFor: (app, site) => serve(path.join(root, 'scripts/kit/remote.ts'), path.join(root, app), site),
    remove,
  }
}

async function serve(program: string, cwd: string, site: string) {
  const child = spawn(process.execPath, [program, 'dev', '--for', site, '--port', '0'], { cwd })
  const ended = once(child, 'exit')
  let said = ''
  const link = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += String(chunk)
      const [found] = /http\S+\/version\/override\?\S+/.exec(said) ?? []
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(said)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { link, stop }
}
