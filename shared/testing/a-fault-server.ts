import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A local platform whose answers a test determines. */
export interface FaultServer {
  readonly url: string
  /** Every request so far. */
  readonly requests: readonly IncomingMessage[]
  /** Sockets open right now. */
  sockets(): number
  close(): Promise<void>
}

/** Answers one request; `count` is 1 for the first. */
export type Answering = (request: IncomingMessage, response: ServerResponse, count: number) => void

/** A real HTTP server on a free port of the loopback address. */
export async function aFaultServer(answer: Answering): Promise<FaultServer> {
  const requests: IncomingMessage[] = []
  const sockets = new Set<unknown>()
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response, requests.length)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    sockets: () => sockets.size,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Send JSON as the platform does. */
export function sendJson(
  response: ServerResponse,
  data: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(data))
}
