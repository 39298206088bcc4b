import type { Child } from './child.ts'

/** The requests to send to a server. */
export interface Load {
  readonly url: string
  readonly paths: readonly string[]
  readonly connections: number
  readonly seconds: number
  /** Number of requests, instead of a duration. */
  readonly amount?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Send POST requests with this body, each with an idempotency key of its own. */
  readonly body?: string
}

/** The result of a run. Latencies in milliseconds. */
export interface LoadResult {
  readonly requests: number
  /** Answers other than 2xx, and broken connections: a measurement with any is invalid. */
  readonly failed: number
  /** The status codes of the answers. */
  readonly statuses?: string
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** One run against one server, with the processor time that the server reports. */
export interface Measured extends LoadResult {
  readonly cpuMsPerRequest: number
}

/** Send a load and read the server's own usage figures. @throws Error when an answer was not a page */
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

/** Number of requests in one portion of a warm-up, and the longest time of a warm-up. */
const PORTION = 5_000
const WARM_UP_MS = 90_000

/** Request so many pages from a server that its code is compiled before the measurement; fewer when they take long. */
export async function warmUp(server: Child, generator: Child, load: Load, pages: number): Promise<void> {
  const until = performance.now() + WARM_UP_MS
  for (let made = 0; made < pages && performance.now() < until; made += PORTION)
    await measure(server, generator, { ...load, amount: Math.min(PORTION, pages - made) })
}

/** The median; of two middle values the smaller. */
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
