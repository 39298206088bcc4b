import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_ARGS } from '../../e2e/support/chromium.ts'
import { TEST_LIMITS } from '../../e2e/support/limits.ts'
import { findBrowser } from '../test/ensure-programs.ts'
import { aCheckout, type TestCheckout } from './a-checkout.ts'

/** `npm run dev` on a separate checkout, with a browser. */
export interface DevSite {
  readonly checkout: TestCheckout
  readonly process: ChildProcess
  readonly browser: Browser
  readonly url: string
  /** Its output so far. */
  readonly printed: () => string
  readonly remove: () => Promise<void>
}

/** Start it; `prepare` may change the checkout first, `args` are further options of the command. */
export async function aDevSite(
  prepare: (checkout: TestCheckout) => void = () => undefined,
  args: readonly string[] = ['--no-checks'],
): Promise<DevSite> {
  const checkout = aCheckout()
  prepare(checkout)
  const ports = ['--port', '0', '--platform-port', '0', '--data', path.join(checkout.root, '.data'), ...args]
  const dev = fork(path.join(checkout.root, 'scripts/dev.ts'), ports, {
    cwd: checkout.root,
    env: { ...process.env, TESSERA_LIMITS: JSON.stringify(TEST_LIMITS) },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let printed = ''
  for (const stream of [dev.stdout, dev.stderr])
    stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ready = once(dev, 'message') as Promise<[{ readonly url: string }]>
  const ended = once(dev, 'exit').then(() => Promise.reject(new Error(printed)))
  ended.catch(() => undefined) // a later end is that of the test
  const [{ url }] = await Promise.race([ready, ended])
  const browser = await chromium.launch({ args: [...CHROMIUM_ARGS], executablePath: findBrowser() ?? '' })
  return {
    checkout,
    process: dev,
    browser,
    url,
    printed: () => printed,
    async remove() {
      await browser.close()
      dev.kill('SIGKILL')
      checkout.remove()
    },
  }
}
