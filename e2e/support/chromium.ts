import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'

const HEADLESS_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'] as const
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'] as const
const VERSION_TIMEOUT_MS = 20_000

/** Arguments that keep a test browser from the network, the graphics card and the sandbox that containers lack. */
export const CHROMIUM_ARGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Whether a browser really starts: on Ubuntu `chromium-browser` may be a script that only refers to snap. */
export function isWorkingBrowser(file: string): boolean {
  return isExecutable(file) && spawnSync(file, ['--version'], { timeout: VERSION_TIMEOUT_MS }).status === 0
}

/** The system's Chromium, preferably with windows: CHROME_PATH, else the first on the path that starts. Null without one. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  return env.CHROME_PATH || findOnPath([...NAMES, ...HEADLESS_NAMES], env)
}

/** A Chromium with windows on the path: the headless shell has no address autofill. Null without one. */
export const findWholeChromium = (): string | null => findOnPath(NAMES, process.env)

/**
 * Chromium's headless shell, which has no windows, not even hidden ones: journeys need two thirds of the processor time, and it
 * closes whatever a page is doing (decision 0024). CHROME_PATH takes precedence. Null without one.
 */
export function findHeadlessShell(env: NodeJS.ProcessEnv = process.env): string | null {
  return env.CHROME_PATH || findOnPath(HEADLESS_NAMES, env)
}

function findOnPath(names: readonly string[], env: NodeJS.ProcessEnv): string | null {
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '')
  const places = names.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return places.find(isWorkingBrowser) ?? null
}
