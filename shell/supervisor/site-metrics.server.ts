import { Counter, Gauge, Registry } from 'prom-client'
import { metricsText, type ProcessMetrics } from '../metrics/metrics.server.ts'
import { ProcessGoneError } from '../store/ipc-store.server.ts'
import type { Supervisor } from './supervisor.server.ts'

/** A function that reads the metrics of all processes that serve, and of their supervisor, as text. */
export function createReadMetrics(
  supervisor: Pick<Supervisor, 'serving' | 'restarts'>,
): () => Promise<string> {
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
  return async () =>
    metricsText([
      await registry.getMetricsAsJSON(),
      ...(await Promise.all(supervisor.serving().map(({ ask }) => ask('metrics').catch(noneOfEnded)))),
    ] as ProcessMetrics[])
}

/** A process that has ended meanwhile has no metrics any more. */
function noneOfEnded(error: unknown): ProcessMetrics {
  if (!(error instanceof ProcessGoneError)) throw error
  return []
}
