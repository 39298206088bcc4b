import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import { safeReturnPath } from '../domain/safe-return-path.ts'
import { requestError } from '../errors.ts'
import { isSameSite } from './same-site.server.ts'

/**
 * Where the sign-in form is posted to. There are no sessions yet, so nobody can be signed in: the visitor is told so on
 * the form, with the place to return to kept and the password kept nowhere.
 */
export const signIn =
  ({ publicUrl }: Pick<SiteConfig, 'publicUrl'>): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    app.post('/account/login', async (request, reply) => {
      if (!isSameSite(request, publicUrl)) throw requestError('request/cross-site')
      const posted = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const returnPath = safeReturnPath(posted.get('redirect_uri'))
      const query = new URLSearchParams({
        error: 'unavailable',
        ...(returnPath ? { redirect_uri: returnPath } : {}),
      })
      return reply
        .header('cache-control', 'private, no-store')
        .redirect(`/account/login?${query.toString()}`, 303)
    })
  }
