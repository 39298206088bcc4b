import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { tableOf } from '../domain/table-of.ts'
import { errorText } from './errors.ts'

/**
 * The longest head of a request, in bytes. The delivery client sends ZenQL in the address, whatever its length: 100,000 characters
 * (`read-zenql.ts`), each percent-encoded, take 300,000 bytes. Ten thousand connections can hold 3.3 GB of unfinished heads; a
 * body may have six times as much.
 */
export const MAX_HEAD_BYTES = 320 * 1024

/** Headers that cross-origin clients may read. */
export const EXPOSED_HEADERS = ['surrogate-key', 'x-contensis-classic-token'] as const

/** The headers of answers that are given before any hook of the server runs. */
export const EARLY_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED_HEADERS.join(', '),
  'content-type': 'application/json; charset=utf-8',
} as const

/** Statuses by Node's code of the error, with what the answer says; 400 for all others. */
const ANSWERS = tableOf<readonly [status: number, message: string]>({
  HPE_HEADER_OVERFLOW: [431, `The address and the headers have ${MAX_HEAD_BYTES} bytes at most`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of a chunk are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
})
/** How long the rest of such a request is read, in milliseconds. */
const LINGER_MS = 1_000

/** Listeners of a server that answer the requests which Node cannot read. */
export type UnreadableRequests = {
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void
  readonly onError: (error: NodeJS.ErrnoException, socket: Socket) => void
}

/**
 * Answers what is no HTTP, too large or too slow with the envelope of all errors. A connection gets one such answer, or
 * none in the middle of another one. Source: protocol 1.6.
 */
export function answerUnreadable(): UnreadableRequests {
  const responses = new WeakMap<Socket, ServerResponse>()
  return {
    onRequest: (request, response) => void responses.set(request.socket, response),
    onError: (error, socket) => {
      // The socket is closed already.
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      lingeringClose(socket, takeFrom(responses.get(socket), socket) ? answerTo(error) : '')
    },
  }
}

/** Take the connection from the response that it waits for; false when that has begun. */
function takeFrom(response: ServerResponse | undefined, socket: Socket): boolean {
  if (response === undefined || response.writableFinished) return true
  // Without a socket it waits for the response to an earlier request.
  if (response.headersSent || response.socket === null) return false
  response.detachSocket(socket)
  // Node does this only for a response with a socket: without it, a file that is being sent would stay open.
  socket.once('close', () => response.destroy().emit('close'))
  return true
}

function answerTo({ code = '' }: NodeJS.ErrnoException): string {
  const [status, message] = ANSWERS.get(code) ?? [400, 'The request is not valid HTTP']
  const body = errorText(message)
  const headers = { ...EARLY_HEADERS, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n')
}

/** Closing at once could lose the answer: what still arrives is read and discarded for a moment, without the parser. */
function lingeringClose(socket: Socket, answer: string): void {
  socket.removeAllListeners('data')
  socket.on('error', () => socket.destroy()).on('data', () => undefined)
  socket.write(answer)
  setTimeout(() => socket.end(), LINGER_MS).unref()
  setTimeout(() => socket.destroy(), 2 * LINGER_MS).unref()
}
