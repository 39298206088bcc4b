import { CACHED } from '../freshness.ts'
import { measure, medians, type Load, type Measured } from '../load.ts'
import type { Child } from '../child.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { measurePublishing } from '../publishing.ts'
import { measurePurges } from '../purges.ts'
import { aimed, info, megabytes, ms, ratio, whole, type Row, type SectionResult } from '../report.ts'
import { startBaseline } from '../start-baseline.ts'

const CONNECTIONS = 10
/** The target for the speed of cached pages, as a share of a static file's. Source: the aims of the cache. */
const SHARE_OF_A_FILE = 0.6
const PURGE_MS = 5
const PUBLISH_MS = 1_000
const PURGED_PAGES = 100_000

/** Benefit and cost of the page cache: speed of hits, delay of changes, purges, memory. */
export async function cache(bench: Bench): Promise<SectionResult> {
  const hits = await measureHits(bench)
  const filled = await measureMemory(bench)
  const published = await measurePublishing(bench.site, bench.plan.rounds * 7)
  bench.say(`publishing: ${ms(published.p50)}, ${ms(published.max)} at most`)
  const purged = measurePurges(PURGED_PAGES)
  bench.say(`purge of one key among ${PURGED_PAGES} pages: ${ms(purged.p50)}`)
  return {
    rows: [
      ...hits.rows,
      aimed('from publish to the correct page, p50', published.p50, { atMost: PUBLISH_MS }, ms),
      aimed('from publish to the correct page, longest', published.max, { atMost: PUBLISH_MS }, ms),
      aimed(`purge of one key among ${PURGED_PAGES} pages, p50`, purged.p50, { atMost: PURGE_MS }, ms),
      aimed(`purge of one key among ${PURGED_PAGES} pages, longest`, purged.max, { atMost: PURGE_MS }, ms),
      info(`purge of a key that 1,000 of them have`, ms(purged.shared)),
      ...filled.rows,
    ],
    data: { hits: hits.data, published, purged, memory: filled.data },
  }
}

/** Requests per second of cached pages, beside those of a file from the baseline and from the shell itself. */
async function measureHits({ site, plan, say }: Bench): Promise<SectionResult> {
  const shell = await site.startShell('cached', { limits: CACHED })
  const baseline = await startBaseline(site, shell)
  const contenders: readonly (readonly [string, Child, Pick<Load, 'paths' | 'headers'>])[] = [
    ['page from the cache', shell, { paths: CONTENT_PAGES }],
    ['page from the cache, brotli', shell, { paths: CONTENT_PAGES, headers: { 'accept-encoding': 'br' } }],
    ['static file', baseline, { paths: ['/file'] }],
    ['released file of the shell', shell, { paths: [await releasedFile(shell)] }],
  ]
  const runs = new Map<string, Measured[]>()
  for (let round = 0; round <= plan.rounds; round += 1) {
    for (const [name, server, load] of contenders) {
      const seconds = round === 0 ? 1 : plan.seconds
      const wanted = { ...load, url: server.url, connections: CONNECTIONS, seconds }
      const measured = await measure(server, site.generator, wanted)
      if (round === 0) continue
      runs.set(name, [...(runs.get(name) ?? []), measured])
      say(`${name}: ${whole(measured.perSecond)} requests/s, ${ms(measured.cpuMsPerRequest)} CPU`)
    }
  }
  await Promise.all([shell.stop(), baseline.stop()])
  const results = Object.fromEntries([...runs].map(([name, all]) => [name, medians(all)]))
  return { rows: rowsOf(results), data: results }
}

function rowsOf(results: Readonly<Record<string, Measured>>): readonly Row[] {
  const [page, packed, file] = ['page from the cache', 'page from the cache, brotli', 'static file'] as const
  const against = (name: string): readonly Row[] => {
    const [own, other] = [results[name], results[file]]
    if (!own || !other) return []
    const [bySpeed, byCpu] = [own.perSecond / other.perSecond, other.cpuMsPerRequest / own.cpuMsPerRequest]
    return [
      aimed(`${name} ÷ ${file}, by requests/s`, bySpeed, { atLeast: SHARE_OF_A_FILE }, ratio),
      aimed(`${name} ÷ ${file}, by CPU`, byCpu, { atLeast: SHARE_OF_A_FILE }, ratio),
    ]
  }
  return [
    ...Object.entries(results).map(([name, { perSecond, cpuMsPerRequest }]) =>
      info(`${name}: requests/s; CPU per request`, `${whole(perSecond)}; ${ms(cpuMsPerRequest)}`),
    ),
    ...against(page),
    ...against(packed),
  ]
}

/** The style sheet of a page: a file of about the size of a page. */
async function releasedFile({ url }: Child): Promise<string> {
  const html = await (await fetch(url + CONTENT_PAGES[0])).text()
  const file = /<link rel="stylesheet" href="(\/[^"]+)"/.exec(html)?.[1]
  if (file === undefined) throw new Error('the page names no style sheet')
  return file
}

/** Live heap and resident memory with many different pages in the cache. */
async function measureMemory({ site, plan, say }: Bench): Promise<SectionResult> {
  const shell = await site.startShell('kept', { limits: CACHED })
  const [page = ''] = CONTENT_PAGES
  const paths = Array.from({ length: plan.requests }, (_, number) => `${page}?number=${number}`)
  await ask(shell.url, CONTENT_PAGES, Math.ceil(plan.settleRequests / CONTENT_PAGES.length))
  const [emptyHeap, empty] = [await shell.heapBytes(), (await shell.usage()).rssBytes]
  // A page with a query is only cached at its second request, because anybody could make up such addresses.
  await ask(shell.url, paths, 2)
  const [fullHeap, full] = [await shell.heapBytes(), (await shell.usage()).rssBytes]
  const isKept = (await fetch(shell.url + (paths[0] ?? ''))).headers.get('cache-status') === 'shell; hit'
  await shell.stop()
  if (!isKept) throw new Error('the pages were not kept')
  say(`${paths.length} pages: heap ${megabytes(fullHeap - emptyHeap)}, resident ${megabytes(full - empty)}`)
  return {
    rows: [
      info(`heap of ${paths.length} kept pages`, megabytes(fullHeap - emptyHeap)),
      info(`resident memory of ${paths.length} kept pages`, megabytes(full - empty)),
      info(`resident memory of the process with them`, megabytes(full)),
    ],
    data: { pages: paths.length, heapBytes: fullHeap - emptyHeap, rssBytes: { empty, full } },
  }
}

/** Request every path `times` times, a few at once. */
async function ask(url: string, paths: readonly string[], times: number): Promise<void> {
  const waiting = Array.from({ length: times }, () => paths).flat()
  const next = async (): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
      await (await fetch(url + path, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, next))
}
