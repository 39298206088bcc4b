import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, type Dispatcher } from 'undici'
import { AppError } from '../contract/index.ts'
import { splitKeys } from '../content/index.ts'
import { contentError } from './errors.ts'

/** One request on the wire. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
  readonly maxBodyBytes: number
}

/** What came over the wire, whole. */
export interface WireAnswer {
  readonly status: number
  readonly text: string
  /** Bytes after decompression. */
  readonly bytes: number
  readonly keys: readonly string[]
  readonly retryAfter: string | null
}

/** Sends one request and reads the whole answer, following nothing. Rejects with an AppError, or the signal's reason. */
export interface Transport {
  send(request: WireRequest): Promise<WireAnswer>
  close(): Promise<void>
}

/** Sockets to one origin at most: twice the calls in flight, since cut connections take a moment to go. Source: reference security 3.6, X2. */
const MAX_SOCKETS = 64
/** A page of many linked entries names up to 2,000 surrogate keys in one header. Source: reference delivery-api 1.7. */
const MAX_HEADER_BYTES = 128 * 1024
const CONNECT_TIMEOUT_MS = 1_000

/** The encodings that a body may come in. */
export const ACCEPT_ENCODING = 'gzip, deflate, br'

type Unpack = (packed: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>

const UNPACK: Readonly<Record<string, Unpack>> = {
  gzip: promisify(gunzip) as Unpack,
  'x-gzip': promisify(gunzip) as Unpack,
  deflate: promisify(inflate) as Unpack,
  br: promisify(brotliDecompress) as Unpack,
}

/** Keep-alive connections to the platform. undici's pool costs about half of fetch (docs/decisions/0003). */
export function createUndiciTransport(): Transport {
  const agent = new Agent({
    connections: MAX_SOCKETS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: { timeout: CONNECT_TIMEOUT_MS },
  })
  return {
    async send({ method, url, headers, body, signal, maxBodyBytes }) {
      const { origin, pathname, search } = new URL(url)
      try {
        const answer = await agent.request({ origin, path: pathname + search, method, headers, body, signal })
        const packed = await collect(answer.body, maxBodyBytes)
        const whole = await unpack(packed, first(answer.headers['content-encoding']), maxBodyBytes)
        return {
          status: answer.statusCode,
          text: whole.toString('utf8'),
          bytes: whole.length,
          keys: splitKeys(first(answer.headers['surrogate-key'])),
          retryAfter: first(answer.headers['retry-after']) ?? null,
        }
      } catch (thrown) {
        if (thrown instanceof AppError) throw thrown
        if (signal.aborted) throw signal.reason
        throw contentError('content/unreachable', { details: { reason: reasonOf(thrown) }, cause: thrown })
      }
    },
    close: () => agent.destroy(),
  }
}

/** The bytes of a body, `maxBytes` at most; more is never held. */
function collect(body: Readable, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    body.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBytes) chunks.push(chunk)
      else body.destroy(tooLarge(maxBytes))
    })
    body.on('end', () => resolve(Buffer.concat(chunks)))
    body.on('error', reject)
  })
}

/** The body before compression, of `maxBytes` at most too. @throws AppError content/bad-answer */
async function unpack(packed: Buffer, encoding = 'identity', maxBytes: number): Promise<Buffer> {
  if (packed.length === 0 || encoding === 'identity') return packed
  const undo = Object.hasOwn(UNPACK, encoding) ? UNPACK[encoding] : undefined
  if (!undo) throw badBody(`encoding ${encoding}`)
  try {
    return await undo(packed, { maxOutputLength: maxBytes })
  } catch (cause) {
    if ((cause as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes)
    throw badBody(`broken ${encoding}`, cause)
  }
}

const tooLarge = (maxBytes: number) => badBody(`larger than ${maxBytes} bytes`)
const badBody = (reason: string, cause?: unknown) =>
  contentError('content/bad-answer', { details: { reason }, cause })

const first = (header: Dispatcher.ResponseData['headers'][string]): string | undefined =>
  Array.isArray(header) ? header.join(' ') : header

const reasonOf = (thrown: unknown): string => {
  const { code, message } = thrown as { readonly code?: string; readonly message?: string }
  return code ?? message ?? String(thrown)
}
