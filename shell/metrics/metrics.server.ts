import type { FastifyReply, FastifyRequest } from 'fastify'
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { AppError } from '@tessera/shared/contract'
import type { PlatformClient, Transport, WireRequest } from '@tessera/shared/io'
import type { FastPath } from '../cache/fast-path.server.ts'
import type { PageStore } from '../cache/page-store.server.ts'
import { versionsOf, type ReleaseSnapshot } from '../releases/live-state.server.ts'

/** The metrics of one process, as JSON: a supervisor collects those of its processes. */
export type ProcessMetrics = readonly object[]

/** The parts of a shell whose present state is read whenever its metrics are. */
export interface Measured {
  readonly releases: {
    readonly snapshot: () => ReleaseSnapshot
    readonly storeFailure: () => object | null
  }
  readonly platformClient: Pick<PlatformClient, 'stats'>
  readonly caches: { readonly store: Pick<PageStore, 'size' | 'bytes'> }
}

/** What is counted and timed in a shell process. Labels have few values: never a path, an address or an id. */
export interface Metrics {
  /** Count an answer, by the route's pattern. */
  readonly answered: (request: FastifyRequest, reply: FastifyReply) => void
  /** The same fast path, whose answers are counted as hits of the cache. */
  readonly ofFastPath: (fastPath: FastPath) => FastPath
  /** The same transport, whose calls are counted and timed. */
  readonly ofTransport: (transport: Transport) => Transport
  /** Count a failed slot of a page. */
  readonly slotFailed: (remote: string | undefined) => void
  readonly measure: (shell: Measured) => void
  readonly read: () => Promise<ProcessMetrics>
}

/** In seconds: pages take milliseconds, calls and pages give up after 1 to 4 s, uploads may take longer. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Metrics of this process, with those of Node: memory, event loop, garbage collection. `worker` is its number, a label of them all: counters
 * of a process that is replaced begin anew, and sums over processes would go down. Source: reference security 5.
 */
export function createMetrics(worker = 1): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ worker })
  collectDefaultMetrics({ register: registry })
  const fromFastPath = new WeakSet<FastifyRequest>()
  const requests = new Counter({
    name: 'shell_http_requests_total',
    help: 'Answered requests',
    labelNames: ['route', 'method', 'status', 'cache'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'shell_http_request_seconds',
    help: 'Time until a request was answered',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const failures = new Counter({
    name: 'mfe_slot_failures_total',
    help: 'Slots of pages that failed on the server',
    labelNames: ['remote'],
    registers: [registry],
  })
  return {
    answered(request, reply) {
      // Before a process listens, it asks itself for pages.
      if (!request.server.server.listening) return
      const route = request.routeOptions.url ?? 'none'
      const cache = fromFastPath.has(request) ? 'hit' : cacheLabel(reply.getHeader('cache-status'))
      requests.inc({ route, method: request.method, status: reply.statusCode, cache })
      seconds.observe({ route }, reply.elapsedTime / 1_000)
    },
    ofFastPath: (fastPath) => (request, reply) => {
      const isAnswered = fastPath(request, reply)
      if (isAnswered) fromFastPath.add(request)
      return isAnswered
    },
    ofTransport: (transport) => timedTransport(transport, registry),
    slotFailed: (remote = 'none') => failures.inc({ remote }),
    measure: (shell) => measureShell(shell, registry),
    // No other process has these labels, so nothing is added up, and nothing may be left out for want of a sum.
    read: async () => (await registry.getMetricsAsJSON()).map((one) => ({ ...one, aggregator: 'first' })),
  }
}

/** The metrics of several processes together, in the text format of Prometheus. */
export const metricsText = (processes: readonly ProcessMetrics[]): Promise<string> =>
  AggregatorRegistry.aggregate([...processes] as object[]).metrics()

const cacheLabel = (status: unknown): string =>
  typeof status !== 'string'
    ? 'none'
    : status.includes('stale')
      ? 'stale'
      : status.includes('hit')
        ? 'hit'
        : 'miss'

function timedTransport(transport: Transport, registry: Registry): Transport {
  const calls = new Counter({
    name: 'platform_requests_total',
    help: 'Calls to the content platform',
    labelNames: ['api', 'outcome'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'platform_request_seconds',
    help: 'Time of calls to the content platform',
    labelNames: ['api'],
    buckets: BUCKETS,
    registers: [registry],
  })
  return {
    async send(request) {
      const api = apiOf(request)
      const end = seconds.startTimer({ api })
      const count = (outcome: string) => {
        end()
        calls.inc({ api, outcome })
      }
      try {
        const answer = await transport.send(request)
        count(answer.status < 400 ? 'ok' : answer.status < 500 ? 'http_4xx' : 'http_5xx')
        return answer
      } catch (thrown) {
        count(outcomeOf(thrown))
        throw thrown
      }
    },
    close: () => transport.close(),
  }
}

/** The last part of an error's code: timeout, aborted, unreachable, bad-answer. */
const outcomeOf = (thrown: unknown): string =>
  thrown instanceof AppError ? (thrown.code.split('/')[1] ?? 'failed').replaceAll('-', '_') : 'failed'

const APIS =
  /\/projects\/[^/]+\/(?:contenttypes\/[^/]+\/)?(entries\/search|entries|nodes|taxonomy|contenttypes|forms)(?:\/|$)/i

/** The kind of a call, of few. */
const apiOf = ({ url }: Pick<WireRequest, 'url'>): string =>
  APIS.exec(url.split('?')[0] ?? '')?.[1]
    ?.toLowerCase()
    .replace('entries/', '') ?? 'other'

function measureShell({ releases, platformClient, caches: { store } }: Measured, registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  new Gauge({
    name: 'platform_breaker_open',
    help: 'Whether calls of a kind are paused since they keep failing',
    labelNames: ['need'],
    registers: [registry],
    collect() {
      for (const [need, state] of Object.entries(platformClient.stats().breakers))
        this.set({ need }, state === 'closed' ? 0 : 1)
    },
  })
  gauge(
    'platform_calls_active',
    'Calls to the content platform that are under way',
    () => platformClient.stats().active,
  )
  gauge(
    'platform_calls_waiting',
    'Calls to the content platform that wait for their turn',
    () => platformClient.stats().waiting,
  )
  gauge('page_cache_pages', 'Pages in the cache', () => store.size)
  gauge('page_cache_bytes', 'Size of the pages in the cache', () => store.bytes)
  gauge('release_store_unreadable', 'Whether the release store cannot be read', () =>
    releases.storeFailure() === null ? 0 : 1,
  )
  new Gauge({
    name: 'mfe_release_live',
    help: 'Releases that are live',
    labelNames: ['remote', 'version'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [remote, version] of Object.entries(versionsOf(releases.snapshot())))
        this.set({ remote, version }, 1)
    },
  })
}
