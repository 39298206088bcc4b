import cors from '@fastify/cors'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import type { Context } from './context.ts'
import { answerRoutes } from './answer-routes.ts'
import { assetRoutes } from './asset-routes.ts'
import { authoringRoutes } from './authoring-routes.ts'
import { captchaRoutes } from './captcha.ts'
import { entryRoutes } from './entry-routes.ts'
import { environmentRoutes } from './environment-routes.ts'
import { answerErrors, errorText } from './errors.ts'
import { formRoutes } from './form-routes.ts'
import { formsApiRoutes } from './forms-api-routes.ts'
import { groupAdminRoutes } from './group-admin-routes.ts'
import { groupRoutes } from './group-routes.ts'
import { parseJsonBodies } from './json-body.ts'
import { managedListRoutes } from './managed-list-routes.ts'
import { nodeRoutes } from './node-routes.ts'
import { outboxRoutes } from './outbox-routes.ts'
import { projectRoutes } from './project-routes.ts'
import { registrationRoutes } from './registration-routes.ts'
import { taxonomyRoutes } from './taxonomy-routes.ts'
import { addEtags } from './conditional-requests.ts'
import { tokenRoutes } from './token-routes.ts'
import { answerUnreadable, EARLY_HEADERS, EXPOSED_HEADERS, MAX_HEAD_BYTES } from './unreadable-requests.ts'
import { userAdminRoutes } from './user-admin-routes.ts'
import { userRoutes } from './user-routes.ts'

const MAX_BODY_BYTES = 2 * 1024 * 1024

/** All route modules. */
const ROUTES: readonly ((server: FastifyInstance, context: Context) => void)[] = [
  projectRoutes,
  entryRoutes,
  nodeRoutes,
  taxonomyRoutes,
  tokenRoutes,
  userRoutes,
  userAdminRoutes,
  groupRoutes,
  groupAdminRoutes,
  registrationRoutes,
  formRoutes,
  formsApiRoutes,
  captchaRoutes,
  assetRoutes,
  authoringRoutes,
  managedListRoutes,
  outboxRoutes,
  answerRoutes,
  environmentRoutes,
]

/** The platform's fastify server: all routes, JSON in every answer, CORS for all origins. */
export async function buildServer(context: Context): Promise<FastifyInstance> {
  const unreadable = answerUnreadable()
  const server = Fastify({
    // Only faults: what is asked of the platform is in the logs of those who ask.
    logger: {
      level: 'error',
      base: { service: 'platform' },
      serializers: { req: (request) => ({ method: request.method, url: withoutQuery(request.url) }) },
    },
    bodyLimit: MAX_BODY_BYTES,
    http: { maxHeaderSize: MAX_HEAD_BYTES },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: {
      caseSensitive: false,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: true,
      maxParamLength: 4000,
    },
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      void reply.status(400).headers(EARLY_HEADERS).send(errorText('The address is not a valid URL'))
    },
    clientErrorHandler: unreadable.onError,
  })
  server.server.on('request', unreadable.onRequest)
  answerErrors(server)
  endConnections(server)
  addEtags(server)
  await server.register(cors, {
    origin: '*',
    strictPreflight: false,
    maxAge: 86_400,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    exposedHeaders: [...EXPOSED_HEADERS],
  })
  parseJsonBodies(server)
  await server.register(formbody, { bodyLimit: MAX_BODY_BYTES })
  await server.register(multipart, {
    // The form decides how large and how many files may be.
    throwFileSizeLimit: false,
    limits: { fieldSize: 100_000 },
  })
  server.get('/health/ready', async () => ({ status: 'ready' }))
  for (const routes of ROUTES) routes(server, context)
  return server
}

/**
 * Answer the requests that are under way, then close their connections and the server. Connections that are still open after
 * `drainMs` milliseconds are cut off, e.g. those that never had a request.
 */
export async function closeServer(server: FastifyInstance, drainMs: number): Promise<void> {
  const drain = setTimeout(() => server.server.closeAllConnections(), drainMs)
  await server.close().finally(() => clearTimeout(drain))
}

/** End every connection after the answer that is under way while the server closes: clients would keep it open. */
function endConnections(server: FastifyInstance): void {
  let isClosing = false
  server.addHook('preClose', async () => void (isClosing = true))
  server.addHook('onSend', async (_request, reply) => void (isClosing && reply.header('connection', 'close')))
  // For answers whose headers were sent before. All their bytes are with the operating system now, so none is lost.
  server.addHook('onResponse', async ({ raw }) => void (isClosing && raw.socket.end()))
}

/** The path of a URL, for logs: queries hold access tokens, security tokens and addresses of people. */
export const withoutQuery = (url: string): string => url.replace(/\?.*$/s, '')
