import { launch } from 'chrome-launcher'
import runLighthouse from 'lighthouse'
import { CHROMIUM_ARGS, findChromium } from '../../e2e/support/chromium.ts'
import { median } from '../load.ts'
import { PAGE_TYPES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, ms, whole, type Row, type SectionResult } from '../report.ts'

const PAGES = ['home', 'content', 'listing', 'search'] as const
/** Pages of results ask not to be kept by search engines, which costs points that are not to be won: the empty search is one. */
const ADDRESSES = { ...PAGE_TYPES, search: '/search' }
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** Our name → Lighthouse's audit. */
const AUDITS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const

const TRIES = 3

type Figures = Readonly<Record<string, number>>
interface Run {
  readonly figures: Figures
  /** Audits that cost points, so that a score below 100 says why. */
  readonly failed: readonly string[]
}

/** Lighthouse's mobile preset over the built site: the middle one of several runs of each page. */
export async function lighthouse({ site, plan, say }: Bench): Promise<SectionResult> {
  const chromePath = findChromium()
  if (chromePath === null) {
    say('no Chromium on this machine: skipped')
    return { rows: [], data: null }
  }
  const shell = await site.startShell('lighthouse', { isFree: true })
  const rows: Row[] = []
  const data: Record<string, unknown> = {}
  for (const name of PAGES) {
    const runs: Run[] = []
    for (let count = 0; count < plan.lighthouseRuns; count += 1)
      runs.push(await runWithin(TRIES, () => runOnce(shell.url + ADDRESSES[name], chromePath)))
    const figures = middle(runs.map((run) => run.figures))
    const failed = [...new Set(runs.flatMap((run) => run.failed))]
    say(`${name}: ${CATEGORIES.map((id) => `${id} ${whole(figures[id] ?? NaN)}`).join(', ')}`)
    if (failed.length > 0) say(`  points lost to ${failed.join(', ')}`)
    rows.push(...rowsOf(name, figures))
    data[name] = { figures, failed, runs }
  }
  await shell.stop()
  return { rows, data }
}

/** A browser on a busy machine now and then records nothing: such a run says nothing of the page, and is made again. */
async function runWithin(tries: number, run: () => Promise<Run>): Promise<Run> {
  try {
    return await run()
  } catch (error) {
    if (tries <= 1) throw error
    return runWithin(tries - 1, run)
  }
}

/** One page in a browser of its own: nothing is cached, nothing is warm. */
async function runOnce(url: string, chromePath: string): Promise<Run> {
  const chrome = await launch({ chromePath, chromeFlags: ['--headless', ...CHROMIUM_ARGS] })
  try {
    const result = await runLighthouse(url, {
      port: chrome.port,
      onlyCategories: [...CATEGORIES],
      logLevel: 'silent',
    })
    if (!result) throw new Error(`Lighthouse says nothing of ${url}`)
    const { categories, audits, runtimeError } = result.lhr
    if (runtimeError) throw new Error(`Lighthouse of ${url}: ${runtimeError.message}`)
    const scores = CATEGORIES.map((id) => [id, (categories[id]?.score ?? NaN) * 100] as const)
    const times = Object.entries(AUDITS).map(([name, id]) => [name, audits[id]?.numericValue ?? NaN] as const)
    const weighted = CATEGORIES.flatMap(
      (id) => categories[id]?.auditRefs.filter(({ weight }) => weight > 0) ?? [],
    )
    const failed = weighted.map(({ id }) => id).filter((id) => isBelow(audits[id]?.score))
    return { figures: Object.fromEntries([...scores, ...times]), failed }
  } finally {
    chrome.kill()
  }
}

const isBelow = (score: number | null | undefined): boolean => typeof score === 'number' && score < 0.9

function middle(runs: readonly Figures[]): Figures {
  const names = Object.keys(runs[0] ?? {})
  return Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name] ?? NaN))]))
}

function rowsOf(page: string, figures: Figures): readonly Row[] {
  const value = (name: string) => figures[name] ?? NaN
  return [
    ...CATEGORIES.map((id) => aimed(`Lighthouse ${page}: ${id}`, value(id), { atLeast: 100 }, whole)),
    info(`Lighthouse ${page}: FCP`, ms(value('FCP'))),
    page === 'home'
      ? aimed(`Lighthouse ${page}: LCP`, value('LCP'), { atMost: 1_800 }, ms)
      : info(`Lighthouse ${page}: LCP`, ms(value('LCP'))),
    aimed(`Lighthouse ${page}: TBT`, value('TBT'), { atMost: 20 }, ms),
    aimed(`Lighthouse ${page}: CLS`, value('CLS'), { atMost: 0.02 }, (shift) => shift.toFixed(3)),
  ]
}
