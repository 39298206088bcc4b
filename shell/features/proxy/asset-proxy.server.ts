import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOGIN_PATH, type SiteConfig } from '@tessera/shared/config'
import { screenUrl, languageOfPath } from '../../http/paths.ts'
import {
  readProxyTarget,
  FILE_REQUEST,
  fileHeaders,
  pickHeaders,
  type Upstream,
  type UpstreamAnswer,
} from './upstream.server.ts'
import { proxyError, requestError } from '../../errors.ts'
import type { Session, SessionReader } from '../../http/session.ts'
import type { PagePreviews } from '../../page/page.ts'

/** What files are handed on with. */
export interface ProxySources {
  readonly config: SiteConfig
  readonly sessions: Pick<SessionReader, 'read'>
  readonly previews: Pick<PagePreviews, 'view'>
}

/**
 * The platform's libraries of images, videos and documents under the site's own address: GET and HEAD of paths that were
 * made canonical, headers by allow-list, no cookies either way. Source: specification 9, reference security 1.10.
 */
export function assetProxy(app: FastifyInstance, sources: ProxySources, upstream: Upstream): void {
  for (const prefix of sources.config.reverseProxyPaths)
    app.route({
      method: ['GET', 'HEAD'],
      url: prefix,
      logLevel: 'warn',
      handler: (request, reply) => sendFile(prefix, request, reply, sources, upstream),
    })
}

async function sendFile(
  prefix: string,
  request: FastifyRequest,
  reply: FastifyReply,
  sources: ProxySources,
  upstream: Upstream,
): Promise<FastifyReply> {
  const { config, sessions } = sources
  const { wirePath, query } = readProxyTarget(request.raw.url ?? '/', prefix)
  const url = `${config.platform.cmsUrl}${wirePath}${query.size > 0 ? `?${query.toString()}` : ''}`
  const end = new AbortController()
  reply.raw.once('close', () => end.abort())
  const ask = (rights: Record<string, string>) =>
    upstream.send({
      method: request.method === 'HEAD' ? 'HEAD' : 'GET',
      url,
      headers: { ...requestHeaders(request), ...rights },
      signal: end.signal,
    })
  const answer = await ask({})
  const rights = answer.status === 404 ? await draftRights(request, sources) : null
  if (rights) {
    answer.body.destroy()
    return sendAnswer(await ask(rights), true, request, reply, config)
  }
  if (!isRefused(answer)) return sendAnswer(answer, false, request, reply, config)
  // Only a file that is refused without a session is requested again with the visitor's token: other files need no session.
  const session = request.headers.cookie ? await sessions.read(request) : null
  answer.body.destroy()
  if (session) return sendAnswer(await ask(bearer(session)), true, request, reply, config)
  return refuse(answer.status, request, reply, config)
}

/** Not compressed: the length and the ranges must be those of the bytes that are handed on. */
const requestHeaders = (request: FastifyRequest): Record<string, string> => ({
  ...pickHeaders(request.headers, FILE_REQUEST),
  'accept-encoding': 'identity',
  'x-require-surrogate-key': 'true',
})

/** Credentials for files of drafts, for those who may see drafts; null for others. Used when a file is not published. Source: 0016, 0033. */
async function draftRights(
  request: FastifyRequest,
  { config, sessions, previews }: ProxySources,
): Promise<Record<string, string> | null> {
  const session = request.headers.cookie ? await sessions.read(request) : null
  const asked = { request, query: { versionStatus: 'latest' }, isPreviewPath: false, session }
  if (previews.view(asked).versionStatus !== 'latest') return null
  return { accesstoken: config.secrets.previewAccessToken, ...(session ? bearer(session) : {}) }
}

const bearer = ({ bearerToken }: Session): Record<string, string> => ({
  authorization: `Bearer ${bearerToken}`,
})

const isRefused = ({ status }: Pick<UpstreamAnswer, 'status'>): boolean => status === 401 || status === 403

function sendAnswer(
  { status, headers, body }: UpstreamAnswer,
  isPersonal: boolean,
  request: FastifyRequest,
  reply: FastifyReply,
  config: SiteConfig,
): FastifyReply {
  if (isRefused({ status })) {
    body.destroy()
    return refuse(403, request, reply, config)
  }
  // Error bodies of the platform are not passed on; 412 and 416 have none.
  if (status >= 400 && status !== 412 && status !== 416) {
    body.destroy()
    throw status >= 500
      ? proxyError('proxy/failed', { details: { status } })
      : requestError('request/no-file')
  }
  // A range is of exactly these bytes, so it must not be compressed.
  if (status === 206) request.headers['x-no-compression'] = 'true'
  return reply
    .code(status)
    .headers(fileHeaders(status, headers, isPersonal))
    .send(body)
}

/** A navigation is redirected to sign in, in the visitor's language; a subresource gets the status alone. */
function refuse(
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
  config: SiteConfig,
): FastifyReply {
  void reply.headers({ 'cache-control': 'private, no-store', 'surrogate-control': 'no-store' })
  const isPage = request.headers.accept?.includes('text/html') === true
  if (status === 401 && isPage) {
    const query = { redirect_uri: request.raw.url ?? '/' }
    return reply.redirect(
      screenUrl(LOGIN_PATH, languageOfLink(request, config), config.languages, query),
      302,
    )
  }
  return reply.code(status).type('text/plain; charset=utf-8').send('This file is not for everybody.')
}

/** The language of the page that linked to the file (Referer); the primary one where that is not ours. */
function languageOfLink({ headers, hostname }: FastifyRequest, { languages }: SiteConfig): string {
  const from = URL.parse(headers.referer ?? '')
  return languageOfPath(from?.hostname === hostname ? from.pathname : '/', languages).language
}
