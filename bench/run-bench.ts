import { writeFileSync } from 'node:fs'
import { toLine } from '../scripts/start/usage-error.ts'
import { readMachine, type Machine } from './machine.ts'
import { openSite, type BenchSite } from './open-site.ts'
import type { BenchOptions, SectionName } from './options.ts'
import { FULL, QUICK, type Bench } from './plan.ts'
import { info, toTable, type Row, type SectionResult } from './report.ts'
import { bytes } from './sections/bytes.ts'
import { cache } from './sections/cache.ts'
import { embeds } from './sections/embeds.ts'
import { forms } from './sections/forms.ts'
import { guard } from './sections/guard.ts'
import { latency } from './sections/latency.ts'
import { lighthouse } from './sections/lighthouse.ts'
import { memory } from './sections/memory.ts'
import { phone } from './sections/phone.ts'
import { processes } from './sections/processes.ts'
import { releases } from './sections/releases.ts'
import { search } from './sections/search.ts'
import { sessions } from './sections/sessions.ts'
import { start } from './sections/start.ts'
import { throughput } from './sections/throughput.ts'

const RUN: Readonly<Record<SectionName, (bench: Bench) => Promise<SectionResult>>> = {
  throughput,
  search,
  forms,
  latency,
  start,
  processes,
  guard,
  cache,
  sessions,
  memory,
  bytes,
  phone,
  embeds,
  releases,
  lighthouse,
}

/**
 * Run the chosen sections, print one table, and save the figures; gives whether every section has figures. `opened` gets the
 * site, so that the caller can close it at any time.
 */
export async function runBench(
  { isQuick, sections, entries, json }: BenchOptions,
  opened: (site: BenchSite) => void,
): Promise<boolean> {
  const machine = readMachine()
  const plan = { ...(isQuick ? QUICK : FULL), entries }
  const say = (line: string) => console.log(`  ${line}`)
  console.log(describeMachine(machine))
  const site = await openSite(machine)
  opened(site)
  const rows: Row[] = []
  const data: Record<string, unknown> = {}
  let isWhole = true
  for (const name of sections) {
    console.log(`\n${name}`)
    const result = await RUN[name]({ site, plan, say }).catch(failed(name))
    rows.push(...result.rows)
    data[name] = result.data
    isWhole &&= result.data !== null
  }
  console.log(`\n${toTable(rows)}`)
  if (json !== null) {
    const record = { takenAt: new Date().toISOString(), machine, isQuick, rows, data }
    writeFileSync(json, `${JSON.stringify(record, null, 2)}\n`)
    console.log(`\nWritten to ${json}`)
  }
  return isWhole
}

/** When a section fails, the figures of the others are still reported. */
const failed =
  (name: SectionName) =>
  (error: unknown): SectionResult => ({ rows: [info(name, `not measured: ${toLine(error)}`)], data: null })

const describeMachine = ({ node, cores, canPin }: Machine): string =>
  `Node ${node}, ${cores} cores; ${
    canPin
      ? 'server under test on core 0, platform and load on core 1'
      : 'processes are not held on cores (no taskset, or one core): expect noise, trust CPU per request'
  }`
