import type { Child } from './child.ts'

/** What to fire at a server. */
export interface Load {
  readonly url: string
  readonly paths: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Requests to send instead of a time. */
  readonly amount?: number
  readonly headers?: Readonly<Record<string, string>>
  /** A post of this body, each under an idempotency key of its own. */
  readonly body?: string
}

/** What came back. Latencies in milliseconds. */
export interface LoadResult {
  readonly requests: number
  /** Answers that were no 2xx, and connections that broke: a figure with any is worthless. */
  readonly failed: number
  /** Of the answers that came. */
  readonly statuses?: string
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** One run against one server, with what the server says it has used. */
export interface Measured extends LoadResult {
  readonly cpuMsPerRequest: number
}

/** Fire a load and take the server's own account of it. @throws Error when an answer was not a page */
export async function measure(server: Child, generator: Child, load: Load): Promise<Measured> {
  const before = await server.usage()
  const { result } = await generator.ask<{ readonly result: LoadResult }>({ type: 'load', load } as never)
  const after = await server.usage()
  if (result.failed > 0 || result.requests === 0)
    throw new Error(
      `${result.failed} of ${result.requests} requests to ${load.url} failed (answers: ${result.statuses})`,
    )
  return { ...result, cpuMsPerRequest: (after.cpuMs - before.cpuMs) / result.requests }
}

/** Pages of a warm-up that are asked for at once, and the longest that a warm-up takes. */
const PORTION = 5_000
const WARM_UP_MS = 90_000

/** Let a server make so many pages that what is measured next is compiled: fewer where they cost much. */
export async function warmUp(server: Child, generator: Child, load: Load, pages: number): Promise<void> {
  const until = performance.now() + WARM_UP_MS
  for (let made = 0; made < pages && performance.now() < until; made += PORTION)
    await measure(server, generator, { ...load, amount: Math.min(PORTION, pages - made) })
}

/** The middle one; of two middle ones the smaller. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

/** The medians of several runs, figure by figure. */
export const medians = (runs: readonly Measured[]): Measured => ({
  requests: median(runs.map(({ requests }) => requests)),
  failed: 0,
  perSecond: median(runs.map(({ perSecond }) => perSecond)),
  p50: median(runs.map(({ p50 }) => p50)),
  p99: median(runs.map(({ p99 }) => p99)),
  max: median(runs.map(({ max }) => max)),
  cpuMsPerRequest: median(runs.map(({ cpuMsPerRequest }) => cpuMsPerRequest)),
})
