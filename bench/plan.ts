import type { BenchSite } from './open-site.ts'

/** How long and how often a section measures. */
export interface Plan {
  readonly rounds: number
  readonly seconds: number
  /** How many times two servers are compared, and how long each run takes: short, so that paired runs see the same state of the machine. */
  readonly pairs: number
  readonly pairSeconds: number
  /** How long a shell runs before the measurement. */
  readonly warmUpSeconds: number
  /**
   * How many pages each server makes before a comparison: enough that a shell becomes no faster. A duration would mean fewer
   * pages on a slower machine, and a baseline, which is little code, is warm sooner.
   */
  readonly warmUpPages: number
  /** How long no requests arrive before the run that measures the first pages after a pause. */
  readonly pauseSeconds: number
  /** Number of requests of the memory section, and after how many of them it first measures. */
  readonly requests: number
  readonly settleRequests: number
  /** Number of visits with an emulated phone. */
  readonly visits: number
  readonly lighthouseRuns: number
  /** Number of keys to press in each large form, and the size of the uploaded file. */
  readonly keys: number
  readonly uploadBytes: number
  /** Number of releases that go live one after the other, and the least number of pages requested meanwhile. */
  readonly releaseCount: number
  readonly releasePages: number
  /** How many entries the `search` section adds to the demonstration's own. */
  readonly entries: number
}

/** What each section gets. */
export interface Bench {
  readonly site: BenchSite
  readonly plan: Plan
  /** Print a line about the progress. */
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
/** One run of each section, to see whether something is badly wrong; no Lighthouse. */
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
