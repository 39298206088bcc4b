import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The open connections of a server. */
export interface Connections {
  /**
   * Detach the connection from the request that waits for its response, whose body or successor cannot be read; false when that
   * response has begun already. A later response to that request is discarded: each request gets exactly one response.
   */
  takeFromRequest(socket: Socket): boolean
  /** Destroy all connections except those with a complete request that waits for its response. */
  endIncomplete(): void
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Watch the connections of a server. A new one is destroyed at once when its address has `maxSilent` others that have not sent the
 * head of a request yet.
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
      if (!exchange) return true
      const { request, response } = exchange
      if (request.complete && response.writableFinished) return true
      // Without a socket it waits for the response to an earlier request.
      if (response.headersSent || response.socket === null) return false
      response.detachSocket(socket)
      // Node does this only for a response with a socket: without it, a file that is being sent would stay open.
      socket.once('close', () => response.destroy().emit('close'))
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes with large bodies: the time limit is extended by the body's length divided by this rate. */
    readonly bodyBytesPerSecond?: number
  }
}

/** How long a body may take, in milliseconds. */
const BODY_MS = 30_000
/** Length that is assumed for a body without `content-length` when its time limit is calculated. */
const UNKNOWN_BYTES = 64 * 1024 * 1024

/** Refuse a body that takes too long with 408, as Node does for a head. Only requests with a body have a timer. */
export function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = headers
    if (!(Number(length) > 0) && encoding === undefined) return done()
    const { bodyBytesPerSecond } = routeOptions.config
    const bytes = encoding === undefined ? Number(length) : UNKNOWN_BYTES
    const ms = BODY_MS + (bodyBytesPerSecond ? (bytes / bodyBytesPerSecond) * 1_000 : 0)
    const end = Object.assign(new Error('The request took too long.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    const endBody = () => void app.server.emit('clientError', end, raw.socket)
    const timer = setTimeout(endBody, ms)
    const stop = () => clearTimeout(timer)
    raw.once('end', stop).once('close', stop)
    reply.raw.once('close', stop)
    // The body may have arrived with the head and be malformed: the route runs only after the parser had a chance to report that.
    queueMicrotask(done)
  })
}
