import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import { messages } from '../messages/index.ts'
import { html, type Html } from '../document/html.ts'

type Config = Pick<SiteConfig, 'languages'>

/** Caches in front take no more in one line; ours together need less. Source: reference security 1.2. */
const MAX_COOKIE_LENGTH = 8_192

/** How long the rest of a request that was refused is waited for. */
const LINGER_MS = 1_000

/**
 * Headers of the answer to cookies that are too large, however they came to be: without it a visitor could not see any page
 * of the site again. The browser removes them all, its own sign-in among them.
 */
const CLEARING = { 'clear-site-data': '"cookies"' } as const
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const

/** Answer a request whose cookies no cache in front would take. */
export function refuseLargeCookies(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request, reply) => {
    if ((request.headers.cookie?.length ?? 0) <= MAX_COOKIE_LENGTH) return
    return reply
      .code(431)
      .headers({ ...PAGE_HEADERS, ...CLEARING })
      .send(explain(config))
  })
}

/** Answers requests that Node itself could not read: headers beyond its limit, or no HTTP. No page can be made for them. */
export function answerUnreadable(config: Config) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    // Gone, or never there: nobody reads an answer.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status =
      error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const isTooLarge = status === 431
    const body = isTooLarge ? explain(config) : `${STATUS_CODES[status] ?? ''}\n`
    const headers = {
      ...PAGE_HEADERS,
      ...(isTooLarge ? CLEARING : { 'content-type': 'text/plain; charset=utf-8' }),
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    lingeringEnd(
      socket,
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('\r\n')}\r\n\r\n${body}`,
    )
  }
}

/**
 * Answer, and end a moment later. What is still coming is read and thrown away until then: a connection that is cut while
 * something comes would take the answer with it, and Node would report every piece as another error.
 */
function lingeringEnd(socket: Socket, answer: string): void {
  socket.removeAllListeners('data')
  socket.on('error', () => socket.destroy()).on('data', () => undefined)
  socket.write(answer)
  setTimeout(() => socket.end(), LINGER_MS).unref()
  setTimeout(() => socket.destroy(), 2 * LINGER_MS).unref()
}

/** In every language of the site: which one is wanted stood in headers that could not be read. */
function explain({ languages }: Config): string {
  const parts = languages.supported.map((language): Html => {
    const { cookiesTitle, cookiesText } = messages(language, languages.primary)
    return html`<section lang="${language}"><h1>${cookiesTitle}</h1><p>${cookiesText}</p></section>`
  })
  const title = messages(languages.primary, languages.primary).cookiesTitle
  return html`<!doctype html><html lang="${languages.primary}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body>${parts}</body></html>`.toString()
}
