import type { Child } from '../child.ts'
import { UNCACHED, WARM } from '../freshness.ts'
import { measure, median, medians, warmUp, type Load, type Measured } from '../load.ts'
import type { BenchSite } from '../open-site.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, ms, ratio, whole, type SectionResult } from '../report.ts'
import { startBaseline } from '../start-baseline.ts'

/** One way to answer a request for a page. */
interface Contender {
  readonly name: string
  readonly server: Child
  readonly load: Pick<Load, 'url' | 'paths' | 'headers'>
}

const CONNECTIONS = 10
const BROTLI = { 'accept-encoding': 'br, gzip' }

/** Pages per second of one core beside the baselines of the same run, and the processor time of each. */
export async function throughput({ site, plan, say }: Bench): Promise<SectionResult> {
  const contenders = await startContenders(site)
  const runs = new Map<string, Measured[]>()
  const loadOf = ({ load }: Contender): Load => ({
    ...load,
    connections: CONNECTIONS,
    seconds: plan.pairSeconds,
  })
  for (const contender of contenders)
    await warmUp(contender.server, site.generator, loadOf(contender), plan.warmUpPages)
  for (let round = 0; round < plan.pairs; round += 1) {
    for (const contender of contenders) {
      const { name, server } = contender
      const measured = await measure(server, site.generator, loadOf(contender))
      runs.set(name, [...(runs.get(name) ?? []), measured])
      say(`${name}: ${whole(measured.perSecond)} requests/s, ${ms(measured.cpuMsPerRequest)} CPU`)
    }
  }
  await Promise.all([...new Set(contenders.map(({ server }) => server))].map((server) => server.stop()))
  const results = Object.fromEntries([...runs].map(([name, all]) => [name, medians(all)]))
  return {
    rows: rowsOf(results, runs),
    data: { connections: CONNECTIONS, pages: CONTENT_PAGES, results, runs: Object.fromEntries(runs) },
  }
}

const NAMES = {
  fetched: 'baseline, one fetch',
  pooled: 'baseline, one pooled request',
  remembered: 'baseline, in memory',
  uncached: 'shell, uncached',
  memory: 'shell, uncached, platform in memory',
  warm: 'shell, warm',
  packed: 'shell, warm, brotli',
  file: 'static file',
} as const

async function startContenders(site: BenchSite): Promise<readonly Contender[]> {
  const uncached = await site.startShell('uncached', { limits: UNCACHED })
  const warm = await site.startShell('warm', { limits: WARM })
  const memory = await site.startShell('memory', {
    limits: UNCACHED,
    script: 'bench/memory-shell.server.ts',
  })
  const baseline = await startBaseline(site, warm)
  const at = (prefix: string) => CONTENT_PAGES.map((page) => prefix + page)
  const contender = (name: string, server: Child, paths: readonly string[], headers = {}): Contender => ({
    name,
    server,
    load: { url: server.url, paths, headers },
  })
  // Contenders that are compared come one after the other, so that they see the same state of the machine.
  return [
    contender(NAMES.fetched, baseline, at('/one-fetch')),
    contender(NAMES.pooled, baseline, at('/one-pooled-request')),
    contender(NAMES.uncached, uncached, at('')),
    contender(NAMES.memory, memory, at('')),
    contender(NAMES.remembered, baseline, at('/in-memory')),
    contender(NAMES.warm, warm, at('')),
    contender(NAMES.packed, warm, at(''), BROTLI),
    contender(NAMES.file, baseline, ['/file']),
  ]
}

function rowsOf(results: Readonly<Record<string, Measured>>, runs: ReadonlyMap<string, readonly Measured[]>) {
  const cpu = (name: string) => results[name]?.cpuMsPerRequest ?? Number.NaN
  const speed = (name: string) => results[name]?.perSecond ?? Number.NaN
  const { fetched, pooled, remembered, uncached, memory, warm, packed, file } = NAMES
  // Ratios are of each round by itself, so that changes of the machine between rounds do not affect them.
  const paired = (a: string, b: string, figure: 'cpuMsPerRequest' | 'perSecond') =>
    median((runs.get(a) ?? []).map((run, at) => run[figure] / (runs.get(b)?.[at]?.[figure] ?? NaN)))
  const against = (name: string, baseline: string, aim?: number) => {
    const byCpu = paired(baseline, name, 'cpuMsPerRequest')
    const text = `${name} ÷ ${baseline}`
    return [
      aim === undefined
        ? info(`${text}, by CPU`, ratio(byCpu))
        : aimed(`${text}, by CPU`, byCpu, { atLeast: aim }, ratio),
      info(`${text}, by requests/s`, ratio(paired(name, baseline, 'perSecond'))),
    ]
  }
  return [
    ...Object.values(NAMES).map((name) =>
      info(`${name}: requests/s; CPU per request`, `${whole(speed(name))}; ${ms(cpu(name))}`),
    ),
    ...against(uncached, fetched, 0.75),
    ...against(uncached, pooled, 0.55),
    ...against(memory, remembered),
    ...against(warm, remembered, 0.45),
    ...against(warm, file),
    ...against(packed, warm),
  ]
}
