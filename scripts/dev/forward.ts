import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { toMessage } from '../start/usage-error.ts'

/** Forwards requests to the shell; while it restarts, requests wait. */
export function forwardTo(
  address: () => Promise<string>,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const agent = new http.Agent({ keepAlive: true })
  return async (request, response) => {
    try {
      await forward(request, response, new URL(await address()), agent)
    } catch (thrown) {
      sayWhy(response, thrown)
    }
  }
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  target: URL,
  agent: http.Agent,
): Promise<void> {
  const { method, url: path, headers } = request
  return new Promise((resolve, reject) => {
    const onwards = http.request(
      { agent, host: '127.0.0.1', port: target.port, method, path, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
        answer.once('end', resolve).once('error', reject)
      },
    )
    onwards.once('error', reject)
    response.once('close', () => {
      // The browser has closed the connection, so the forwarded request is cancelled too.
      if (!response.writableFinished) onwards.destroy()
    })
    request.pipe(onwards)
  })
}

/** The page reconnects by itself, because the next change may fix the error. */
function sayWhy(response: ServerResponse, thrown: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy()
  response.writeHead(503, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    refresh: '1',
  })
  response.end(`The shell does not answer; the terminal says more.\n\n${toMessage(thrown)}\n`)
}
