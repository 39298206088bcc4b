import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { platformUrl } from './environment.ts'

/** One call to the platform, with the times of its start and its answer, in milliseconds. */
export interface PlatformCall {
  readonly address: string
  readonly beganAt: number
  endedAt: number
  /** Bytes of the answer's body, unpacked. */
  bytes: number
}

/** A proxy in front of the platform that records its calls. */
export interface CountingProxy {
  readonly url: string
  /** The calls since the last reset. */
  readonly calls: () => readonly PlatformCall[]
  readonly reset: () => void
  /** Answer every call from now on with an error of the platform, or pass calls on again. */
  readonly fail: (isFailing: boolean) => void
  /** Delay every call from now on, in milliseconds; `Infinity` for a platform that hangs. */
  readonly delay: (ms: number) => void
  readonly stop: () => Promise<void>
}

/** Long enough to tell consecutive calls from simultaneous ones, in milliseconds. */
const DELAY_MS = 120

/** Start a proxy in front of the platform; it delays each call by `firstDelayMs`, until it is told another delay. */
export async function startCountingProxy(
  firstDelayMs = DELAY_MS,
  platform = new URL(platformUrl()),
): Promise<CountingProxy> {
  let calls: PlatformCall[] = []
  let isFailing = false
  let delayMs = firstDelayMs

  const forward = (request: IncomingMessage, response: ServerResponse) => {
    const call: PlatformCall = {
      address: request.url ?? '',
      beganAt: performance.now(),
      endedAt: 0,
      bytes: 0,
    }
    calls.push(call)
    response.once('close', () => (call.endedAt = performance.now()))
    if (isFailing) {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}')
      return
    }
    if (delayMs === Infinity) return
    const { hostname, port } = platform
    const onward = httpRequest(
      {
        hostname,
        port,
        path: request.url,
        method: request.method,
        // A navigation tree has a surrogate key for each of its nodes, so its headers are large.
        maxHeaderSize: 1_048_576,
        // Answers are counted uncompressed, because that is what the shell has to parse.
        headers: { ...request.headers, host: platform.host, 'accept-encoding': 'identity' },
      },
      (answer) =>
        void sleep(delayMs).then(() => {
          answer.on('data', (chunk: Buffer) => (call.bytes += chunk.length))
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        }),
    )
    onward.on('error', () => response.writeHead(502).end())
    request.pipe(onward)
  }

  const server = createServer(forward)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: () => calls,
    reset: () => (calls = []),
    fail: (next) => (isFailing = next),
    delay: (ms) => (delayMs = ms),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** How many consecutive calls a page had to wait for: a call that began after another's end may have waited for it. */
export function countRounds(calls: readonly PlatformCall[]): number {
  const rounds: number[] = []
  const inOrder = calls.toSorted((one, other) => one.beganAt - other.beganAt)
  inOrder.forEach((call, index) => {
    const before = inOrder
      .slice(0, index)
      .map((earlier, at) => (earlier.endedAt <= call.beganAt ? (rounds[at] ?? 0) : 0))
    rounds.push(1 + Math.max(0, ...before))
  })
  return Math.max(0, ...rounds)
}
