import { rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { toLine } from '../../scripts/start/usage-error.ts'
import { compareWithContentPages, rowsOfComparison } from '../compare-with-content-pages.ts'
import type { Child } from '../child.ts'
import { countCalls, readPage, rowsOfViews, type ReadPage } from '../first-views.ts'
import { measureBaselines } from '../baseline-views.ts'
import { NOTHING_KEPT, UNCACHED } from '../freshness.ts'
import { writeLargeSeed } from '../large-seed.ts'
import { median } from '../load.ts'
import type { Bench } from '../plan.ts'
import { info, ms, whole, type Row, type SectionResult } from '../report.ts'
import { rowsOfVisits, visitSearch } from '../search-visits.ts'
import { startRecordingProxy } from '../recording-proxy.ts'

const CONNECTIONS = 10
/** For a large site, whose embedded platform cannot answer more at a time: its time is nearly all of the answer's. */
const LARGE_CONNECTIONS = 1
/** The delay of a real platform's answer, in milliseconds. */
const API_MS = 50
/** On a large site the slot's time limit may end slower searches: such a term is reported, and not measured again. */
const QUICK_MS = 1_000
/** Longest time for the import of a large site, in milliseconds. */
const IMPORT_MS = 3_600_000
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

/**
 * Search beside content pages: the cost of a page of results for the shell, the platform calls of its first view and their rounds,
 * and how long visitors wait for suggestions and for the next results. With `--entries N` the same on a site with N more entries; what
 * such a site cannot answer is reported, and the rest is measured.
 */
export async function search(bench: Bench): Promise<SectionResult> {
  const { site, plan } = bench
  const large = plan.entries > 0 ? await startLarge(bench) : null
  const platform = large ?? site.platform
  const line = await startRecordingProxy(platform.url, API_MS)
  try {
    const speed = await part('speed', () => compareWithContent(bench, platform))
    const behindLine = { options: { platformUrl: line.url }, isFree: true }
    const forgetful = await site.startShell('search-calls', { limits: NOTHING_KEPT, ...behindLine })
    const shell = await site.startShell('search-visits', { limits: UNCACHED, ...behindLine })
    const views = await part('calls', async () => {
      const calls = await countCalls(forgetful, line)
      const visits = await countCalls(shell, line)
      return { rows: rowsOfViews(calls, visits), data: { calls, visits } }
    })
    await forgetful.stop()
    const visits = await part('visits', async () => {
      const data = await visitSearch(shell, bench)
      return { rows: rowsOfVisits(data, API_MS), data: data ?? 'no browser' }
    })
    await shell.stop()
    const parts = { speed, views, visits }
    const isWhole = Object.values(parts).every(({ data }) => data !== null)
    const data = { entries: plan.entries, speed: speed.data, views: views.data, visits: visits.data }
    return { rows: Object.values(parts).flatMap(({ rows }) => rows), data: isWhole ? data : null }
  } finally {
    await line.close()
    await large?.stop()
  }
}

/** When a part fails, the figures of the others are still reported. */
const part = (name: string, work: () => Promise<SectionResult>): Promise<SectionResult> =>
  work().catch((error: unknown) => ({
    rows: [info(`search, ${name}`, `not measured: ${stripVTControlCharacters(toLine(error))}`)],
    data: null,
  }))

/** The demonstration site with many more entries, on a platform of its own; its data is removed with the site. */
async function startLarge({ site, plan, say }: Bench): Promise<Child> {
  say(`importing ${whole(plan.entries)} more entries`)
  const seed = path.join(site.folder, 'large-seed')
  writeLargeSeed(seed, plan.entries)
  const began = performance.now()
  const platform = await site.startPlatform('large-platform', seed, IMPORT_MS)
  rmSync(seed, { recursive: true })
  say(`imported in ${whole((performance.now() - began) / 1_000)} s`)
  return platform
}

async function compareWithContent(bench: Bench, platform: Child): Promise<SectionResult> {
  const { site, plan } = bench
  const shell = await site.startShell('search', { limits: UNCACHED, options: { platformUrl: platform.url } })
  const firsts = await askOnce(shell)
  const isMeasured = plan.entries > 0 ? isQuick : isAnswered
  const pages = {
    name: 'page of results',
    paths: SEARCH_PAGES.filter((address) => isMeasured(firsts[address])),
    connections: plan.entries > 0 ? LARGE_CONNECTIONS : CONNECTIONS,
  }
  const runs = await compareWithContentPages(bench, shell, pages)
  // The baseline's platform does not have the pages of a large site.
  const baselines = plan.entries > 0 ? null : await measureBaselines(bench, shell, pages.paths, runs)
  await shell.stop()
  return {
    rows: [rowOfFirsts(firsts, pages.paths), ...rowsOfComparison(runs, pages), ...(baselines?.rows ?? [])],
    data: { firsts, connections: pages.connections, runs, baselines: baselines?.data ?? null },
  }
}

/** Every term once, one visitor at a time: the platform may answer a repeated query sooner. */
async function askOnce(shell: Child): Promise<Readonly<Record<string, ReadPage>>> {
  const pages: Record<string, ReadPage> = {}
  for (const address of SEARCH_PAGES) pages[address] = await readPage(shell, address)
  return pages
}

const isAnswered = (page: ReadPage | undefined): boolean => page?.tookMs !== null

const isQuick = (page: ReadPage | undefined): boolean =>
  page?.refused === 0 && (page.tookMs ?? QUICK_MS) < QUICK_MS

function rowOfFirsts(firsts: Readonly<Record<string, ReadPage>>, measured: readonly string[]): Row {
  const waits = Object.values(firsts).flatMap(({ tookMs }) => tookMs ?? [])
  return info(
    'terms searched for the first time, one by one: p50; longest; answered; of these measured below',
    `${ms(median(waits))}; ${ms(Math.max(...waits))}; ${waits.length} of ${TERMS.length}; ${measured.length}`,
  )
}
