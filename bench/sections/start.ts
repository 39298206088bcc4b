import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '../child.ts'
import { UNCACHED } from '../freshness.ts'
import { measure, medians, type Measured } from '../load.ts'
import { CONTENT_PAGES } from '../pages.ts'
import type { Bench } from '../plan.ts'
import { info, ms, ratio, type SectionResult } from '../report.ts'

const FIRST_PAGES = 200
const FEW = 10
const CROWD = 50

/**
 * The first pages of a process that has just reported ready, with its warm-up and without; and the first pages after a pause
 * without requests, beside the same load without a pause.
 */
export async function start(bench: Bench): Promise<SectionResult> {
  const first = await firstPages(bench)
  const paused = await afterPause(bench)
  const row = (name: string, { p50, p99, max }: Measured) =>
    info(`${name}: p50; p99; longest`, `${ms(p50)}; ${ms(p99)}; ${ms(max)}`)
  return {
    rows: [
      row(`first ${FIRST_PAGES} pages, without warm-up`, first.cold),
      row(`first ${FIRST_PAGES} pages, after the warm-up`, first.warmed),
      row('uncached, 50 connections, without a pause', paused.without),
      row(`uncached, 50 connections, after ${bench.plan.pauseSeconds} s without visitors`, paused.after),
      info('p99 after a pause ÷ without one', ratio(paused.after.p99 / paused.without.p99)),
    ],
    data: { first, paused },
  }
}

async function firstPages({ site, plan, say }: Bench) {
  const runs: Record<'cold' | 'warmed', Measured[]> = { cold: [], warmed: [] }
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const name of ['cold', 'warmed'] as const) {
      const server = await site.startShell(`${name}-${round}`, {
        limits: UNCACHED,
        options: name === 'cold' ? { warmUpMs: 0 } : {},
      })
      const measured = await fire(server, site.generator, { connections: FEW, amount: FIRST_PAGES })
      await server.stop()
      runs[name].push(measured)
      say(`${name}: p50 ${ms(measured.p50)}, p99 ${ms(measured.p99)}`)
    }
  }
  return { cold: medians(runs.cold), warmed: medians(runs.warmed) }
}

async function afterPause({ site, plan, say }: Bench) {
  const runs: Record<'without' | 'after', Measured[]> = { without: [], after: [] }
  const server = await site.startShell('paused', { limits: UNCACHED })
  await fire(server, site.generator, { connections: CROWD, seconds: plan.warmUpSeconds })
  for (let round = 0; round < plan.rounds; round += 1) {
    // The previous load keeps generator and platform busy as well; after the pause all three were idle.
    await fire(server, site.generator, { connections: CROWD, seconds: plan.seconds })
    for (const name of ['without', 'after'] as const) {
      if (name === 'after') await sleep(plan.pauseSeconds * 1_000)
      const measured = await fire(server, site.generator, { connections: CROWD, seconds: plan.seconds })
      runs[name].push(measured)
      say(`${name} a pause: p50 ${ms(measured.p50)}, p99 ${ms(measured.p99)}`)
    }
  }
  await server.stop()
  return { without: medians(runs.without), after: medians(runs.after) }
}

const fire = (
  server: Child,
  generator: Child,
  load: { readonly connections: number; readonly seconds?: number; readonly amount?: number },
): Promise<Measured> =>
  measure(server, generator, { url: server.url, paths: CONTENT_PAGES, seconds: 60, ...load })
