import { measureBesideContent, ratioByCpu, type BesideContent } from './beside-content.ts'
import type { Child } from './child.ts'
import { seeView } from './first-views.ts'
import type { FloorView, WireCall } from './floor-config.ts'
import { UNCACHED } from './freshness.ts'
import { medians } from './load.ts'
import { CONTENT_PAGES } from './pages.ts'
import type { Bench } from './plan.ts'
import { info, ms, ratio, type SectionResult } from './report.ts'
import { startFloor } from './start-floor.ts'
import { watchPlatform, type SeenCall } from './watched-platform.ts'

const NAME = 'floor of a page of results'

/**
 * The lower limit for the cost of pages with several calls, beside that of a content page with its one call: only the calls and one
 * render. Site-wide answers are not requested. `shell` has both kinds of pages, `runs` are its own measurements.
 */
export async function measureFloors(
  bench: Bench,
  shell: Child,
  addresses: readonly string[],
  runs: BesideContent,
): Promise<SectionResult> {
  const floor = await startFloor(bench.site, shell, await recordViews(bench, addresses))
  const floors = await measureBesideContent(bench, floor, {
    name: NAME,
    paths: addresses.map((_, at) => `/views/${at}`),
    contentPaths: CONTENT_PAGES.map((page) => `/one-pooled-request${page}`),
    connections: 10,
  })
  await floor.stop()
  const [content, other] = [medians(floors.content), medians(floors.other)]
  const costOf = (shown: BesideContent['other']) => medians(shown).cpuMsPerRequest
  return {
    rows: [
      info(`${NAME}: CPU; of a content page`, `${ms(other.cpuMsPerRequest)}; ${ms(content.cpuMsPerRequest)}`),
      info(`${NAME} ÷ floor of a content page, by CPU`, ratio(ratioByCpu(floors))),
      info(
        'page of results ÷ its floor, by CPU; content page ÷ its floor',
        `${ratio(costOf(floors.other) / costOf(runs.other))}; ${ratio(costOf(floors.content) / costOf(runs.content))}`,
      ),
    ],
    data: floors,
  }
}

/** The HTTP requests of pages to the platform. @throws Error when a page failed at the first attempt */
async function recordViews({ site }: Bench, addresses: readonly string[]): Promise<readonly FloorView[]> {
  const line = await watchPlatform(site.platform.url, 0)
  const shell = await site.startShell('recorded', {
    limits: { ...UNCACHED, treeFreshMs: 3_600_000 },
    options: { platformUrl: line.url },
  })
  try {
    const views: FloorView[] = []
    // The first answer for a path has every field, and the tree; the bench measures later ones.
    for (const address of [...addresses, ...addresses]) {
      const view = await seeView(shell, line, address)
      if (view === null) throw new Error(`${address} did not come`)
      views.push({ address, calls: view.calls.map(toWire) })
    }
    return views.slice(addresses.length)
  } finally {
    await shell.stop()
    await line.close()
  }
}

/** A call for sending it again: the client sets the headers of the connection itself. */
function toWire({ method, path, headers, body }: SeenCall): WireCall {
  const { host: _, connection: __, 'content-length': ___, ...rest } = headers
  return { method, path, headers: rest as WireCall['headers'], body }
}
