import { createUndiciTransport, type Transport } from '@tessera/shared/io'
import type { Logger } from 'pino'
import type { PageEvents } from '../page/page.ts'
import type { SupervisorLink } from '../store/supervisor-link.server.ts'
import type { Metrics } from './metrics.server.ts'
import { answerMetrics, bindMetrics, type MetricsAddress } from './serve-metrics.server.ts'

interface TakenMetrics {
  readonly metrics: Metrics
  /** Transport to the platform whose calls are counted. */
  readonly transport: Transport
  readonly onSlotFailure: NonNullable<PageEvents['onSlotFailure']>
}

/** Takes the metrics of this process, and serves them, unless its supervisor does. */
export async function takeMetrics(
  address: MetricsAddress,
  {
    supervisor,
    onSlotFailure,
    log,
  }: {
    readonly supervisor?: Pick<SupervisorLink, 'worker' | 'onMetrics'>
    readonly onSlotFailure?: PageEvents['onSlotFailure']
    readonly log: Pick<Logger, 'info' | 'error'>
  },
): Promise<TakenMetrics> {
  // Most sites take none: the library is loaded here.
  const { createMetrics, metricsText } = await import('./metrics.server.ts')
  const metrics = createMetrics(supervisor?.worker)
  if (supervisor) supervisor.onMetrics(metrics.read)
  else {
    const server = await bindMetrics(address)
    answerMetrics(server, async () => metricsText([await metrics.read()]), log)
    // At once, as the site's own: whoever comes after it may use the port.
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => server.close())
  }
  return {
    metrics,
    transport: metrics.ofTransport(createUndiciTransport()),
    onSlotFailure(page, slot, error) {
      metrics.slotFailed(slot.remote)
      onSlotFailure?.(page, slot, error)
    },
  }
}
