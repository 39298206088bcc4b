import { launch } from 'chrome-launcher'
import runLighthouse, { type Result } from 'lighthouse'
import { CHROMIUM_ARGS } from '../e2e/support/chromium.ts'
import { median } from './load.ts'

/** Lighthouse's categories, in the order in which it shows them. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]
/** Our names of metrics → Lighthouse's audits. */
const METRICS = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const
export type Metric = keyof typeof METRICS

const TRIES = 3

/** The result of Lighthouse's mobile preset for a page: scores of 100, times in milliseconds. */
export interface PageAudit {
  readonly figures: Readonly<Record<Category | Metric, number>>
  /** Audits that cost points, with the elements that they name. */
  readonly failed: readonly string[]
  /** Suggestions for a quicker or lighter page, whether or not they cost points. */
  readonly advice: readonly string[]
}

/** Audit a page `runs` times, and give the median figures. */
export async function auditPage(url: string, chromePath: string, runs: number): Promise<PageAudit> {
  const audits: PageAudit[] = []
  for (let count = 0; count < runs; count += 1) audits.push(await auditWithin(TRIES, url, chromePath))
  const middle = (name: Category | Metric) => median(audits.map(({ figures }) => figures[name]))
  const all = (list: (audit: PageAudit) => readonly string[]) => [...new Set(audits.flatMap(list))]
  return {
    figures: byName(middle),
    failed: all(({ failed }) => failed),
    advice: all(({ advice }) => advice),
  }
}

const byName = (figure: (name: Category | Metric) => number): PageAudit['figures'] => ({
  performance: figure('performance'),
  accessibility: figure('accessibility'),
  'best-practices': figure('best-practices'),
  seo: figure('seo'),
  FCP: figure('FCP'),
  LCP: figure('LCP'),
  TBT: figure('TBT'),
  CLS: figure('CLS'),
})

/** On a busy machine a browser sometimes records nothing; such a run says nothing about the page, and is repeated. */
async function auditWithin(tries: number, url: string, chromePath: string): Promise<PageAudit> {
  try {
    return await auditOnce(url, chromePath)
  } catch (error) {
    if (tries <= 1) throw error
    return auditWithin(tries - 1, url, chromePath)
  }
}

/** Audit a page once in a browser of its own: nothing is cached, nothing is warmed up. */
async function auditOnce(url: string, chromePath: string): Promise<PageAudit> {
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
    return {
      figures: byName((name) =>
        name in METRICS
          ? (audits[METRICS[name as Metric]]?.numericValue ?? NaN)
          : (categories[name]?.score ?? NaN) * 100,
      ),
      failed: CATEGORIES.flatMap((id) => failedOf(categories[id], audits)),
      advice: Object.values(audits).flatMap(adviceOf),
    }
  } finally {
    chrome.kill()
  }
}

type Audit = Result['audits'][string]

/** Audits that lower a category's score below 100. */
function failedOf(category: Result['categories'][string] | undefined, audits: Result['audits']) {
  if (!category || category.score === 1) return []
  return category.auditRefs
    .filter(({ id, weight }) => weight > 0 && isBelow(audits[id]?.score))
    .map(({ id }) => [id, audits[id]?.displayValue, ...placesOf(audits[id])].filter(Boolean).join('; '))
}

const isBelow = (score: number | null | undefined): boolean => typeof score === 'number' && score < 1

const adviceOf = ({ id, displayValue = '', metricSavings = {} }: Audit): readonly string[] =>
  Object.values(metricSavings).some((saved) => (saved ?? 0) > 0) ? [`${id} ${displayValue}`.trim()] : []

/** Elements that an audit names. */
function placesOf(audit: Audit | undefined): readonly string[] {
  const { items = [] } = (audit?.details ?? {}) as {
    readonly items?: readonly { readonly node?: { readonly selector?: string } }[]
  }
  return items.flatMap(({ node }) => node?.selector ?? [])
}
