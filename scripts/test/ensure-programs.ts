import { spawnSync } from 'node:child_process'
import { chromium } from '@playwright/test'
import {
  findChromium,
  findHeadlessShell,
  findWholeChromium,
  isWorkingBrowser,
} from '../../e2e/support/chromium.ts'
import { OPENSSL, REDIS, VARNISH, type SystemProgram } from '../testing/system-programs.ts'
import { runStep } from './run-step.ts'

const INSTALL_TIMEOUT_MS = 15 * 60_000

/** A browser that answers: Chromium's headless shell, the system's Chromium, or what Playwright has downloaded. Null without one. */
export function findBrowser(): string | null {
  const downloaded = chromium.executablePath()
  return findHeadlessShell() ?? findChromium() ?? (isWorkingBrowser(downloaded) ? downloaded : null)
}

/** The whole browser: the headless shell fills in no forms by itself. */
const CHROMIUM: SystemProgram = {
  name: 'Chromium',
  packages: ['chromium', 'fonts-liberation'],
  isThere: () => findWholeChromium() !== null,
}
/** Installed also beside a Chromium, where the system has it. */
const HEADLESS_SHELL: SystemProgram = {
  name: 'Chromium',
  packages: ['chromium-headless-shell', 'fonts-liberation'],
  isThere: () => findHeadlessShell() !== null || !isKnown('chromium-headless-shell'),
}

const isKnown = (name: string): boolean =>
  spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
const isRoot = () => process.getuid?.() === 0
/** A package may start what it brings; run level 1 keeps it from doing so. */
const APT_ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
/** Patient with another installation, not with a network that is not there. */
const APT_OPTIONS = ['-q', '-o', 'DPkg::Lock::Timeout=600', '-o', 'Acquire::http::Timeout=20']

const apt = async (...args: readonly string[]): Promise<boolean> => {
  const command = { program: 'apt-get', args: [...APT_OPTIONS, ...args], timeoutMs: INSTALL_TIMEOUT_MS }
  return (await runStep({ ...command, env: APT_ENVIRONMENT })).code === 0
}

/** Debian's and Ubuntu's own packages. Where there is no apt-get, or a package is only a note about snap, nothing is found after it. */
async function installBySystem(programs: readonly SystemProgram[]): Promise<void> {
  if (process.platform !== 'linux' || !isRoot()) return
  const missing = programs.filter((program) => !program.isThere())
  if (missing.length === 0 || !(await apt('update'))) return
  // One by one: a package that this system does not have keeps no other out.
  for (const { packages, isThere } of missing)
    if (!isThere()) await apt('install', '-y', '--no-install-recommends', ...packages)
}

/** Playwright's own build, with the libraries that it needs where we may install them. */
async function installByPlaywright(): Promise<void> {
  const libraries = process.platform === 'linux' && isRoot() ? ['--with-deps'] : []
  const args = ['node_modules/@playwright/test/cli.js', 'install', ...libraries, 'chromium']
  await runStep({ program: process.execPath, args, timeoutMs: INSTALL_TIMEOUT_MS })
}

/** Install what the tests need and this machine lacks, where we may. A line each says what is still missing, and what would bring it. */
export async function ensurePrograms(): Promise<void> {
  await installBySystem([HEADLESS_SHELL, CHROMIUM, OPENSSL, REDIS, VARNISH])
  if (findBrowser() === null) await installByPlaywright()
  const browser = { ...CHROMIUM, isThere: () => findBrowser() !== null }
  for (const { name, packages, isThere } of [browser, OPENSSL, REDIS, VARNISH])
    process.stdout.write(`${name}: ${isThere() ? 'found' : `missing, install ${packages.join(' and ')}`}\n`)
}
