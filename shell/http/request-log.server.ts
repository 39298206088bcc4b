import { writeSync } from 'node:fs'
import type { Server } from 'node:http'
import { isIP, isIPv4, isIPv6, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { types } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import { AppError, toAppError } from '@tessera/shared/contract'

/** Longest logged path, in characters. */
const LOGGED_PATH = 200

/** Lines are buffered up to this size or time: one write for each would take a sixth of a page's processor time. */
const LOG_BUFFER_BYTES = 8_192
const LOG_FLUSH_MS = 500
/** Time until what could not be written is tried again. */
const LOG_RETRY_MS = 20
/** Longest time for which the end of a process waits until its lines are written. */
const LOG_END_MS = 1_000
/** Lines that wait while nobody takes them, in bytes: later ones are lost, since they would take the memory of the process. */
const LOG_WAITING_BYTES = 4 * 1024 * 1024

const STDOUT = 1

/**
 * Writes the lines of a log to stdout, in their order, buffered until the process ends. Where they cannot be written, e.g. to a full disk or
 * to a pipe that nobody reads, they wait and the process goes on; `onLost` is told afterwards how many were lost.
 */
function createLogOutput(
  onLost: (lines: number) => void,
): DestinationStream & { readonly flushSync: () => void } {
  // Makes a pipe non-blocking: a full one then refuses a write, which would otherwise hold up the process and its end.
  void process.stdout
  const waiting: string[] = []
  let chunk: Buffer = Buffer.alloc(0)
  let bytes = 0
  let lost = 0
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    try {
      while (bytes > 0) {
        if (chunk.length === 0) chunk = Buffer.from(waiting.splice(0).join(''))
        const written = writeSync(STDOUT, chunk)
        chunk = chunk.subarray(written)
        bytes -= written
        if (bytes === 0 && lost > 0) reportLost()
      }
    } catch {
      timer = setTimeout(flush, LOG_RETRY_MS).unref()
    }
  }
  const reportLost = (): void => {
    const lines = lost
    lost = 0
    onLost(lines)
  }
  const flushSync = (): void => {
    const end = performance.now() + LOG_END_MS
    for (flush(); bytes > 0 && performance.now() < end; flush())
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOG_RETRY_MS)
  }
  process.once('exit', flushSync)
  return {
    write(line) {
      const size = Buffer.byteLength(line)
      if (bytes + size > LOG_WAITING_BYTES) return void (lost += 1)
      waiting.push(line)
      bytes += size
      if (bytes >= LOG_BUFFER_BYTES && chunk.length === 0) flush()
      timer ??= setTimeout(flush, LOG_FLUSH_MS).unref()
    },
    flushSync,
  }
}

/** The log of a server process, to stdout. `worker` tells processes of a supervisor apart. */
export const createLog = (level: string, worker?: number): Logger => {
  const output = createLogOutput((lost) => log.error({ lost }, 'log lines were lost'))
  const log = pino(
    { level, ...(worker !== undefined && { base: { pid: process.pid, hostname: hostname(), worker } }) },
    output,
  )
  return log
}

/** One line per request: method, path without query, status, duration. */
function logRequest(request: FastifyRequest, reply: FastifyReply, status: number): void {
  const path = (request.url.split('?')[0] ?? '').slice(0, LOGGED_PATH)
  const responseTimeMs = Math.round(reply.elapsedTime * 10) / 10
  const { method } = request
  request.log.info({ method, path, remote: plainAddress(request.ip), status, responseTimeMs }, 'request')
}

/**
 * An address as it is written shortest: without a port, brackets or a zone, which some proxies write into `X-Forwarded-For`, and an IPv4
 * address that is mapped into IPv6 as itself. What is no address stays as it is.
 */
export function plainAddress(text: string): string {
  if (isIPv4(text)) return text
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/%.*$/, '')
  const address = isIP(bare) === 0 ? bare.replace(/^([\d.]+):\d+$/, '$1') : bare
  if (!isIPv6(address)) return isIPv4(address) ? address : text
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(short) ?? []
  if (high === undefined || low === undefined) return short
  return [high, low].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.')
}

/** Called with a request once it is answered. */
export type OnAnswered = (request: FastifyRequest, reply: FastifyReply) => void

/** Log every answered request, and once that addresses of visitors come from a proxy that is not trusted. */
export function logRequests(app: FastifyInstance, onAnswered?: OnAnswered): void {
  let hasWarned = false
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply, reply.statusCode)
    onAnswered?.(request, reply)
    if (!hasWarned && hasUntrustedProxy(request)) {
      hasWarned = true
      request.log.warn({ remote: plainAddress(request.ip) }, UNTRUSTED)
    }
    done()
  })
}

const UNTRUSTED =
  'X-Forwarded-For from an address that trustedProxies does not name: if it is a proxy, all of its visitors share one address and its limits'

/** Whether `X-Forwarded-For` was sent from an address that is not a trusted proxy, so that the header is ignored. */
const hasUntrustedProxy = ({ headers, ips = [] }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined && ips.length <= 1

/** The same for one request, of which fastify runs no hooks. */
export function logOnceSent(request: FastifyRequest, reply: FastifyReply, onAnswered?: OnAnswered): void {
  reply.raw.once('finish', () => {
    logRequest(request, reply, reply.statusCode)
    onAnswered?.(request, reply)
  })
}

/** Log a refused request that could not be read: the sender and the error, without any of its content. */
export function logUnreadable(
  log: Pick<Logger, 'info'>,
  { bytesRead, remoteAddress = '' }: Pick<Socket, 'bytesRead' | 'remoteAddress'>,
  refusal: { readonly status: number; readonly code: string | undefined },
): void {
  // Browsers open connections in advance, which may end without a request.
  if (bytesRead > 0) log.info({ remote: plainAddress(remoteAddress), ...refusal }, 'request')
}

/** The status in the log of a request whose visitor has closed the connection, as in the logs of proxies. It is not sent. */
const VISITOR_LEFT = 499

/** The status in the log of a request that was cut off by the end of the process. It is not sent. */
const CUT_OFF = 503

/** Servers whose open connections were closed. */
const closed = new WeakSet<Server>()

/** Close all connections of a server whose process ends; requests in progress are logged as cut off and not as abandoned. */
export function cutConnections(server: Server): void {
  closed.add(server)
  server.closeAllConnections()
}

/** End a request whose connection is closed, without an answer: one line in the log. */
export function endAbandoned(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  logRequest(request, reply, closed.has(request.server.server) ? CUT_OFF : VISITOR_LEFT)
  return reply.hijack()
}

/** The log fields of an error; visitors only get the request's id. URLs have no query: a search's would hold the visitor's words. */
export function errorFacts(thrown: unknown): Record<string, unknown> {
  const wrapped = toAppError(thrown)
  const error = isAppError(wrapped.cause) && wrapped.code === 'app/unexpected' ? wrapped.cause : wrapped
  const details = withoutQuery(error.details)
  const cause = error.cause ?? error
  const err = isAppError(cause)
    ? { ...pino.stdSerializers.err(cause), details: withoutQuery(cause.details) }
    : cause
  return { code: error.code, status: error.status, details, err }
}

/** Whether a value is an intended error. Those of remotes are known by their members, since each release bundles a class of its own. */
export const isAppError = (thrown: unknown): thrown is AppError =>
  thrown instanceof AppError ||
  (types.isNativeError(thrown) &&
    thrown.name === 'AppError' &&
    'code' in thrown &&
    'details' in thrown &&
    typeof thrown.details === 'object' &&
    thrown.details !== null)

const withoutQuery = (details: AppError['details']): AppError['details'] =>
  typeof details['url'] === 'string' ? { ...details, url: details['url'].split('?')[0] } : details
