import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../child.ts'
import { UNCACHED } from '../freshness.ts'
import { measure, median } from '../load.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, megabytes, ms, ratio, whole, type Row, type SectionResult } from '../report.ts'

/** Connections for each process: with fewer, simultaneous requests share less of the work. */
const CONNECTIONS = 10
/** Pages of each process before the measurement, as a multiple of the plan's requests: the compiler needs a number of pages, not a time. */
const WARM_UP = 2
/** Enough connections that each process has some. */
const WATCHED = 16
/** Length of a clock tick in `/proc`, in milliseconds. */
const TICK_MS = 10

interface Run {
  readonly perSecond: number
  /** Processor time of all processes together. */
  readonly cpuMsPerRequest: number
}

/**
 * Two shell processes under a supervisor beside one: requests/s, CPU and memory of uncached pages; and how long the visitors of a
 * stopped process wait. Nothing is pinned to a core, so on a machine with two the load generator and the platform need their
 * share: what two processes could do with cores of their own follows from their CPU time.
 */
export async function processes(bench: Bench): Promise<SectionResult> {
  const runs: Record<1 | 2, Run[]> = { 1: [], 2: [] }
  const [waits, sizes]: [number[], number[]] = [[], []]
  for (let round = 0; round < bench.plan.rounds; round += 1) {
    for (const count of [1, 2] as const) {
      const server = await bench.site.startShell(`processes-${count}-${round}`, {
        script: 'shell/supervisor/main.server.ts',
        limits: UNCACHED,
        options: { processes: count },
        isFree: true,
      })
      runs[count].push(await fire(server, count, bench))
      if (count === 2) {
        sizes.push(...workersOf(server).map(rssOf))
        waits.push(await standStill(server))
      }
      await server.stop()
    }
  }
  return { rows: rowsOf(runs, waits, sizes), data: { runs, waits, sizes } }
}

function rowsOf(
  runs: Readonly<Record<1 | 2, readonly Run[]>>,
  waits: readonly number[],
  sizes: readonly number[],
): readonly Row[] {
  const of = (count: 1 | 2, figure: keyof Run) => median(runs[count].map((run) => run[figure]))
  const perSecond = (count: 1 | 2) => of(count, 'perSecond')
  const cpu = (count: 1 | 2) => of(count, 'cpuMsPerRequest')
  return [
    info('requests/s of one process; of two', `${whole(perSecond(1))}; ${whole(perSecond(2))}`),
    aimed('two ÷ one, beside platform and load', perSecond(2) / perSecond(1), { atLeast: 1.8 }, ratio),
    aimed(
      'two ÷ one by CPU per request, on cores of their own',
      (2 * cpu(1)) / cpu(2),
      { atLeast: 1.8 },
      ratio,
    ),
    info('resident memory of a process', megabytes(median(sizes))),
    aimed('from standing still to all served again', median(waits), { atMost: 2_500 }, ms),
  ]
}

async function fire(server: Child, count: number, { site, plan, say }: Bench): Promise<Run> {
  const load = {
    url: server.url,
    paths: CONTENT_PAGES,
    connections: CONNECTIONS * count,
    seconds: plan.seconds,
  }
  await untilStarted(server)
  for (let part = 0; part < WARM_UP * count; part += 1)
    await measure(server, site.generator, { ...load, amount: plan.requests })
  const before = cpuOf(server)
  const { perSecond, requests } = await measure(server, site.generator, load)
  const cpuMsPerRequest = (cpuOf(server) - before) / requests
  say(`${workersOf(server).length} processes: ${whole(perSecond)}/s, ${ms(cpuMsPerRequest)} of CPU`)
  return { perSecond, cpuMsPerRequest }
}

/** Wait until the processes are idle after their start. */
async function untilStarted(server: Child): Promise<void> {
  for (let before = -Infinity; cpuOf(server) - before > 5 * TICK_MS; await sleep(500)) before = cpuOf(server)
}

/** Milliseconds until all visitors of a stopped process are answered; they retry when their connection is closed. */
async function standStill(server: Child): Promise<number> {
  const agents = Array.from({ length: WATCHED }, () => new http.Agent({ keepAlive: true, maxSockets: 1 }))
  await Promise.all(agents.map((agent) => get(server.url, agent)))
  process.kill(workersOf(server)[0] ?? 0, 'SIGSTOP')
  const began = performance.now()
  await Promise.all(agents.map((agent) => get(server.url, agent).catch(() => get(server.url, false))))
  const waited = performance.now() - began
  for (const agent of agents) agent.destroy()
  return waited
}

const get = (url: string, agent: http.Agent | false): Promise<void> =>
  new Promise((resolve, reject) => {
    http
      .get(`${url}/health/live`, { agent }, (answer) => answer.resume().once('end', resolve))
      .once('error', reject)
  })

const workersOf = ({ pid }: Child): readonly number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number)

const cpuOf = (server: Child): number =>
  workersOf(server).reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + (Number(fields[11]) + Number(fields[12])) * TICK_MS
  }, 0)

const rssOf = (pid: number): number =>
  1_024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
