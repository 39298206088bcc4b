import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../e2e/support/chromium.ts'
import type { Child } from '../child.ts'
import { UNCACHED } from '../freshness.ts'
import { writeLargeSeed } from '../large-seed.ts'
import { measure, median, medians, type Measured } from '../load.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, ms, ratio, whole, type Row, type SectionResult } from '../report.ts'
import { roundsOf, watchPlatform, type SeenCall, type WatchedPlatform } from '../watched-platform.ts'

const CONNECTIONS = 10
/** What a real platform takes to answer. */
const API_MS = 50
/** Between two key presses of somebody who types fast. */
const KEY_MS = 60
const TYPED = 'counci'
const TERMS = [
  'bins',
  'council tax',
  'parking permit',
  'planning',
  'library',
  'school meals',
  'pothole',
  'recycling centre',
  'housing benefit',
  'register a death',
  'elections',
  'jobs',
  'noise',
  'swimming',
  'trees',
  'blue badge',
  'garden waste',
  'councillor',
  'turbine',
  'extension',
] as const
const SEARCH_PAGES = TERMS.map((term) => `/search?term=${encodeURIComponent(term)}`)
/** First views whose calls are counted. */
const FIRST_VIEWS = {
  'search, no term': '/search',
  'search, a term': '/search?term=bins',
  'search, nothing found': '/search?term=xyzzyq',
  news: '/news',
  events: '/events',
  'planning applications': '/planning/applications',
} as const

/**
 * Search beside content pages: what a page of results costs the shell, what its first view asks of the platform and in how many rounds,
 * and how long visitors wait for suggestions and for the next results. With `--entries N` the same on a site that is so large.
 */
export async function search(bench: Bench): Promise<SectionResult> {
  const { site, plan, say } = bench
  const large = plan.entries > 0 ? await startLarge(bench) : null
  const platform = large?.platform ?? site.platform
  const line = await watchPlatform(platform.url, API_MS)
  try {
    const speed = await compareWithContent(bench, platform)
    const shell = await site.startShell('search-calls', {
      limits: UNCACHED,
      options: { platformUrl: line.url },
      isFree: true,
    })
    const views = await countCalls(shell, line)
    const waits = await typeAndClick(shell, bench)
    await shell.stop()
    say(`${Object.values(views).reduce((sum, { calls }) => sum + calls.length, 0)} calls for all first views`)
    const rows = [...speed.rows, ...rowsOfCalls(views), ...rowsOfWaits(waits)]
    return { rows, data: { entries: plan.entries, runs: speed.runs, views, waits } }
  } finally {
    await line.close()
    await large?.stop()
  }
}

/** The demonstration site with many more entries behind it, on a platform of its own. */
async function startLarge({ site, plan, say }: Bench) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tessera-large-'))
  say(`importing ${whole(plan.entries)} more entries`)
  const seed = path.join(folder, 'seed')
  writeLargeSeed(seed, plan.entries)
  const data = path.join(folder, 'data')
  const args = ['--port', '0', '--data', data, '--seed', seed]
  const platform = await site.startServer({ script: 'platform/main.server.ts', args })
  const stop = async () => {
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { platform, stop }
}

async function compareWithContent({ site, plan, say }: Bench, platform: Child) {
  const shell = await site.startShell('search', { limits: UNCACHED, options: { platformUrl: platform.url } })
  const runs: Record<'content' | 'search', Measured[]> = { content: [], search: [] }
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const [name, paths] of [
      ['content', CONTENT_PAGES],
      ['search', SEARCH_PAGES],
    ] as const) {
      const seconds = round === 0 ? plan.warmUpSeconds : plan.seconds
      const load = { url: shell.url, paths, connections: CONNECTIONS, seconds }
      const measured = await measure(shell, site.generator, load)
      if (round === 0) continue
      runs[name].push(measured)
      say(`${name}: ${whole(measured.perSecond)} requests/s, ${ms(measured.cpuMsPerRequest)} CPU`)
    }
  }
  await shell.stop()
  const [content, found] = [medians(runs.content), medians(runs.search)]
  return {
    runs,
    rows: [
      info(
        'page of results, uncached: requests/s; CPU; p99',
        `${whole(found.perSecond)}; ${ms(found.cpuMsPerRequest)}; ${ms(found.p99)}`,
      ),
      aimed(
        'page of results ÷ content page, by CPU',
        content.cpuMsPerRequest / found.cpuMsPerRequest,
        { atLeast: 0.75 },
        ratio,
      ),
      aimed(
        'page of results ÷ content page, by requests/s',
        found.perSecond / content.perSecond,
        { atLeast: 0.75 },
        ratio,
      ),
    ],
  }
}

interface FirstView {
  readonly calls: readonly SeenCall[]
  readonly rounds: number
}

async function countCalls(shell: Child, line: WatchedPlatform): Promise<Readonly<Record<string, FirstView>>> {
  const views: Record<string, FirstView> = {}
  // What every page shares (the tree, the words that mean the same) is there before the first view that counts.
  await (await fetch(shell.url + FIRST_VIEWS['search, a term'])).text()
  for (const [name, address] of Object.entries(FIRST_VIEWS)) {
    line.takeCalls()
    const response = await fetch(shell.url + address)
    await response.text()
    const calls = line.takeCalls()
    views[name] = { calls, rounds: roundsOf(calls) }
  }
  return views
}

const rowsOfCalls = (views: Readonly<Record<string, FirstView>>): readonly Row[] =>
  Object.entries(views).map(([name, { calls, rounds }]) =>
    info(`${name}: calls of a first view; in rounds`, `${calls.length}; ${rounds}`),
  )

interface Waits {
  readonly suggestions: readonly number[]
  readonly requests: readonly number[]
  readonly results: readonly number[]
}

/** With every call to the platform taking `API_MS`: from the last key to suggestions, from a click on a filter to its results. */
async function typeAndClick(shell: Child, { plan, say }: Bench): Promise<Waits | null> {
  const executablePath = findChromium()
  if (executablePath === null) {
    say('no Chromium on this machine: nothing is typed')
    return null
  }
  const browser = await chromium.launch({ args: [...CHROMIUM_ARGS], executablePath })
  const waits = { suggestions: [] as number[], requests: [] as number[], results: [] as number[] }
  try {
    for (let visit = 0; visit < plan.visits; visit += 1) {
      const { suggestions, requests } = await typeFast(browser, shell.url)
      waits.suggestions.push(suggestions)
      waits.requests.push(requests)
      waits.results.push(await chooseFilter(browser, shell.url))
    }
  } finally {
    await browser.close()
  }
  return waits
}

async function typeFast(browser: Browser, url: string) {
  return inNewPage(browser, async (page) => {
    await page.goto(`${url}/search`, { waitUntil: 'networkidle' })
    const box = page.getByRole('main').getByRole('combobox')
    await box.click()
    await page.waitForLoadState('networkidle')
    let requests = 0
    page.on('request', (request) => (requests += request.url().includes('/suggestions') ? 1 : 0))
    await box.pressSequentially(TYPED, { delay: KEY_MS })
    const started = performance.now()
    await page.getByRole('option').first().waitFor()
    return { suggestions: performance.now() - started, requests }
  })
}

async function chooseFilter(browser: Browser, url: string): Promise<number> {
  return inNewPage(browser, async (page) => {
    await page.goto(`${url}/search?term=council`, { waitUntil: 'networkidle' })
    const heading = page.locator('[data-focus-fallback]').first()
    const before = await heading.textContent()
    const started = performance.now()
    await page.locator('main [data-filter] a[href]').first().click()
    await page.waitForFunction(
      (text) => document.querySelector('[data-focus-fallback]')?.textContent !== text,
      before,
    )
    return performance.now() - started
  })
}

async function inNewPage<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

const rowsOfWaits = (waits: Waits | null): readonly Row[] =>
  waits === null
    ? []
    : [
        info(
          `six letters typed fast: from the last to suggestions, calls of ${API_MS} ms`,
          ms(median(waits.suggestions)),
        ),
        aimed('six letters typed fast: requests', Math.max(...waits.requests), { atMost: 2 }, whole),
        info(`from a click on a filter to its results, calls of ${API_MS} ms`, ms(median(waits.results))),
      ]
