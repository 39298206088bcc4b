import { randomUUID } from 'node:crypto'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { toAppError, type AppError } from '@tessera/shared/contract'
import { requestError } from '../errors.ts'
import { compressAnswers } from './compress.server.ts'
import { hostNameOf, isAllowedHost, namesTwoHosts } from './hosts.server.ts'
import { logRequests } from './request-log.server.ts'
import { BASE_HEADERS, HTTPS_HEADERS } from './security-headers.server.ts'
import { answerUnreadable, refuseLargeCookies } from './unreadable-requests.server.ts'

/** What a server is made from. */
export interface ServerOptions {
  readonly config: Pick<SiteConfig, 'allowedHosts' | 'languages' | 'publicUrl'>
  /** Proxies in front whose word on a visitor's address is taken. */
  readonly trustedProxies: readonly string[]
  readonly isDraining: () => boolean
  readonly log: Logger
  /** Paths that are answered under any host name. */
  readonly isOpenPath: (url: string) => boolean
  /** Answer a request that failed, or for which there is no route. */
  readonly sendError: (error: AppError, request: FastifyRequest, reply: FastifyReply) => FastifyReply
  /** Answers a request before everything else; whether it did. */
  readonly fastPath: (request: FastifyRequest, reply: FastifyReply) => boolean
  /** Called with every answer before it is compressed and sent. */
  readonly onAnswer: (request: FastifyRequest, reply: FastifyReply) => void
}

/** A server with what every request and every answer has in common, and no routes yet. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { config, fastPath, isDraining, onAnswer, sendError } = options
  const app = fastify({
    ...CLIENT_LIMITS,
    loggerInstance: options.log as FastifyBaseLogger,
    // Its two lines per request are one of ours: request-log.server.ts.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { maxParamLength: 4_096 },
    frameworkErrors: (error, request, reply) =>
      void sendError(toAppError(error), request as FastifyRequest, reply as unknown as FastifyReply),
    return503OnClosing: false,
    clientErrorHandler: answerUnreadable(config),
  })
  app.setErrorHandler((error, request, reply) => sendError(toAppError(error), request, reply))
  app.setNotFoundHandler((request, reply) => sendError(requestError('request/method'), request, reply))
  app.addHook('onRequest', (request, reply, done) => void (fastPath(request, reply) || done()))
  app.addHook('onRequest', async (request, reply) => openRequest(request, reply, options))
  refuseLargeCookies(app, config)
  logRequests(app)
  app.addHook('onSend', async (request, reply) => onAnswer(request, reply))
  // Also of requests that began before the end did: a connection that stays open would hold the process.
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) void reply.header('connection', 'close')
  })
  await compressAnswers(app)
  return app
}

/** Slow clients are let go; the proxy in front keeps idle connections for a minute. */
const CLIENT_LIMITS = {
  bodyLimit: 256 * 1024,
  connectionTimeout: 0,
  requestTimeout: 10_000,
  keepAliveTimeout: 75_000,
} as const

/** The headers that every answer of a site has. */
export const headersOfAll = ({
  publicUrl,
}: Pick<SiteConfig, 'publicUrl'>): Readonly<Record<string, string>> =>
  publicUrl.startsWith('https:') ? { ...BASE_HEADERS, ...HTTPS_HEADERS } : BASE_HEADERS

/** Before anything else: the headers of every answer, and whether this host name is ours. */
function openRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, isOpenPath }: ServerOptions,
): void {
  void reply.headers(headersOfAll(config)).header('x-request-id', request.id)
  if (isOpenPath(request.url)) return
  if (namesTwoHosts(request)) throw requestError('request/malformed')
  if (!isAllowedHost(hostNameOf(request), config)) throw requestError('request/unknown-host')
}
