import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify'
import { readRequestTarget, safeReturnPath } from '../../http/paths.ts'
import { previewError, requestError } from '../../errors.ts'
import { hostOf, isSameSite } from '../../http/server.server.ts'
import { PREVIEW_EXIT_PATH } from '../../document/banners.ts'
import type { Previews } from './previews.server.ts'

/** The dependencies of the routes. */
interface PreviewRouteOptions {
  readonly previews: Previews
  readonly publicUrl: string
}

/** A preview link contains a secret: it must not get into caches, search indexes or Referer headers. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'surrogate-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** Routes that begin and end a preview session. Source: reference security 1.12. */
export const previewRoutes =
  ({ previews, publicUrl }: PreviewRouteOptions): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    app.addHook('onRequest', async (_request, reply) => void reply.headers(PRIVATE))

    // The content system opens links in a frame, so error pages must be visible there too.
    app.addHook('onSend', async (_request, reply) => previews.allowFrames(reply))

    app.get(PREVIEW_SESSION_PATH, { exposeHeadRoute: false }, async (request, reply) => {
      const host = hostOf(request)
      const { query } = readRequestTarget(request.url)
      const link = previews.openLink(query['token'] ?? '', host)
      const cookie = link && previews.sessionCookie('link', host)
      if (!link || !cookie) throw previewError('preview/link-invalid')
      return redirect(reply, cookie, link.path)
    })

    app.post(PREVIEW_EXIT_PATH, async (request, reply) => {
      if (!isSameSite(request, publicUrl)) throw requestError('request/cross-site')
      const posted = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      return redirect(reply, previews.endCookie, posted.get('to'))
    })
  }

const redirect = (reply: FastifyReply, cookie: string, path: string | null): FastifyReply =>
  reply.header('set-cookie', cookie).redirect(safeReturnPath(path) ?? '/', 303)

/** Path of signed preview links: `?token=…`. */
export const PREVIEW_SESSION_PATH = '/preview-session'
