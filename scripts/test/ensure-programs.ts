import { chromium } from '@playwright/test'
import { findChromium, isWorkingBrowser } from '../../e2e/support/chromium.ts'
import { REDIS, VARNISH, type SystemProgram } from '../testing/system-programs.ts'
import { runStep } from './run-step.ts'

const INSTALL_TIMEOUT_MS = 15 * 60_000

const isRoot = () => process.getuid?.() === 0
/** A package may start what it brings; run level 1 keeps it from doing so. */
const APT_ENVIRONMENT = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
const apt = async (...args: readonly string[]): Promise<boolean> => {
  const patient = ['-q', '-o', 'DPkg::Lock::Timeout=600']
  const command = { program: 'apt-get', args: [...patient, ...args], timeoutMs: INSTALL_TIMEOUT_MS }
  return (await runStep({ ...command, env: APT_ENVIRONMENT })).code === 0
}

/** A browser that answers: the system's Chromium, or the one that Playwright has downloaded. Null without one. */
export function findBrowser(): string | null {
  const downloaded = chromium.executablePath()
  return findChromium() ?? (isWorkingBrowser(downloaded) ? downloaded : null)
}

const CHROMIUM: SystemProgram = {
  name: 'Chromium',
  packages: ['chromium', 'fonts-liberation'],
  isThere: () => findBrowser() !== null,
}
const PROGRAMS = [CHROMIUM, REDIS, VARNISH]

/** Debian's and Ubuntu's own packages. Where there is no apt-get, or a package is only a note about snap, nothing is found after it. */
async function installBySystem(programs: readonly SystemProgram[]): Promise<void> {
  if (programs.length === 0 || process.platform !== 'linux' || !isRoot()) return
  if (!(await apt('update'))) return
  // One by one: a package that this system does not have keeps no other out.
  for (const { packages } of programs) await apt('install', '-y', '--no-install-recommends', ...packages)
}

/** Playwright's own build, with the libraries that it needs where we may install them. */
async function installByPlaywright(): Promise<void> {
  const libraries = process.platform === 'linux' && isRoot() ? ['--with-deps'] : []
  const args = ['node_modules/@playwright/test/cli.js', 'install', ...libraries, 'chromium']
  await runStep({ program: process.execPath, args, timeoutMs: INSTALL_TIMEOUT_MS })
}

/** Install what the tests need and this machine lacks, where we may. A line each says what is still missing, and what would bring it. */
export async function ensurePrograms(): Promise<void> {
  await installBySystem(PROGRAMS.filter((program) => !program.isThere()))
  if (!CHROMIUM.isThere()) await installByPlaywright()
  for (const { name, packages, isThere } of PROGRAMS)
    process.stdout.write(`${name}: ${isThere() ? 'found' : `missing, install ${packages.join(' and ')}`}\n`)
}
