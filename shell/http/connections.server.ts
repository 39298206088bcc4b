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
  /** Give the body of the request whose head was read last more time than every request has, until it is answered. */
  giveMoreTime(socket: Socket, ms: number): void
  /** Whether a request whose time is over has more. When that is over too, the server emits the same `clientError` again. */
  hasMoreTime(error: Error, socket: Socket): boolean
  /**
   * Destroy all connections except those with a request that waits for its response; its body may still be arriving. The first request
   * of a connection may be on its way: it has a moment to arrive.
   */
  endIdle(): void
}

/** How long a new connection of a server that closes may take to send its first request. */
const FIRST_REQUEST_MS = 500

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  moreMs: number
}

/**
 * Watch the connections of a server. One is destroyed at once when its address has `maxSilent` others that have not sent a whole
 * request yet, or not the whole body of their last one. One on which nothing moves for the server's `timeout` is destroyed unless it
 * waits for the server.
 */
export function watchConnections(server: Server, maxSilent: number): Connections {
  const open = new Set<Socket>()
  const exchanges = new WeakMap<Socket, Exchange>()
  const silent = silentConnections(maxSilent)

  server.on('connection', (socket) => {
    if (!silent.add(socket)) return void socket.destroy()
    open.add(socket)
    const { remoteAddress } = socket
    socket.once('close', () => {
      open.delete(socket)
      // A closed socket has no address any more.
      silent.delete(socket, remoteAddress)
    })
  })
  // Before the request is answered, which may be at once.
  server.prependListener('request', (request, response) => {
    const { socket } = request
    exchanges.set(socket, { request, response, moreMs: 0 })
    if (!hasBody(request)) return silent.delete(socket)
    if (!silent.add(socket)) return void socket.destroy()
    request.once('end', () => silent.delete(socket))
  })
  // Node does not emit this for a write that makes any progress.
  server.on('timeout', (socket) => {
    const isAnswered = exchanges.get(socket)?.response.writableFinished !== false
    if (isAnswered || socket.writableLength > 0) socket.destroy()
  })

  return {
    takeFromRequest: (socket) => detach(socket, exchanges.get(socket)),
    giveMoreTime(socket, ms) {
      const exchange = exchanges.get(socket)
      if (exchange) exchange.moreMs = ms
    },
    hasMoreTime(error, socket) {
      const exchange = exchanges.get(socket)
      return exchange !== undefined && extend(exchange, () => server.emit('clientError', error, socket))
    },
    endIdle() {
      for (const socket of open) {
        const { response } = exchanges.get(socket) ?? {}
        if (response?.writableFinished) socket.destroy()
        if (!response) setTimeout(() => exchanges.has(socket) || socket.destroy(), FIRST_REQUEST_MS)
      }
    },
  }
}

/** See `takeFromRequest`. */
function detach(socket: Socket, exchange: Exchange | undefined): boolean {
  if (!exchange) return true
  const { request, response } = exchange
  if (request.complete && response.writableFinished) return true
  // Without a socket it waits for the response to an earlier request.
  if (response.headersSent || response.socket === null) return false
  response.detachSocket(socket)
  // Node does this only for a response with a socket: without it, a file that is being sent would stay open.
  socket.once('close', () => response.destroy().emit('close'))
  return true
}

/** Call `onLate` once the additional time of a body is over; false when it has none, or had it already. */
function extend(exchange: Exchange, onLate: () => void): boolean {
  const { request, response, moreMs } = exchange
  exchange.moreMs = 0
  if (moreMs === 0 || request.complete || response.writableEnded) return false
  const end = () => request.complete || onLate()
  const timer = setTimeout(end, moreMs)
  // A request that is answered before its body has arrived gets no more time.
  response.once('finish', end)
  request.once('close', () => clearTimeout(timer))
  return true
}

/** The connections of each address that have not sent a whole request: `add` is false where there are too many. */
function silentConnections(max: number) {
  const byAddress = new Map<string | undefined, Set<Socket>>()
  return {
    add(socket: Socket): boolean {
      const sockets = byAddress.get(socket.remoteAddress) ?? new Set()
      if (sockets.size >= max && !sockets.has(socket)) return false
      byAddress.set(socket.remoteAddress, sockets.add(socket))
      return true
    },
    delete(socket: Socket, address = socket.remoteAddress): void {
      const sockets = byAddress.get(address)
      if (sockets?.delete(socket) && sockets.size === 0) byAddress.delete(address)
    },
  }
}

/** How long the rest of a refused request is read. */
const LINGER_MS = 1_000

/**
 * Send a response and close the connection a moment later. Data that still arrives is read and discarded until then: closing at
 * once could lose a response, this one or one that has begun, and Node would report every chunk as another error.
 */
export function lingeringClose(socket: Socket, answer: string): void {
  socket.removeAllListeners('data')
  socket.on('error', () => socket.destroy()).on('data', () => undefined)
  socket.write(answer)
  setTimeout(() => socket.end(), LINGER_MS).unref()
  setTimeout(() => socket.destroy(), 2 * LINGER_MS).unref()
}

const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  Number(headers['content-length']) > 0 || headers['transfer-encoding'] !== undefined

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes with large bodies: the time limit is extended by the body's length divided by this rate. */
    readonly bodyBytesPerSecond?: number
  }
}

/** Length that is assumed for a body without `content-length` when its time limit is calculated. */
const UNKNOWN_BYTES = 64 * 1024 * 1024

/** Give bodies of the routes that say so more time than every request has, by their length. */
export function extendBodies(
  app: FastifyInstance,
  { giveMoreTime }: Pick<Connections, 'giveMoreTime'>,
): void {
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': coding } = headers
    if (!(Number(length) > 0) && coding === undefined) return done()
    const { bodyBytesPerSecond } = routeOptions.config
    const bytes = coding === undefined ? Number(length) : UNKNOWN_BYTES
    if (bodyBytesPerSecond) giveMoreTime(raw.socket, (bytes / bodyBytesPerSecond) * 1_000)
    // The body may have arrived with the head and be malformed: the route runs only after the parser had a chance to report that.
    queueMicrotask(done)
  })
}
