/** The load generator, a process of its own: sends the requests that it is told to over IPC and reports the answers. */
import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'
import type { Load, LoadResult } from './load.ts'

process.on('message', (message: { readonly type?: unknown; readonly load?: Load }) => {
  if (message.type === 'load' && message.load)
    void fire(message.load).then((result) => process.send?.({ type: 'load-done', result }))
})
process.once('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', url: '' })

async function fire({ url, paths, connections, seconds, amount, headers, body }: Load): Promise<LoadResult> {
  let clients = 0
  const { duration, errors, non2xx, requests, latency, statusCodeStats } = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    ...(headers && { headers }),
    setupClient(client) {
      client.setRequests(orderFor(clients++, paths).map((path) => toRequest(path, headers, body)))
    },
  })
  return {
    requests: requests.total,
    failed: errors + non2xx,
    statuses: Object.keys(statusCodeStats).join(', '),
    perSecond: requests.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    max: latency.max,
  }
}

const toRequest = (path: string, headers: Load['headers'], body: string | undefined): autocannon.Request =>
  body === undefined
    ? { method: 'GET', path }
    : {
        method: 'POST',
        path,
        body,
        setupRequest: (request) => ({
          ...request,
          headers: { ...headers, 'idempotency-key': randomUUID() },
        }),
      }

/**
 * The order in which a connection requests the paths; the step length differs by connection, so that two connections that request
 * the same page at the same time separate afterwards. Otherwise they would share the work for every further page.
 */
function orderFor(connection: number, paths: readonly string[]): readonly string[] {
  const steps = paths.map((_path, step) => step).filter((step) => commonDivisor(step, paths.length) === 1)
  const step = steps[connection % Math.max(steps.length, 1)] ?? 0
  return paths.map((_path, at) => paths[(connection + at * step) % paths.length] ?? '')
}

const commonDivisor = (one: number, other: number): number =>
  other === 0 ? one : commonDivisor(other, one % other)
