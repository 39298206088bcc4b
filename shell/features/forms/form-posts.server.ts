import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import { MADE_FOR_HEADER, type SiteConfig } from '@tessera/shared/config'
import { requestError } from '../../errors.ts'
import type { SessionReader } from '../../http/session.ts'
import { isSameSite } from '../../http/server.server.ts'

const DEADLINE_MS = 10_000
const PATH = '/REST/UI/FormsModule/postform/:contentVersionId/0'

/**
 * Posts of the site's forms, handed on to the content system as they are: same origin only, url-encoded, no cookies. From a
 * page that was made for one person it is sent by that person or by nobody: without a session it is refused, and the browser
 * has them sign in. Source: specification 7, Form calls 3.
 */
export const formPosts =
  ({ platform, publicUrl }: SiteConfig, sessions: SessionReader): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    app.post<{ Params: { readonly contentVersionId: string } }>(PATH, async (request, reply) => {
      if (!isSameSite(request, publicUrl)) throw requestError('request/cross-site')
      const { contentVersionId } = request.params
      if (!/^\d{1,12}$/.test(contentVersionId) || typeof request.body !== 'string')
        throw requestError('request/malformed')
      void reply.header('cache-control', 'no-store')
      const idempotency = idempotencyOf(request)
      const refusal = await refusalOf(request, sessions)
      if (refusal) return reply.code(refusal.status).send({ success: false, errors: [refusal.message] })
      try {
        const answer = await fetch(`${platform.cmsUrl}/REST/UI/FormsModule/postform/${contentVersionId}/0`, {
          method: 'POST',
          headers: {
            'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
            accept: 'application/json',
            ...idempotency,
          },
          body: request.body,
          redirect: 'error',
          signal: AbortSignal.timeout(DEADLINE_MS),
        })
        return await reply
          .code(answer.status)
          .type('application/json; charset=utf-8')
          .send(await answer.text())
      } catch (error) {
        request.log.warn({ err: error }, 'form post not accepted')
        return reply.code(502).send({ success: false, errors: ['Network request failed'] })
      }
    })
  }

/** Any visible characters; the content system says when it is too long. */
const KEY = /^[\u0021-\u007e]+$/

/** The name of the submission, under which the content system stores it once. @throws AppError request/malformed */
function idempotencyOf({ headers }: FastifyRequest): Readonly<Record<string, string>> {
  const key = headers['idempotency-key']
  if (key === undefined || key === '') return {}
  if (typeof key !== 'string' || !KEY.test(key)) throw requestError('request/malformed')
  return { 'idempotency-key': key }
}

interface Refusal {
  readonly status: number
  readonly message: string
}

/** Why somebody who sends a form of their own page cannot; null when they can. */
async function refusalOf(request: FastifyRequest, sessions: SessionReader): Promise<Refusal | null> {
  if (request.headers[MADE_FOR_HEADER] !== 'member' || (await sessions.read(request))) return null
  return sessions.failureOf(request)
    ? { status: 503, message: 'We cannot make sure who you are at the moment' }
    : { status: 401, message: 'You have to sign in again' }
}
