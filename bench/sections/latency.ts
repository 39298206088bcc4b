import { UNCACHED, WARM } from '../freshness.ts'
import { measure, medians, type Measured } from '../load.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, ms, type SectionResult } from '../report.ts'

const CONNECTIONS = [1, 10, 50] as const
const CROWD = 50

/** How long a visitor waits at 1, 10 and 50 connections, uncached and warm, beside an empty answer. */
export async function latency({ site, plan, say }: Bench): Promise<SectionResult> {
  const warm = await site.startShell('latency-warm', { limits: WARM })
  const contenders = {
    uncached: {
      server: await site.startShell('latency-uncached', { limits: UNCACHED }),
      paths: CONTENT_PAGES,
    },
    warm: { server: warm, paths: CONTENT_PAGES },
    // Next to nothing to do: what is long here is the machine's doing, and in the other figures too.
    'empty answer': { server: warm, paths: ['/health/live'] },
  }
  const runs = new Map<string, Measured[]>()
  for (let round = 0; round <= plan.rounds; round += 1) {
    // The first round is there for the compiler.
    for (const connections of round === 0 ? [CROWD] : CONNECTIONS) {
      for (const [name, { server, paths }] of Object.entries(contenders)) {
        const seconds = round === 0 ? plan.warmUpSeconds : plan.seconds
        const load = { url: server.url, paths, connections, seconds }
        const measured = await measure(server, site.generator, load)
        if (round === 0) continue
        const key = `${name}, ${connections} connection${connections === 1 ? '' : 's'}`
        runs.set(key, [...(runs.get(key) ?? []), measured])
        say(`${key}: p50 ${ms(measured.p50)}, p99 ${ms(measured.p99)}`)
      }
    }
  }
  await Promise.all([warm.stop(), contenders.uncached.server.stop()])
  const results = [...runs].map(([key, all]) => [key, medians(all)] as const)
  const rows = results.flatMap(([key, { p50, p99, cpuMsPerRequest }]) => [
    info(`${key}: p50; CPU per request`, `${ms(p50)}; ${ms(cpuMsPerRequest)}`),
    key.includes(`${CROWD} `) && !key.startsWith('empty')
      ? aimed(`${key}: p99`, p99, { atMost: 100 }, ms)
      : info(`${key}: p99`, ms(p99)),
  ])
  return { rows, data: Object.fromEntries(results) }
}
