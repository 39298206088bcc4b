import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent } from 'undici'
import { AppError } from '../contract/index.ts'
import { splitKeys } from '../content/index.ts'
import { badAnswer, contentError } from './errors.ts'

/** An HTTP request to the platform. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  readonly maxBodyBytes: number
}

/** A complete HTTP answer. */
export interface WireAnswer {
  readonly status: number
  /** After decompression. */
  readonly body: Buffer
  readonly keys: readonly string[]
  readonly retryAfter: string | null
}

/** Sends one request and reads the whole answer; does not follow redirects. Rejects with an AppError, or the signal's reason. */
export interface Transport {
  send(request: WireRequest): Promise<WireAnswer>
  close(): Promise<void>
}

/** Sockets per origin: twice the concurrent calls, since aborted connections take a moment to close. Source: reference security 3.6, X2. */
const MAX_SOCKETS = 64
/**
 * Surrogate keys are one header: two for each page of a menu's tree, with names of some 20 characters, and the embedded platform's largest
 * tree has 20,000. A tree with more than this is not read at all, and every page of the site is without its menu.
 */
const MAX_HEADER_BYTES = 2 * 1024 * 1024
const CONNECT_TIMEOUT_MS = 1_000

/** The content encodings that answers may have. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

type Decompress = (compressed: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const DECOMPRESS: Readonly<Record<string, Decompress>> = {
  gzip: promisify(gunzip) as Decompress,
  'x-gzip': promisify(gunzip) as Decompress,
  deflate: promisify(inflate) as Decompress,
  br: promisify(brotliDecompress) as Decompress,
}

/** A transport with keep-alive connections. undici's pool costs about half as much as fetch (docs/decisions/0003). */
export function createUndiciTransport(): Transport {
  const agent = new Agent({
    connections: MAX_SOCKETS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  })
  return {
    async send(request) {
      const { signal, maxBodyBytes } = request
      try {
        const { status, headers, body } = await receive(agent, request)
        return {
          status,
          body: await decompress(body, first(headers['content-encoding']), maxBodyBytes),
          keys: splitKeys(first(headers['surrogate-key'])),
          retryAfter: first(headers['retry-after']) ?? null,
        }
      } catch (thrown) {
        if (thrown instanceof AppError) throw thrown
        if (signal.aborted) throw signal.reason
        if (reasonOf(thrown) === 'UND_ERR_HEADERS_OVERFLOW') throw tooLarge(MAX_HEADER_BYTES)
        throw contentError('content/unreachable', { details: { reason: reasonOf(thrown) }, cause: thrown })
      }
    },
    close: () => agent.destroy(),
  }
}

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Send one request and collect the answer, of which at most `maxBodyBytes` are stored. A stream would cost as much again. */
function receive(
  agent: Agent,
  { method, url, headers, body, signal, maxBodyBytes }: WireRequest,
): Promise<Received> {
  const { origin, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    let cut: ((reason: Error) => void) | undefined
    let head: Omit<Received, 'body'> = { status: 0, headers: {} }
    let bytes = 0
    const chunks: Buffer[] = []
    const end = (reason: Error) => {
      cut?.(reason)
      reject(reason)
    }
    const onAbort = () => end(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    agent.dispatch(
      { origin, path: pathname + search, method, headers, body },
      {
        onRequestStart(controller) {
          cut = (reason) => controller.abort(reason)
          if (signal.aborted) onAbort()
        },
        onResponseStart(_controller, status, received) {
          head = { status, headers: received }
        },
        onResponseData(_controller, chunk) {
          bytes += chunk.length
          if (bytes <= maxBodyBytes) chunks.push(chunk)
          else end(tooLarge(maxBodyBytes))
        },
        onResponseEnd() {
          signal.removeEventListener('abort', onAbort)
          resolve({ ...head, body: Buffer.concat(chunks) })
        },
        onResponseError(_controller, error) {
          signal.removeEventListener('abort', onAbort)
          reject(error)
        },
      },
    )
  })
}

/** The decompressed body, also of at most `maxBytes`. @throws AppError content/bad-answer */
async function decompress(compressed: Buffer, header: string | undefined, maxBytes: number): Promise<Buffer> {
  // Source: RFC 9110, 8.4.1: names of encodings have no case.
  const encoding = header?.trim().toLowerCase() || 'identity'
  if (compressed.length === 0 || encoding === 'identity') return compressed
  const decompressBody = Object.hasOwn(DECOMPRESS, encoding) ? DECOMPRESS[encoding] : undefined
  if (!decompressBody) throw badAnswer(`encoding ${encoding}`)
  try {
    return await decompressBody(compressed, { maxOutputLength: maxBytes })
  } catch (cause) {
    if ((cause as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    throw badAnswer(`broken ${encoding}`, cause)
  }
}

const tooLarge = (maxBytes: number) =>
  contentError('content/bad-answer', {
    details: { reason: `larger than ${maxBytes} bytes`, isTooLarge: true },
  })

const first = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(' ') : header

const reasonOf = (thrown: unknown): string => {
  const { code, message } = thrown as { readonly code?: string; readonly message?: string }
  return code ?? message ?? String(thrown)
}
