import { chromium } from '@playwright/test'
import { findChromium, isWorkingBrowser } from '../../e2e/support/chromium.ts'
import { runStep } from './run-step.ts'

const INSTALL_TIMEOUT_MS = 15 * 60_000

const isRoot = () => process.getuid?.() === 0
const install = (program: string, args: readonly string[], env = process.env) =>
  runStep({ program, args, env, timeoutMs: INSTALL_TIMEOUT_MS })

/** Debian's and Ubuntu's own package. Where there is no apt-get, or the package is only a note about snap, nothing is found after it. */
async function installBySystem(): Promise<void> {
  if (process.platform !== 'linux' || !isRoot()) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const updated = await install('apt-get', ['update', '-q'], env)
  if (updated.code !== 0) return
  await install(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', 'chromium', 'fonts-liberation'],
    env,
  )
}

/** Playwright's own build, with the libraries that it needs where we may install them. */
async function installByPlaywright(): Promise<void> {
  const libraries = process.platform === 'linux' && isRoot() ? ['--with-deps'] : []
  await install(process.execPath, [
    'node_modules/@playwright/test/cli.js',
    'install',
    ...libraries,
    'chromium',
  ])
}

/** A Chromium that works: the system's, or one installed for it. Null when none could be had; then a line says what to do. */
export async function ensureChromium(): Promise<string | null> {
  const downloaded = () => (isWorkingBrowser(chromium.executablePath()) ? chromium.executablePath() : null)
  const there = findChromium() ?? downloaded()
  if (there !== null) return there
  await installBySystem()
  const installed = findChromium()
  if (installed !== null) return installed
  await installByPlaywright()
  if (downloaded() === null) {
    process.stderr.write(
      'No Chromium: install the package chromium or google-chrome, or name one in CHROME_PATH.\n',
    )
  }
  return downloaded()
}
