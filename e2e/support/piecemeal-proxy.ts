import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** Into how many pieces a main part is cut. */
const PIECES = 8
const BLOCK = /(?=<(?:article|aside|div|dl|figure|form|h[1-6]|li|ol|p|section|ul)[ >])/
/** Long enough for a browser to paint what it has, in milliseconds. */
const PAUSE_MS = 100

/**
 * Start a proxy in front of a site whose documents arrive as over a bad line: the main part in pieces, each of which is painted before
 * the next one comes. What stands above it comes at once, as it fits into the first packets of any connection.
 */
export async function startPiecemealProxy(site: URL) {
  const server = createServer((request, response) => {
    const { hostname, port, host } = site
    const headers = { ...request.headers, host, 'accept-encoding': 'identity' }
    const onward = httpRequest({ hostname, port, path: request.url, method: request.method, headers })
    onward.on('response', (answer) => void pass(answer, response))
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function pass(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  response.writeHead(answer.statusCode ?? 502, answer.headers)
  if (!answer.headers['content-type']?.startsWith('text/html')) {
    answer.pipe(response)
    return
  }
  for (const piece of cut(await text(answer))) {
    response.write(piece)
    await sleep(PAUSE_MS)
  }
  response.end()
}

/** The head, pieces of the main part, and the rest. A piece ends before a block: a line that is cut in its middle moves in any layout. */
function cut(document: string): readonly string[] {
  const [start, end] = [document.indexOf('<main'), document.indexOf('</main>')]
  const blocks = document.slice(start, end).split(BLOCK)
  const size = Math.ceil(blocks.length / PIECES)
  const pieces = Array.from({ length: PIECES }, (_, n) => blocks.slice(n * size, (n + 1) * size).join(''))
  return [document.slice(0, start), ...pieces, document.slice(end)]
}
