import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'

/** Where metrics are served: an address of its own, which visitors do not reach. */
export interface MetricsAddress {
  readonly host: string
  /** 0 is any free port. */
  readonly port: number
}

/**
 * A server at the address of metrics, which answers nothing yet. It does not keep a process that has ended its work.
 * @throws Error when the address cannot be used, with one line that names it
 */
export async function bindMetrics({ host, port }: MetricsAddress): Promise<Server> {
  const server = createServer()
  await new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(`metrics cannot be served at ${host}:${port}: ${error.code ?? error.message}`)),
    )
    server.listen(port, host, () => resolve(undefined))
  })
  return server.unref()
}

/** Answers `/metrics` in the text format of Prometheus. `read` is called for each request. */
export function answerMetrics(
  server: Server,
  read: () => Promise<string>,
  log: Pick<Logger, 'info' | 'error'>,
): void {
  server.on('request', (request, response) => {
    const [path] = (request.url ?? '').split('?', 1)
    if (path !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    read().then(
      (text) =>
        response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics could not be read')
        response.writeHead(500).end()
      },
    )
  })
  const { address, port } = server.address() as AddressInfo
  log.info({ address, port }, 'metrics served')
}
