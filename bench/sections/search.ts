import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Child } from '../child.ts'
import { countCalls, rowsOfViews } from '../first-views.ts'
import { UNCACHED } from '../freshness.ts'
import { writeLargeSeed } from '../large-seed.ts'
import { measure, medians, type Measured } from '../load.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, ms, ratio, whole, type SectionResult } from '../report.ts'
import { rowsOfVisits, visitSearch } from '../search-visits.ts'
import { watchPlatform } from '../watched-platform.ts'

const CONNECTIONS = 10
/** What a real platform takes to answer. */
const API_MS = 50
/** What the import of a large site may take. */
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
 * Search beside content pages: what a page of results costs the shell, what its first view asks of the platform and in how many rounds,
 * and how long visitors wait for suggestions and for the next results. With `--entries N` the same on a site that is so large.
 */
export async function search(bench: Bench): Promise<SectionResult> {
  const { site, plan, say } = bench
  const large = plan.entries > 0 ? await startLarge(bench) : null
  const platform = large ?? site.platform
  const line = await watchPlatform(platform.url, API_MS)
  try {
    const speed = await compareWithContent(bench, platform)
    const shell = await site.startShell('search-calls', {
      limits: UNCACHED,
      options: { platformUrl: line.url },
      isFree: true,
    })
    const views = await countCalls(shell, line)
    say(`${Object.values(views).reduce((sum, { calls }) => sum + calls.length, 0)} calls for all first views`)
    const visits = await visitSearch(shell, bench)
    await shell.stop()
    const rows = [...speed.rows, ...rowsOfViews(views), ...rowsOfVisits(visits, API_MS)]
    return { rows, data: { entries: plan.entries, runs: speed.runs, views, visits } }
  } finally {
    await line.close()
    await large?.stop()
  }
}

/** The demonstration site with many more entries behind it, on a platform of its own; what it keeps goes with the site. */
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
