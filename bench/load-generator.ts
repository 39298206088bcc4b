/** The load of a run, as a process of its own: fires what it is asked to over IPC and says what came back. */
import autocannon from 'autocannon'
import type { Load, LoadResult } from './load.ts'

process.on('message', (message: { readonly type?: unknown; readonly load?: Load }) => {
  if (message.type === 'load' && message.load)
    void fire(message.load).then((result) => process.send?.({ type: 'load-done', result }))
})
process.once('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', url: '' })

async function fire({ url, paths, connections, seconds, amount, headers }: Load): Promise<LoadResult> {
  let clients = 0
  const { duration, errors, non2xx, requests, latency } = await autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    headers,
    setupClient(client) {
      // Each connection starts at another page: in step they would all ask for the same one, and calls would be shared.
      const start = Math.floor((clients++ * paths.length) / connections)
      const rotated = [...paths.slice(start), ...paths.slice(0, start)]
      client.setRequests(rotated.map((path) => ({ method: 'GET', path })))
    },
  })
  return {
    requests: requests.total,
    failed: errors + non2xx,
    perSecond: requests.total / duration,
    p50: latency.p50,
    p99: latency.p99,
    max: latency.max,
  }
}
