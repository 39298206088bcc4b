import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium, findHeadlessShell } from '../../e2e/support/chromium.ts'
import { signInContext } from '../../e2e/support/sign-in.ts'
import { toMessage } from '../start/usage-error.ts'
import { TIMEOUT_MS } from './expect.ts'
import { SIZES, type Screen, type Visit, type ScreenTour } from './screen.ts'
import { takeScreen } from './take-screen.ts'

/** How many characters of the page's text are reported when a tour fails. */
const SAID = 400

/** A tour that failed. */
export interface BrokenTour {
  readonly group: string
  readonly reason: string
}

/** Tour a site and take its screens. A tour that fails keeps the screens that it has taken. */
export async function takeTours(
  tours: readonly ScreenTour[],
  siteUrl: (tour: ScreenTour) => Promise<string>,
  folder: string,
  tell: (line: string) => void,
): Promise<{ readonly screens: readonly Screen[]; readonly broken: readonly BrokenTour[] }> {
  const executablePath = findHeadlessShell() ?? findChromium() ?? undefined
  const browser = await chromium.launch({
    args: [...CHROMIUM_ARGS],
    ...(executablePath && { executablePath }),
  })
  const screens: Screen[] = []
  const broken: BrokenTour[] = []
  try {
    for (const tour of tours) {
      tell(tour.group)
      try {
        await takeTour(browser, tour, await siteUrl(tour), async (page, name) => {
          screens.push(await takeScreen(page, folder, { group: tour.group, name }))
        })
      } catch (error) {
        broken.push({ group: tour.group, reason: toMessage(error) })
      }
    }
  } finally {
    await browser.close()
  }
  return { screens, broken }
}

type Taker = (page: Parameters<typeof takeScreen>[0], name: string) => Promise<void>

async function takeTour(browser: Browser, tour: ScreenTour, site: string, taken: Taker): Promise<void> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: SIZES.desktop,
    javaScriptEnabled: tour.hasScript ?? true,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  try {
    if (tour.who) await signInContext(context, site, tour.who)
    const page = await context.newPage()
    const visit: Visit = {
      page,
      context,
      take: (name) => taken(page, name),
      open: async (path) => void (await page.goto(path)),
    }
    await tour.go(visit).catch(async (error: unknown) => {
      const words = await page.locator('main').innerText()
      throw new Error(`${toMessage(error)}\n  ${page.url()}: ${words.slice(0, SAID)}`, { cause: error })
    })
  } finally {
    await context.close()
  }
}
