import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** One call to the platform, as it was seen on the wire. Times in milliseconds of `performance.now()`. */
export interface SeenCall {
  readonly method: string
  /** Path with its query. */
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  /** Of a search that was too long for an address. */
  readonly body: string
  readonly started: number
  readonly ended: number
}

/** The platform as a shell sees it over a line of its own: every call waits, and is written down. */
export interface WatchedPlatform {
  readonly url: string
  /** Calls since it was last asked. @throws what kept an answer from coming, once one has not */
  readonly takeCalls: () => readonly SeenCall[]
  readonly close: () => Promise<void>
}

const MAX_HEADER_BYTES = 1_048_576

/** Stand before a platform: each answer comes `delayMs` later than the platform gives it. */
export async function watchPlatform(target: string, delayMs: number): Promise<WatchedPlatform> {
  let calls: SeenCall[] = []
  let failure: unknown = null
  const server = http.createServer((request, response) => {
    const started = performance.now()
    void read(request)
      .then(async (body) => {
        await sleep(delayMs)
        const answer = await forward(target, request, body)
        const { method = 'GET', url: path = '/', headers } = request
        calls.push({ method, path, headers, body, started, ended: performance.now() })
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      // The shell sees a platform that has gone; what is counted then says nothing.
      .catch((error: unknown) => {
        failure ??= error
        response.destroy()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeCalls: () => {
      if (failure !== null) throw failure
      const taken = calls
      calls = []
      return taken
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function read(request: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const forward = (
  target: string,
  { method, url = '/', headers }: http.IncomingMessage,
  body: string,
): Promise<http.IncomingMessage> =>
  new Promise((resolve, reject) => {
    // A navigation tree has a surrogate key for each of its nodes.
    const options = { method, headers, maxHeaderSize: MAX_HEADER_BYTES }
    const call = http.request(new URL(url, target), options, resolve)
    call.once('error', reject)
    call.end(body)
  })

/** How many calls had to wait for one another: those that began before any had ended are one round. */
export function roundsOf(calls: readonly SeenCall[]): number {
  const inOrder = calls.toSorted((a, b) => a.started - b.started)
  const rounds = new Map<SeenCall, number>()
  for (const call of inOrder) {
    const before = inOrder.filter((other) => other.ended <= call.started)
    rounds.set(call, 1 + Math.max(0, ...before.map((other) => rounds.get(other) ?? 0)))
  }
  return Math.max(0, ...rounds.values())
}
