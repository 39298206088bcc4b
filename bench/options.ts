import { fromTerminal } from '../scripts/paths/root.ts'
import { readArguments } from '../scripts/start/read-arguments.ts'
import { UsageError } from '../scripts/start/usage-error.ts'

/** The sections of the bench, in the order in which they run. */
export const SECTIONS = [
  'throughput',
  'search',
  'forms',
  'latency',
  'start',
  'processes',
  'guard',
  'cache',
  'sessions',
  'memory',
  'bytes',
  'phone',
  'embeds',
  'releases',
  'lighthouse',
] as const
export type SectionName = (typeof SECTIONS)[number]

/** The options of `npm run bench`. */
export interface BenchOptions {
  /** One short run of each figure, no Lighthouse. */
  readonly isQuick: boolean
  readonly sections: readonly SectionName[]
  /** How many entries the `search` section adds to the demonstration's own. */
  readonly entries: number
  /** File for the figures as JSON; absolute. */
  readonly json: string | null
}

const OPTIONS = {
  quick: { type: 'boolean' },
  only: { type: 'string', multiple: true },
  entries: { type: 'string' },
  json: { type: 'string' },
} as const
const USAGE = `Usage: npm run bench -- [--quick] [--only NAME]... [--entries N] [--json FILE]
NAME is one of ${SECTIONS.join(', ')}.`

/** Read the options of `npm run bench`. @throws UsageError in one line */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = readArguments(OPTIONS, 0, USAGE, args)
  const isQuick = values.quick ?? false
  const sections =
    values.only?.map(readSection) ?? SECTIONS.filter((name) => !isQuick || name !== 'lighthouse')
  return {
    isQuick,
    sections,
    entries: readEntries(values.entries),
    json: values.json === undefined ? null : fromTerminal(values.json),
  }
}

function readSection(name: string): SectionName {
  const known = SECTIONS.find((section) => section === name)
  if (known) return known
  throw new UsageError(`--only knows ${SECTIONS.join(', ')}, not "${name}".`)
}

function readEntries(given = '0'): number {
  if (/^\d{1,8}$/.test(given)) return Number(given)
  throw new UsageError(`--entries needs a whole number, not "${given}".`)
}
