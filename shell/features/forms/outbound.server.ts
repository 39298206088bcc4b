import { lookup as lookUp, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { Agent } from 'undici'
import { AppError, type Json } from '@tessera/shared/contract'
import { jsonOf, readCapped, withDeadline } from '@tessera/shared/io'
import { gatewayError } from '../../errors.ts'

/** A request that this server makes for a form: to the platform, or to a host that the site's configuration names. */
interface OutboundRequest {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Text, or chunks that are sent as they arrive. */
  readonly body?: string | AsyncIterable<Uint8Array>
  /** How long the answer may take; for a streamed body, after its last chunk. */
  readonly deadlineMs: number
  /** Aborted when nobody waits for the answer any more; without it the request goes to its end. */
  readonly signal?: AbortSignal
}

/** A complete answer. */
export interface OutboundAnswer {
  readonly status: number
  readonly text: string
  /** Null where it is not JSON. */
  readonly json: Json | null
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The texts in the `errors` of a failed answer: a text, a list, or a list of lists. */
export const errorTexts = (errors: Json | undefined): readonly string[] =>
  [errors].flat(2).filter((one): one is string => typeof one === 'string' && one !== '')

/** The HTTP client for outgoing requests of forms. It does not follow redirects, and neither sends nor stores cookies. */
export interface Outbound {
  /** @throws AppError gateway/timeout, gateway/unreachable, gateway/bad-answer; and the errors of the request's body */
  send(request: OutboundRequest): Promise<OutboundAnswer>
  close(): Promise<void>
}

const MAX_SOCKETS = 32
const CONNECT_TIMEOUT_MS = 5_000
/** Greatest size of an answer; answers about forms are small. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024

/** An HTTP client. With `isPublicOnly` it refuses connections to private networks, also when a public host name resolves to one. */
export function createOutbound({ isPublicOnly = false } = {}): Outbound {
  const agent = new Agent({
    connections: MAX_SOCKETS,
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(isPublicOnly && { lookup: lookUpPublic }) },
    // Deadlines are enforced below; streamed bodies have their own stall timer.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const ask = async (
    { url, method, headers, body }: OutboundRequest,
    signal: AbortSignal,
  ): Promise<OutboundAnswer> => {
    const { origin, pathname, search, hostname } = new URL(url)
    // The lookup function checks host names; IP addresses are never looked up, so they are checked here.
    if (isPublicOnly && isPrivateAddress(hostname)) throw refusedAddress(hostname)
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      body:
        body === undefined || typeof body === 'string'
          ? (body ?? null)
          : Readable.from(body, { objectMode: false }),
      signal,
    })
    const text = (await readCapped(answer.body, MAX_ANSWER_BYTES, tooLarge)).toString()
    return { status: answer.statusCode, text, json: jsonOf(text), headers: answer.headers }
  }
  return {
    async send(request) {
      const { body, deadlineMs, signal = new AbortController().signal } = request
      try {
        if (body === undefined || typeof body === 'string')
          return await withDeadline(deadlineMs, signal, (end) => ask(request, end))
        return await sendStreamed({ ...request, body, signal }, ask)
      } catch (thrown) {
        throw failureOf(thrown, signal)
      }
    },
    close: () => agent.destroy(),
  }
}

/** Sends a streamed body. The deadline begins after its last chunk. */
async function sendStreamed(
  request: OutboundRequest & { readonly body: AsyncIterable<Uint8Array>; readonly signal: AbortSignal },
  ask: (request: OutboundRequest, signal: AbortSignal) => Promise<OutboundAnswer>,
): Promise<OutboundAnswer> {
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let thrown: { readonly by: unknown } | null = null
  const pieces = async function* () {
    try {
      yield* request.body
    } catch (error) {
      thrown = { by: error }
      throw error
    }
    timer = setTimeout(
      () => late.abort(new DOMException('It took too long.', 'TimeoutError')),
      request.deadlineMs,
    )
  }
  try {
    return await ask({ ...request, body: pieces() }, AbortSignal.any([request.signal, late.signal]))
  } catch (error) {
    // The error of the chunks is the cause; the client only reports that the request was not completed.
    throw (thrown as { readonly by: unknown } | null)?.by ?? error
  } finally {
    clearTimeout(timer)
  }
}

const tooLarge = () =>
  gatewayError('gateway/bad-answer', { details: { reason: `larger than ${MAX_ANSWER_BYTES} bytes` } })

function failureOf(thrown: unknown, gone: AbortSignal): unknown {
  if (thrown instanceof AppError || gone.aborted) return thrown
  const { name, code } = thrown as { readonly name?: string; readonly code?: string }
  const isTimeout = name === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT'
  return gatewayError(isTimeout ? 'gateway/timeout' : 'gateway/unreachable', { cause: thrown })
}

/** Networks that are not public: loopback, private and reserved ones. Source: IANA special-purpose registries. */
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 32],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6')

/** Whether a text is an IP address of a private or reserved network; IPv4-mapped IPv6 addresses are checked as IPv4. */
export function isPrivateAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, '').split('%', 1)[0] ?? ''
  const family = isIP(plain)
  return family !== 0 && PRIVATE.check(plain, family === 4 ? 'ipv4' : 'ipv6')
}

const refusedAddress = (address: string) =>
  gatewayError('gateway/unreachable', { details: { reason: 'a private address', address } })

/** Node's DNS lookup, but it fails if any address of the name is private. */
const lookUpPublic: LookupFunction = (hostname, options, done) => {
  lookUp(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const hidden = found?.find(({ address }) => isPrivateAddress(address))
    const [first] = found ?? []
    if (error || hidden || !first) return done(error ?? refusedAddress(hidden?.address ?? hostname), '', 0)
    if (options.all === true) done(null, found)
    else done(null, first.address, first.family)
  })
}
