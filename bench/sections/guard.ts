import { TERMINATION_FLAG } from '../../shell/guard/watchdog.server.ts'
import type { Child } from '../child.ts'
import { UNCACHED } from '../freshness.ts'
import { measure, median } from '../load.ts'
import type { BenchSite } from '../open-site.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, ms, type SectionResult } from '../report.ts'

/** Source: issue, Measured. */
const AIM = 0.03
const CONNECTIONS = 10
/** Two processes of the same code differ by some hundredths, because their compilers decide differently: so there are several. */
const EACH = 2
/** How many pages a shell makes before the measurement, and in each of its turns, as a multiple of the plan's requests. */
const [WARM_UP, TURN] = [2, 0.05]
/** A small difference needs many measurements: turns for each pair of the plan. */
const TURNS = 4

type Side = 'on' | 'off'
const SIDES: readonly Side[] = ['on', 'off']

/** What the guard of remotes' code adds to an uncached page: shells with and without it, in turns, by processor time. */
export async function guard({ site, plan, say }: Bench): Promise<SectionResult> {
  const shells = { on: await startShells(site, 'on'), off: await startShells(site, 'off') }
  const rounds: Record<Side, number>[] = []
  for (let round = 0; round <= plan.pairs * TURNS; round += 1) {
    // The order alternates, so that a machine that becomes slower or faster favours neither side.
    const order = round % 2 === 0 ? SIDES : SIDES.toReversed()
    // The first round is for the compiler, which needs a number of pages, not a time.
    const amount = plan.requests * (round === 0 ? WARM_UP : TURN)
    const spent: Record<Side, number> = { on: 0, off: 0 }
    for (let number = 0; number < EACH; number += 1)
      for (const side of order)
        spent[side] += (await cpuOf(shells[side][number], amount, site.generator)) / EACH
    if (round === 0) continue
    rounds.push(spent)
    say(`CPU of a page with the guard: ${ms(spent.on)}; without: ${ms(spent.off)}`)
  }
  await Promise.all([...shells.on, ...shells.off].map((shell) => shell.stop()))
  const added = median(rounds.map(({ on, off }) => on / off - 1))
  const of = (side: Side) => median(rounds.map((round) => round[side]))
  return {
    rows: [
      info('uncached page: CPU with the guard; without', `${micros(of('on'))}; ${micros(of('off'))}`),
      aimed('guard: added CPU of an uncached page', added, { atMost: AIM }, percent),
    ],
    data: { connections: CONNECTIONS, each: EACH, rounds },
  }
}

const micros = (value: number): string => `${(1_000 * value).toFixed(0)} µs`
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`

async function startShells(site: BenchSite, side: Side): Promise<readonly Child[]> {
  const shells: Child[] = []
  for (let number = 0; number < EACH; number += 1) {
    const config = await site.shellConfig(`guard-${side}-${number}`, UNCACHED)
    shells.push(
      await site.startServer({
        script: 'bench/guard-shell.server.ts',
        env: { BENCH_GUARD: side, TESSERA_CONFIG: JSON.stringify(config) },
        nodeOptions: side === 'on' ? [TERMINATION_FLAG] : [],
      }),
    )
  }
  return shells
}

async function cpuOf(shell: Child | undefined, amount: number, generator: Child): Promise<number> {
  if (!shell) return Number.NaN
  const load = { url: shell.url, paths: CONTENT_PAGES, connections: CONNECTIONS, seconds: 1, amount }
  return (await measure(shell, generator, load)).cpuMsPerRequest
}
