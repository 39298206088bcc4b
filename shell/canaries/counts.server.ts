import * as v from 'valibot'

const CountSchema = v.object({ pages: v.number(), server: v.number(), browser: v.number() })
/** Number of pages that a release was used in, and of its failures on the server and in browsers. */
export type Count = Readonly<v.InferOutput<typeof CountSchema>>

/** These counts since a canary began, and in the last minute. */
export const CountsSchema = v.object({ all: CountSchema, lately: CountSchema })
export type Counts = Readonly<v.InferOutput<typeof CountsSchema>>

/** Counts of releases, by `app@version`. */
export interface ReleaseCounts {
  add(release: string, what: keyof Count): void
  of(release: string): Counts
  /** Forget all releases of an app: the next canary is compared with what is counted from then on. */
  forget(app: string): void
}

const SLICE_MS = 5_000
const RECENT_MS = 60_000

interface Slice {
  readonly number: number
  readonly count: Record<keyof Count, number>
}

const NONE: Count = { pages: 0, server: 0, browser: 0 }

/** Counts for releases. `now` is a monotonic clock in milliseconds. */
export function createCounts(now: () => number): ReleaseCounts {
  const known = new Map<string, { readonly all: Record<keyof Count, number>; slices: Slice[] }>()
  const isRecent = ({ number }: Slice): boolean => (number + 1) * SLICE_MS > now() - RECENT_MS
  return {
    add(release, what) {
      const counts = known.get(release) ?? { all: { ...NONE }, slices: [] }
      known.set(release, counts)
      const number = Math.floor(now() / SLICE_MS)
      let slice = counts.slices.at(-1)
      if (slice?.number !== number) {
        slice = { number, count: { ...NONE } }
        counts.slices = [...counts.slices.filter(isRecent), slice]
      }
      slice.count[what] += 1
      counts.all[what] += 1
    },
    of(release) {
      const { all, slices } = known.get(release) ?? { all: NONE, slices: [] }
      return {
        all: { ...all },
        lately: slices.filter(isRecent).reduce((sum, { count }) => plus(sum, count), NONE),
      }
    },
    forget(app) {
      for (const release of known.keys()) if (release.startsWith(`${app}@`)) known.delete(release)
    },
  }
}

const plus = (one: Count, other: Count): Count => ({
  pages: one.pages + other.pages,
  server: one.server + other.server,
  browser: one.browser + other.browser,
})

/** The sum of several shells' counts. */
export const sumOf = (counts: readonly Counts[]): Counts =>
  counts.reduce((sum, { all, lately }) => ({ all: plus(sum.all, all), lately: plus(sum.lately, lately) }), {
    all: NONE,
    lately: NONE,
  })

/** Failures per page, at most 1: several slots of a page may fail, and pages that a cache in front has served are not counted. */
const rateOf = ({ pages, server, browser }: Count): number => {
  const failed = server + browser
  return failed === 0 ? 0 : Math.min(1, failed / Math.max(pages, 1))
}

/**
 * Why a canary must be halted: its failure rate exceeds that of the live release by more than its bar allows, in the last minute or since
 * it began. The comparison excludes failures of the platform, which affect both. Null without a reason.
 */
export function reasonToHalt(
  canary: Counts,
  live: Counts,
  bar: { readonly rate: number; readonly fewest: number },
): string | null {
  for (const [span, words] of [
    ['lately', 'in the last minute'],
    ['all', 'since it began'],
  ] as const) {
    const { pages, server, browser } = canary[span]
    if (server + browser < bar.fewest) continue
    const rate = rateOf(canary[span])
    if (rate - rateOf(live[span]) > bar.rate)
      return (
        `${server + browser} failures in ${pages} pages ${words} (${server} on the server, ${browser} in browsers): ` +
        `${inPercent(rate)}, of the live release ${inPercent(rateOf(live[span]))}, allowed ${inPercent(bar.rate)} more`
      )
  }
  return null
}

const inPercent = (rate: number): string => `${Math.round(rate * 1_000) / 10} %`
