import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The open connections of a server. */
export interface Connections {
  /**
   * Detach the connection from a request whose rest cannot be read; false when its answer has begun already. A later
   * answer to that request is discarded: a connection has one answer for each request.
   */
  takeFromRequest(socket: Socket): boolean
  /** Cut every connection without a complete request that waits for its answer: idle, silent, or sending slowly. */
  endIncomplete(): void
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Watch the connections of a server. One is cut at once when its address has `maxSilent` others that have not sent the head of a
 * request yet.
 */
export function watchConnections(server: Server, maxSilent: number): Connections {
  const open = new Set<Socket>()
  const exchanges = new WeakMap<Socket, Exchange>()
  const silent = new Map<string, Set<Socket>>()
  const speaks = (socket: Socket, address: string): void => {
    const sockets = silent.get(address)
    if (sockets?.delete(socket) && sockets.size === 0) silent.delete(address)
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const sockets = silent.get(address) ?? new Set()
    if (sockets.size >= maxSilent) return void socket.destroy()
    silent.set(address, sockets.add(socket))
    open.add(socket)
    socket.once('close', () => {
      open.delete(socket)
      speaks(socket, address)
    })
  })
  server.on('request', (request, response) => {
    exchanges.set(request.socket, { request, response })
    speaks(request.socket, request.socket.remoteAddress ?? '')
  })

  return {
    takeFromRequest(socket) {
      const exchange = exchanges.get(socket)
      if (!exchange || exchange.request.complete) return true
      // Taken from it before: its answer is on its way.
      if (exchange.response.headersSent || exchange.response.socket === null) return false
      exchange.response.detachSocket(socket)
      return true
    },
    endIncomplete() {
      for (const socket of open) {
        const exchange = exchanges.get(socket)
        const waits = exchange?.request.complete === true && !exchange.response.writableFinished
        if (!waits) socket.destroy()
      }
    },
  }
}
