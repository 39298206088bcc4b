import { Counter, Gauge, Registry } from 'prom-client'
import type { Logger } from 'pino'
import { metricsText, type ProcessMetrics } from '../metrics/metrics.server.ts'
import { serveMetrics, type MetricsAddress } from '../metrics/serve-metrics.server.ts'
import type { Supervisor } from './supervisor.server.ts'

/** Serves the metrics of all processes that serve, and of their supervisor. */
export function serveSiteMetrics(
  address: MetricsAddress,
  supervisor: Pick<Supervisor, 'serving' | 'restarts'>,
  log: Pick<Logger, 'info' | 'error'>,
): ReturnType<typeof serveMetrics> {
  const registry = new Registry()
  new Gauge({
    name: 'shell_processes_serving',
    help: 'Shell processes that serve',
    registers: [registry],
    collect() {
      this.set(supervisor.serving().length)
    },
  })
  new Counter({
    name: 'shell_process_restarts_total',
    help: 'Shell processes that have ended and were replaced',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(supervisor.restarts())
    },
  })
  // A process that ends meanwhile has none any more.
  const readOne = ({ ask }: ReturnType<Supervisor['serving']>[number]) =>
    ask('metrics').catch(() => []) as Promise<ProcessMetrics>
  return serveMetrics(
    address,
    async () =>
      metricsText([
        await registry.getMetricsAsJSON(),
        ...(await Promise.all(supervisor.serving().map(readOne))),
      ]),
    log,
  )
}
