import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { toAppError, type AppError } from '@tessera/shared/contract'
import { requestError } from '../errors.ts'
import { extendBodies, lingeringClose, watchConnections, type Connections } from './connections.server.ts'
import { CLEARING, isCausedByCookies, MAX_COOKIE_LENGTH } from './cookies.server.ts'
import { compressAnswers } from './compress.server.ts'
import { logOnceSent, logRequests, logUnreadable, type OnAnswered } from './request-log.server.ts'
import { messagesFor } from '../messages/index.ts'
import { directionOf } from './paths.ts'
import { html, type Html } from '../document/html.ts'

/** Dependencies of the server. */
export interface ServerOptions {
  readonly config: Pick<SiteConfig, 'allowedHosts' | 'languages' | 'publicUrl'>
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[]
  readonly isDraining: () => boolean
  readonly log: Logger
  /** Routes that are answered under any host name, by their pattern. */
  readonly isOpenRoute: (pattern: string) => boolean
  /** Answer a request that failed, or for which there is no route. */
  readonly sendError: (error: AppError, request: FastifyRequest, reply: FastifyReply) => FastifyReply
  /** Tries to answer a request before everything else; true when it did. */
  readonly fastPath: (request: FastifyRequest, reply: FastifyReply) => boolean
  /** Called with every request once it is answered. */
  readonly onAnswered?: OnAnswered | undefined
  /** Called with every response before it is compressed and sent. */
  readonly onAnswer: (request: FastifyRequest, reply: FastifyReply) => void
}

/**
 * A part of the server with its own hooks and content types; fastify uses the name in its errors. Without a name fastify searches all
 * loaded modules for one, which doubles the time of a test.
 */
export const plugin = (name: string, routes: FastifyPluginAsync): FastifyPluginAsync =>
  fastifyPlugin(routes, { name, encapsulate: true })

/** A server with the hooks and headers that all requests and responses share, and no routes yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, fastPath, isDraining, onAnswer, sendError } = options
  const hasProxy = options.trustedProxies.length > 0
  const app = fastify({
    ...CLIENT_LIMITS,
    loggerInstance: options.log as FastifyBaseLogger,
    // fastify would log two lines per request; request-log.server.ts logs one.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: hasProxy ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: 4_096 },
    rewriteUrl: originForm,
    frameworkErrors: (error, request, answer) => {
      const reply = answer as unknown as FastifyReply
      // fastify runs no hooks for a URL that it cannot parse.
      logOnceSent(request as FastifyRequest, reply, options.onAnswered)
      void reply.headers(headersOfAll(config)).header('x-request-id', request.id)
      void sendError(toAppError(error), request as FastifyRequest, reply)
    },
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => refuse(error, socket),
  })
  // Behind a proxy all connections come from one address.
  const connections = watchConnections(app.server, hasProxy ? Infinity : MAX_SILENT_CONNECTIONS)
  const refuse = answerUnreadable(options, connections)
  // Node parses no more of a connection after CONNECT, which only proxies offer.
  app.server.on('connect', (_request, socket) => refuse(CONNECT, socket as Socket))
  app.addHook('preClose', async () => connections.endIdle())
  app.setErrorHandler((error, request, reply) => sendError(toAppError(error), request, reply))
  app.setNotFoundHandler((request, reply) => sendError(requestError('request/method'), request, reply))
  app.addHook('onRequest', (request, reply, done) => void (fastPath(request, reply) || done()))
  // Hooks that run for every request take a callback: each promise would cost every request a turn of the microtask queue.
  app.addHook('onRequest', (request, reply, done) => {
    openRequest(request, reply, options)
    done()
  })
  extendBodies(app, connections)
  refuseLargeCookies(app, config)
  logRequests(app, options.onAnswered)
  app.addHook('onSend', (request, reply, _payload, done) => {
    onAnswer(request, reply)
    // For requests that began before draining too: an open connection would keep the process alive.
    if (isDraining()) void reply.header('connection', 'close')
    done()
  })
  await compressAnswers(app)
  return app
}

/**
 * A request has 12 s for its head and 30 s in all, checked every second and whatever has been answered. A client that waits for
 * nothing has a minute to read something. The proxy in front keeps idle connections for a minute. Times in milliseconds.
 */
const CLIENT_LIMITS = {
  bodyLimit: 256 * 1024,
  connectionTimeout: 60_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  http: { headersTimeout: 12_000, connectionsCheckingInterval: 1_000 },
} as const

/** Most connections of one address that have not sent a whole request; a browser opens six. */
const MAX_SILENT_CONNECTIONS = 500

/** The headers that every response of a site has. */
export const headersOfAll = ({
  publicUrl,
}: Pick<SiteConfig, 'publicUrl'>): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https:') ? { ...BASE_HEADERS, ...HTTPS_HEADERS } : BASE_HEADERS

/** Before any route: set the headers of every response, and refuse host names that are not the site's. */
function openRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, isOpenRoute }: ServerOptions,
): void {
  void reply.headers(headersOfAll(config)).header('x-request-id', request.id)
  if (isOpenRoute(request.routeOptions.url ?? '')) return
  if (namesTwoHosts(request)) throw requestError('request/malformed')
  if (!isAllowedHost(hostOf(request), config)) throw requestError('request/unknown-host')
}

/** Path and query of a request's target, which may be a whole URL: the host in it then counts instead of `Host`. Source: RFC 9112, 3.2.2. */
function originForm({ url = '/', headers }: IncomingMessage): string {
  const [, host, rest] = /^https?:\/\/([^/?]*)\/?(.*)$/i.exec(url) ?? []
  if (host !== undefined) headers.host = host
  return rest === undefined ? url : `/${rest}`
}

/** The host that a request names in `Host`, which is checked, lower-cased, with its port; empty when it names none. */
export const hostOf = ({ headers }: Pick<FastifyRequest, 'headers'>): string =>
  (headers.host ?? '').toLowerCase()

/** That host without its port. Not fastify's `hostname`: a proxy may pass on the `X-Forwarded-Host` that a visitor has sent. */
export const hostNameOf = (request: Pick<FastifyRequest, 'headers'>): string => withoutPort(hostOf(request))
const withoutPort = (host: string): string => host.replace(/:\d+$/, '')

/** Whether a request names its host twice: a proxy in front may have used the other one. Source: reference security 1.17. */
export const namesTwoHosts = ({ raw: { rawHeaders } }: Pick<FastifyRequest, 'raw'>): boolean =>
  rawHeaders.filter((text, at) => at % 2 === 0 && /^host$/i.test(text)).length > 1

/** Whether a host is the site's: exactly as configured, or on any port when it is configured without one. */
export const isAllowedHost = (host: string, { allowedHosts }: Pick<SiteConfig, 'allowedHosts'>): boolean =>
  allowedHosts.includes(host) || allowedHosts.includes(withoutPort(host))

/**
 * Whether a browser sent the request from one of our own pages: by `Sec-Fetch-Site` and `Origin`, as far as they are sent.
 * A request with neither header is not accepted. Source: reference security 1.9.
 */
export function isSameSite(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  // With `Referrer-Policy: no-referrer` a browser sends `Origin: null`, but still a correct `Sec-Fetch-Site`.
  const isUnnamed = origin === undefined || (origin === 'null' && site === 'same-origin')
  const isOwn = isUnnamed || ownOrigins(request, publicUrl).includes(origin)
  return site === undefined ? origin !== undefined && isOwn : site === 'same-origin' && isOwn
}

/** The origins of our own pages: the host of a request was checked; with the site's scheme, a page without TLS on it is not our own. */
export const ownOrigins = (
  request: Pick<FastifyRequest, 'headers'>,
  publicUrl: string,
): readonly string[] => [publicUrl, `${new URL(publicUrl).protocol}//${hostOf(request)}`]

/** Headers of every response. Source: reference security 1.8, 1.9. */
const BASE_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // Only our own pages may ask for a visitor's location; the browser asks the visitor for permission. Source: docs/decisions/0048.
  'permissions-policy': 'camera=(), geolocation=(self), microphone=(), payment=()',
}

/** For a site on https: browsers then never use http for it. */
const HTTPS_HEADERS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const

const CONNECT = Object.assign(new Error('CONNECT'), { code: 'CONNECT' })

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const

const OWN_HEADERS = { cookiesText: CLEARING, headersText: {} } as const

/** Refuse a request whose cookies are larger than a cache in front accepts. */
function refuseLargeCookies(app: FastifyInstance, config: ServerOptions['config']): void {
  app.addHook('onRequest', (request, reply, done) => {
    if ((request.headers.cookie?.length ?? 0) <= MAX_COOKIE_LENGTH) return done()
    void reply
      .code(431)
      .headers({ ...PAGE_HEADERS, ...CLEARING })
      .send(explain(config, 'cookiesText'))
  })
}

/**
 * Answers requests that Node could not read: headers beyond its limit, a timeout, or no HTTP. No page can be rendered for them. A
 * connection gets one such response at most, and none where it has another one on its way.
 */
function answerUnreadable({ config, log }: Pick<ServerOptions, 'config' | 'log'>, connections: Connections) {
  const closing = new WeakSet<Socket>()
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (closing.has(socket)) return
    // The socket is closed already.
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    if (isLate && connections.hasMoreTime(error, socket)) return
    closing.add(socket)
    if (!connections.takeFromRequest(socket)) return lingeringClose(socket, '')
    const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : isLate ? 408 : 400
    logUnreadable(log, socket, { status, code: error.code })
    const text = isCausedByCookies(error) ? 'cookiesText' : 'headersText'
    const body = status === 431 ? explain(config, text) : `${STATUS_CODES[status] ?? ''}\n`
    const headers = {
      ...headersOfAll(config),
      ...PAGE_HEADERS,
      ...(status === 431 ? OWN_HEADERS[text] : { 'content-type': 'text/plain; charset=utf-8' }),
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }
    const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...fields].join('\r\n')
    lingeringClose(socket, `${head}\r\n\r\n${body}`)
  }
}

/** A page in every language of the site: the headers that name the visitor's language may be unreadable. */
function explain({ languages }: ServerOptions['config'], text: 'cookiesText' | 'headersText'): string {
  const parts = languages.supported.map((language): Html => {
    const { cookiesTitle, [text]: said } = messagesFor(language, languages.primary)
    return html`<section lang="${language}" dir="${directionOf(language)}"><h1>${cookiesTitle}</h1><p>${said}</p></section>`
  })
  const title = messagesFor(languages.primary, languages.primary).cookiesTitle
  return html`<!doctype html><html lang="${languages.primary}" dir="${directionOf(languages.primary)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body>${parts}</body></html>`.toString()
}
