import { compareWithContentPages, ratioByCpu, type ContentComparison } from './compare-with-content-pages.ts'
import type { Child } from './child.ts'
import { recordView } from './first-views.ts'
import type { BaselineView, WireCall } from './baseline-config.ts'
import { UNCACHED } from './freshness.ts'
import { medians } from './load.ts'
import { CONTENT_PAGES } from './pages.ts'
import type { Bench } from './plan.ts'
import { info, ms, ratio, type SectionResult } from './report.ts'
import { startBaseline } from './start-baseline.ts'
import { startRecordingProxy, type RecordedCall } from './recording-proxy.ts'

const NAME = 'baseline of a page of results'

/**
 * The lower limit for the cost of pages with several calls, beside that of a content page with its one call: only the calls and one
 * render. Site-wide answers are not requested. `shell` has both kinds of pages, `runs` are its own measurements.
 */
export async function measureBaselines(
  bench: Bench,
  shell: Child,
  addresses: readonly string[],
  runs: ContentComparison,
): Promise<SectionResult> {
  const baseline = await startBaseline(bench.site, shell, await recordViews(bench, addresses))
  const baselines = await compareWithContentPages(bench, baseline, {
    name: NAME,
    paths: addresses.map((_, at) => `/views/${at}`),
    contentPaths: CONTENT_PAGES.map((page) => `/one-pooled-request${page}`),
    connections: 10,
  })
  await baseline.stop()
  const [content, other] = [medians(baselines.content), medians(baselines.other)]
  const costOf = (shown: ContentComparison['other']) => medians(shown).cpuMsPerRequest
  return {
    rows: [
      info(`${NAME}: CPU; of a content page`, `${ms(other.cpuMsPerRequest)}; ${ms(content.cpuMsPerRequest)}`),
      info(`${NAME} ÷ baseline of a content page, by CPU`, ratio(ratioByCpu(baselines))),
      info(
        'page of results ÷ its baseline, by CPU; content page ÷ its baseline',
        `${ratio(costOf(baselines.other) / costOf(runs.other))}; ${ratio(costOf(baselines.content) / costOf(runs.content))}`,
      ),
    ],
    data: baselines,
  }
}

/** The HTTP requests of pages to the platform. @throws Error when a page failed at the first attempt */
async function recordViews({ site }: Bench, addresses: readonly string[]): Promise<readonly BaselineView[]> {
  const line = await startRecordingProxy(site.platform.url, 0)
  const shell = await site.startShell('recorded', {
    limits: { ...UNCACHED, treeFreshMs: 3_600_000 },
    options: { platformUrl: line.url },
  })
  try {
    const views: BaselineView[] = []
    // The first answer for a path has every field, and the tree; the bench measures later ones.
    for (const address of [...addresses, ...addresses]) {
      const view = await recordView(shell, line, address)
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
function toWire({ method, path, headers, body }: RecordedCall): WireCall {
  const { host: _, connection: __, 'content-length': ___, ...rest } = headers
  return { method, path, headers: rest as WireCall['headers'], body }
}
