import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../e2e/support/chromium.ts'
import { onSlow4G } from '../../e2e/support/slow-4g.ts'
import { median } from '../load.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, ms, type SectionResult } from '../report.ts'

/** An ordinary phone: Lighthouse's slow 4G, and a quarter of this machine's processor. */
const TELEPHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
const SLOWER = 4
/** How long a visitor reads before the next tap. */
const READING_MS = 3_000

const START = '/services'
/** Links in the order of the visitor's taps, with the heading of the page that each leads to. */
const TAPS = [
  { link: 'Council tax', heading: /^Council tax$/ },
  { link: 'Moving home', heading: /^Tell us/ },
  { link: 'Council tax', heading: /^Council tax$/ },
] as const

/** From a tap on a link to the next page's heading, for the first, second and third page of a visit. */
export async function phone({ site, plan, say }: Bench): Promise<SectionResult> {
  const executablePath = findChromium()
  if (executablePath === null) {
    say('no Chromium on this machine: skipped')
    return { rows: [], data: null }
  }
  const shell = await site.startShell('phone', { isFree: true })
  const browser = await chromium.launch({ args: [...CHROMIUM_ARGS], executablePath })
  const visits: (readonly number[])[] = []
  try {
    for (let count = 0; count < plan.visits; count += 1) visits.push(await visit(browser, shell.url))
  } finally {
    await browser.close()
    await shell.stop()
  }
  say(`from tap to heading: ${visits.map((times) => times.map(Math.round).join(', ')).join(' | ')} ms`)
  const middle = TAPS.map((_, tap) => median(visits.map((times) => times[tap] ?? NaN)))
  const [first = NaN, second = NaN, third = NaN] = middle
  return {
    rows: [
      aimed('a telephone on slow 4G: first tap to the next page', first, { atMost: 1_000 }, ms),
      info('a telephone on slow 4G: second tap', ms(second)),
      info('a telephone on slow 4G: third tap', ms(third)),
    ],
    data: { visits },
  }
}

async function visit(browser: Browser, url: string): Promise<readonly number[]> {
  const context = await browser.newContext(TELEPHONE)
  try {
    const page = await context.newPage()
    const session = await onSlow4G(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(url + START)
    const times: number[] = []
    for (const tap of TAPS) {
      await page.waitForTimeout(READING_MS)
      times.push(await follow(page, tap))
    }
    return times
  } finally {
    await context.close()
  }
}

async function follow(page: Page, { link, heading }: (typeof TAPS)[number]): Promise<number> {
  const target = page.getByRole('link', { name: link, exact: true }).filter({ visible: true }).first()
  await target.scrollIntoViewIfNeeded()
  const started = performance.now()
  await target.tap({ noWaitAfter: true })
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  return performance.now() - started
}
