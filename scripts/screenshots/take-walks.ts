import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium, findHeadlessShell } from '../../e2e/support/chromium.ts'
import { signInContext } from '../../e2e/support/sign-in.ts'
import { toMessage } from '../start/usage-error.ts'
import { PATIENCE_MS } from './patient.ts'
import { SIZES, type Screen, type Visit, type Walk } from './screen.ts'
import { takeScreen } from './take-screen.ts'

/** How many characters of the page's text are reported when a walk fails. */
const SAID = 400

/** A walk that failed. */
export interface BrokenWalk {
  readonly group: string
  readonly reason: string
}

/** Walk through a site and take its screens. A walk that fails keeps the screens that it has taken. */
export async function takeWalks(
  walks: readonly Walk[],
  siteUrl: (walk: Walk) => Promise<string>,
  folder: string,
  tell: (line: string) => void,
): Promise<{ readonly screens: readonly Screen[]; readonly broken: readonly BrokenWalk[] }> {
  const executablePath = findHeadlessShell() ?? findChromium() ?? undefined
  const browser = await chromium.launch({
    args: [...CHROMIUM_ARGS],
    ...(executablePath && { executablePath }),
  })
  const screens: Screen[] = []
  const broken: BrokenWalk[] = []
  try {
    for (const walk of walks) {
      tell(walk.group)
      try {
        await takeWalk(browser, walk, await siteUrl(walk), async (page, name) => {
          screens.push(await takeScreen(page, folder, { group: walk.group, name }))
        })
      } catch (error) {
        broken.push({ group: walk.group, reason: toMessage(error) })
      }
    }
  } finally {
    await browser.close()
  }
  return { screens, broken }
}

type Taker = (page: Parameters<typeof takeScreen>[0], name: string) => Promise<void>

async function takeWalk(browser: Browser, walk: Walk, site: string, taken: Taker): Promise<void> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: SIZES.desktop,
    javaScriptEnabled: walk.hasScript ?? true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  try {
    if (walk.who) await signInContext(context, site, walk.who)
    const page = await context.newPage()
    const visit: Visit = {
      page,
      context,
      take: (name) => taken(page, name),
      open: async (path) => void (await page.goto(path)),
    }
    await walk.go(visit).catch(async (error: unknown) => {
      const words = await page.locator('main').innerText()
      throw new Error(`${toMessage(error)}\n  ${page.url()}: ${words.slice(0, SAID)}`, { cause: error })
    })
  } finally {
    await context.close()
  }
}
