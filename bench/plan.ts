import type { BenchSite } from './open-site.ts'

/** How long and how often a section measures. */
export interface Plan {
  readonly rounds: number
  readonly seconds: number
  /** How often contenders are held against each other, and how long each then runs: short, so that neighbours see the same machine. */
  readonly pairs: number
  readonly pairSeconds: number
  /** How long a shell runs before it counts. */
  readonly warmUpSeconds: number
  /**
   * Pages that each contender makes before it counts, where contenders are compared: so many until a shell becomes no faster.
   * A time would be fewer pages on a slower machine, and a floor, which is little code, has become fast before.
   */
  readonly warmUpPages: number
  /** How long nobody comes, before a run that is about the first pages after it. */
  readonly pauseSeconds: number
  /** Requests of the run that watches memory, and after how many of them it first looks. */
  readonly requests: number
  readonly settleRequests: number
  /** Visits with a telephone. */
  readonly visits: number
  readonly lighthouseRuns: number
  /** Keys that are pressed in each large form, and the size of the file that is uploaded. */
  readonly keys: number
  readonly uploadBytes: number
  /** Releases that go live one after the other, and pages that are asked for meanwhile at least. */
  readonly releaseCount: number
  readonly releasePages: number
  /** Entries that `search` measures behind the demonstration's own. */
  readonly entries: number
}

/** What a section is given. */
export interface Bench {
  readonly site: BenchSite
  readonly plan: Plan
  /** Say what is going on. */
  readonly say: (line: string) => void
}

export const FULL: Plan = {
  rounds: 3,
  seconds: 4,
  pairs: 9,
  pairSeconds: 2,
  warmUpSeconds: 20,
  warmUpPages: 50_000,
  pauseSeconds: 30,
  requests: 10_000,
  settleRequests: 2_000,
  visits: 5,
  lighthouseRuns: 3,
  keys: 60,
  uploadBytes: 200_000_000,
  releaseCount: 200,
  releasePages: 100_000,
  entries: 0,
}
/** One run of each, to see whether something has gone badly wrong; no Lighthouse. */
export const QUICK: Plan = {
  rounds: 1,
  seconds: 1,
  pairs: 1,
  pairSeconds: 1,
  warmUpSeconds: 1,
  warmUpPages: 1_000,
  pauseSeconds: 2,
  requests: 2_000,
  settleRequests: 500,
  visits: 1,
  lighthouseRuns: 0,
  keys: 10,
  uploadBytes: 50_000_000,
  releaseCount: 6,
  releasePages: 1_000,
  entries: 0,
}
