import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** One call to the platform, as a proxy saw it. Times in milliseconds of `performance.now()`. */
export interface RecordedCall {
  readonly method: string
  /** Path with its query. */
  readonly path: string
  readonly headers: http.IncomingHttpHeaders
  /** The body of a search whose query was too long for a URL. */
  readonly body: string
  readonly started: number
  readonly ended: number
}

/** A proxy in front of the platform that delays and records every call. */
export interface RecordingProxy {
  readonly url: string
  /** Calls since the previous `takeCalls`. @throws the first error of a call that failed */
  readonly takeCalls: () => readonly RecordedCall[]
  readonly close: () => Promise<void>
}

const MAX_HEADER_BYTES = 1_048_576

/** Start a proxy that passes on each answer `delayMs` after the platform has sent it. */
export async function startRecordingProxy(target: string, delayMs: number): Promise<RecordingProxy> {
  let calls: RecordedCall[] = []
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
      // The shell's connection is closed; counted calls are invalid from now on.
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
    // A navigation tree has a surrogate key for each of its nodes, so its headers are large.
    const options = { method, headers, maxHeaderSize: MAX_HEADER_BYTES }
    const call = http.request(new URL(url, target), options, resolve)
    call.once('error', reject)
    call.end(body)
  })

/** How many rounds of calls had to wait for one another: calls that started before any of them had ended are one round. */
export function roundsOf(calls: readonly RecordedCall[]): number {
  const inOrder = calls.toSorted((a, b) => a.started - b.started)
  const rounds = new Map<RecordedCall, number>()
  for (const call of inOrder) {
    const before = inOrder.filter((other) => other.ended <= call.started)
    rounds.set(call, 1 + Math.max(0, ...before.map((other) => rounds.get(other) ?? 0)))
  }
  return Math.max(0, ...rounds.values())
}
