import { availableParallelism, loadavg } from 'node:os'
import type { SizeFigures, Times } from './measure-size.ts'
import { HOSTILE_QUERIES } from './hostile-queries.ts'
import { QUERIES } from './queries.ts'

/** The targets with a million entries: p95 in milliseconds. Source: issue "speed at size". */
const AIMS: Readonly<Record<string, number>> = {
  'node by path': 5,
  'entry, link depth 2': 10,
  'listing, 3 filters, 2 aggregations': 50,
  'default search, rare word': 150,
  'default search, common word (1 in 200)': 150,
}

/** The figures as a Markdown table: one row a query, p50 and p95 a size, and how p50 grows from the first size to the last. */
export function toReport(sizes: readonly SizeFigures[]): string {
  const lines = [
    `${availableParallelism()} cores, Node ${process.version}, load average ${loadavg()[0]?.toFixed(1)} at the end; milliseconds, p50 / p95 (entries found).`,
    '',
    row(['query', ...sizes.map(({ entries }) => entries.toLocaleString('en-GB')), 'growth', 'aim, p95']),
    row(Array.from({ length: sizes.length + 3 }, () => '---')),
    ...[...QUERIES, ...HOSTILE_QUERIES].map(({ name, mayBeRefused }) =>
      row([
        name,
        ...sizes.map((size) => cell(size.times.get(name))),
        growth(sizes, name),
        mayBeRefused ? '250' : aim(name),
      ]),
    ),
    row([
      'memory now / peak, MB',
      ...sizes.map(({ residentMb }) => `${residentMb.now} / ${residentMb.peak}`),
      '',
      '1,024',
    ]),
    row(['database, MB', ...sizes.map(({ fileMb }) => String(fileMb)), '', '']),
    '',
    ...sizes.map(({ entries, importLine }) => `- ${entries.toLocaleString('en-GB')}: ${importLine}`),
  ]
  return `${lines.join('\n')}\n`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const aim = (name: string): string => (AIMS[name] === undefined ? '' : String(AIMS[name]))

function cell(times: Times | undefined): string {
  if (times === undefined) return ''
  const stopped =
    (times.stopped === 0 ? '' : `; ${times.stopped} stopped`) +
    (times.refused === 0 ? '' : `; ${times.refused} refused`)
  return `${times.p50.toFixed(1)} / ${times.p95.toFixed(1)} (${times.found.toLocaleString('en-GB')}${stopped})`
}

function growth(sizes: readonly SizeFigures[], name: string): string {
  const [first, last] = [sizes[0]?.times.get(name), sizes.at(-1)?.times.get(name)]
  if (first === undefined || last === undefined || sizes.length < 2) return ''
  return `× ${(last.p50 / first.p50).toFixed(1)}`
}
