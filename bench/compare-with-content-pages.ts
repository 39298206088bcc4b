import type { Child } from './child.ts'
import { measure, median, medians, warmUp, type Measured } from './load.ts'
import { CONTENT_PAGES } from './pages.ts'
import type { Bench } from './plan.ts'
import { aimed, info, ms, ratio, whole, type Row } from './report.ts'

/** Runs of both kinds; runs with the same index were measured right after each other. */
export interface ContentComparison {
  readonly content: readonly Measured[]
  readonly other: readonly Measured[]
}

/** The pages to compare with content pages; `name` is what rows call such a page. */
export interface OtherPages {
  readonly name: string
  readonly paths: readonly string[]
  /** Only when the server has its content pages at other addresses than the site. */
  readonly contentPaths?: readonly string[]
  readonly connections: number
}

/** Request content pages and other pages from a shell, in turns. */
export async function compareWithContentPages(
  { site, plan, say }: Bench,
  shell: Child,
  { name, paths, contentPaths = CONTENT_PAGES, connections }: OtherPages,
): Promise<ContentComparison> {
  const runs: Record<keyof ContentComparison, Measured[]> = { content: [], other: [] }
  const load = { url: shell.url, connections, seconds: plan.seconds }
  const kinds = [
    ['content', contentPaths],
    ['other', paths],
  ] as const
  for (const [, asked] of kinds)
    await warmUp(shell, site.generator, { ...load, paths: asked }, plan.warmUpPages)
  for (let round = 0; round < plan.rounds; round += 1) {
    for (const [kind, asked] of kinds) {
      const measured = await measure(shell, site.generator, { ...load, paths: asked })
      runs[kind].push(measured)
      const called = kind === 'content' ? 'content page' : name
      say(`${called}: ${whole(measured.perSecond)} requests/s, ${ms(measured.cpuMsPerRequest)} CPU`)
    }
  }
  return runs
}

/** Processor time of content pages divided by that of the others: the median of all rounds. */
export const ratioByCpu = ({ content, other }: ContentComparison): number =>
  ratioOf({ content, other }, (one, two) => one.cpuMsPerRequest / two.cpuMsPerRequest)

const ratioOf = (
  { content, other }: ContentComparison,
  of: (content: Measured, other: Measured) => number,
): number => median(content.flatMap((run, round) => (other[round] ? of(run, other[round]) : [])))

/** Rows of the other pages, with ratios of each round by itself: 1 is as good as a content page. */
export function rowsOfComparison(runs: ContentComparison, { name, connections }: OtherPages): readonly Row[] {
  const { perSecond, cpuMsPerRequest, p99 } = medians(runs.other)
  const aim = { atLeast: 0.75 }
  return [
    info(
      `${name}, uncached, ${connections} at a time: requests/s; CPU; p99`,
      `${whole(perSecond)}; ${ms(cpuMsPerRequest)}; ${ms(p99)}`,
    ),
    aimed(`${name} ÷ content page, by CPU`, ratioByCpu(runs), aim, ratio),
    aimed(
      `${name} ÷ content page, by requests/s`,
      ratioOf(runs, (one, two) => two.perSecond / one.perSecond),
      aim,
      ratio,
    ),
  ]
}
