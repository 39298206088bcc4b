import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../e2e/support/chromium.ts'
import { PAGE_TYPES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, kilobytes, ratio, type Row, type SectionResult } from '../report.ts'

/** The sizes of one page, in bytes. */
interface Weight {
  readonly html: number
  readonly htmlGzip: number
  readonly state: number
  /** JavaScript that the page loads by itself, and together with that for following a first link. */
  readonly scriptsGzip: number
  readonly activeScriptsGzip: number
}

const STATE = /<script type="application\/json" id="state">([\s\S]*?)<\/script>/
/** A link in the footer of every page that leads to none of the measured pages. */
const LINK = 'footer nav a[href^="/"]'
const SETTLED_MS = 700

/** Bytes of each kind of page: HTML and inlined state as sent, scripts as a browser requests them. */
export async function bytes({ site, say }: Bench): Promise<SectionResult> {
  const shell = await site.startShell('bytes', { isFree: true })
  const executablePath = findChromium()
  const browser = executablePath ? await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] }) : null
  if (!browser) say('no Chromium on this machine: scripts are not weighed')
  const weights: Record<string, Weight> = {}
  for (const [name, path] of Object.entries(PAGE_TYPES)) {
    const html = await readPage(shell.url + path)
    const scripts = browser ? await weighScripts(browser, shell.url + path) : { before: NaN, after: NaN }
    weights[name] = {
      html: Buffer.byteLength(html),
      htmlGzip: gzipSync(html).length,
      state: Buffer.byteLength(STATE.exec(html)?.[1] ?? ''),
      scriptsGzip: scripts.before,
      activeScriptsGzip: scripts.after,
    }
    say(`${name}: ${kilobytes(weights[name].htmlGzip)} of HTML`)
  }
  await browser?.close()
  await shell.stop()
  return { rows: Object.entries(weights).flatMap(([name, weight]) => rowsOf(name, weight)), data: weights }
}

/** The page as it is when its content type is known already. */
async function readPage(url: string): Promise<string> {
  await fetch(url)
  return (await fetch(url)).text()
}

async function weighScripts(
  browser: Browser,
  url: string,
): Promise<{ readonly before: number; readonly after: number }> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const scripts = collectScripts(page)
    await page.goto(url, { waitUntil: 'networkidle' })
    const before = await total(scripts)
    await page.locator(LINK).first().click()
    await page.waitForTimeout(SETTLED_MS)
    await page.waitForLoadState('networkidle')
    return { before, after: await total(scripts) }
  } finally {
    await context.close()
  }
}

/** Each script once, however often it is requested: a preload and its use are one download. */
function collectScripts(page: Page): Map<string, Promise<number>> {
  const scripts = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || scripts.has(response.url())) return
    scripts.set(
      response.url(),
      response.body().then(
        (body) => gzipSync(body, { level: 9 }).length,
        () => 0, // aborted by a navigation; the next page loads it from the cache
      ),
    )
  })
  return scripts
}

const total = async (scripts: ReadonlyMap<string, Promise<number>>): Promise<number> =>
  (await Promise.all(scripts.values())).reduce((sum, size) => sum + size, 0)

/** Budgets of design 7; those of a page without islands are the content page's. */
function rowsOf(name: string, weight: Weight): readonly Row[] {
  const isContent = name === 'content'
  const aim = (measure: string, value: number, atMost: number) =>
    isContent
      ? aimed(`${name}: ${measure}`, value, { atMost }, kilobytes)
      : info(`${name}: ${measure}`, kilobytes(value))
  return [
    info(`${name}: HTML`, kilobytes(weight.html)),
    aim('HTML gzip', weight.htmlGzip, 6_000),
    aim('inlined state', weight.state, 2_000),
    aimed(`${name}: state ÷ HTML`, weight.state / weight.html, { atMost: 0.25 }, ratio),
    aim('JS gzip before activation', weight.scriptsGzip, 12_000),
    info(`${name}: JS gzip after a first navigation`, kilobytes(weight.activeScriptsGzip)),
  ]
}
