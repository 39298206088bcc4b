import { UNCACHED, WARM } from '../freshness.ts'
import { measure, medians, type Measured } from '../load.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { aimed, info, ms, type SectionResult } from '../report.ts'

const CONNECTIONS = [1, 10, 50] as const
const CROWD = 50
const CONTENDERS = [
  { name: 'uncached', limits: UNCACHED, paths: CONTENT_PAGES },
  { name: 'warm', limits: WARM, paths: CONTENT_PAGES },
  // An answer without work: a long time here is caused by the machine, and is part of the other figures too.
  { name: 'empty answer', limits: WARM, paths: ['/health/live'] },
] as const

/**
 * How long a visitor waits at 1, 10 and 50 connections, uncached and warm, beside an empty answer. One server after the other and
 * without a pause: a server is slow for its first pages after a pause, and for its first tens of thousands while it is compiled.
 */
export async function latency({ site, plan, say }: Bench): Promise<SectionResult> {
  const runs = new Map<string, Measured[]>()
  for (const { name, limits, paths } of CONTENDERS) {
    const server = await site.startShell(`latency-${name.replaceAll(' ', '-')}`, { limits })
    const fire = (connections: number, seconds: number) =>
      measure(server, site.generator, { url: server.url, paths, connections, seconds })
    await fire(CROWD, plan.warmUpSeconds)
    for (let round = 0; round < plan.rounds; round += 1) {
      for (const connections of CONNECTIONS) {
        const measured = await fire(connections, plan.seconds)
        const key = `${name}, ${connections} connection${connections === 1 ? '' : 's'}`
        runs.set(key, [...(runs.get(key) ?? []), measured])
        say(`${key}: p50 ${ms(measured.p50)}, p99 ${ms(measured.p99)}`)
      }
    }
    await server.stop()
  }
  const results = [...runs].map(([key, all]) => [key, medians(all)] as const)
  const rows = results.flatMap(([key, { p50, p99, cpuMsPerRequest }]) => [
    info(`${key}: p50; CPU per request`, `${ms(p50)}; ${ms(cpuMsPerRequest)}`),
    key.includes(`${CROWD} `) && !key.startsWith('empty')
      ? aimed(`${key}: p99`, p99, { atMost: 100 }, ms)
      : info(`${key}: p99`, ms(p99)),
  ])
  return { rows, data: Object.fromEntries(results) }
}
