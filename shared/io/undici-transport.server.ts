import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import { AppError } from '../contract/index.ts'
import { splitKeys } from '../content/index.ts'
import { contentError } from './errors.ts'
import { readBody } from './read-body.server.ts'
import type { Transport } from './transport.ts'

/** Sockets to one origin at most: twice the calls in flight, since cut connections take a moment to go. Source: reference security 3.6, X2. */
const MAX_SOCKETS = 64
/** A page of many linked entries names up to 2,000 surrogate keys in one header. Source: reference delivery-api 1.7. */
const MAX_HEADER_BYTES = 128 * 1024
const CONNECT_TIMEOUT_MS = 1_000

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
        const { text, bytes } = await readBody(
          answer.body,
          first(answer.headers['content-encoding']),
          maxBodyBytes,
        )
        return {
          status: answer.statusCode,
          text,
          bytes,
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

const first = (header: Dispatcher.ResponseData['headers'][string]): string | undefined =>
  Array.isArray(header) ? header.join(' ') : header

const reasonOf = (thrown: unknown): string => {
  const { code, message } = thrown as { readonly code?: string; readonly message?: string }
  return code ?? message ?? String(thrown)
}
