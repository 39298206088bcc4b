import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { withDeadline } from '@tessera/shared/io'
import { renderElsewhere } from '../document/page-outcome.ts'
import { requestError } from '../errors.ts'
import type { PageAnswer } from '../http/caching-headers.ts'
import { accessPath, languagePrefix, parsePath, readRequestTarget } from '../http/paths.ts'
import { messagesFor } from '../messages/index.ts'
import { sendAnswer } from './answer-page.server.ts'
import { createPage, visitorLeft } from './create-page.server.ts'
import type { FormStart } from './page.ts'
import { isScripted } from './page-forms.ts'
import { isSignInRedirect, type Serving } from './pages.server.ts'

/** Least rate at which the post of a form has to arrive. */
const FORM_BYTES_PER_SECOND = 8_192

/** Without JavaScript a form is posted to the address of its page; the response is the page with the result of the post. */
export const pagePosts =
  (serving: Serving): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: serving.config.forms.maxPostBytes },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    // The forms feature reads this body as a stream.
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
    app.route({
      method: 'POST',
      url: '*',
      config: { bodyBytesPerSecond: FORM_BYTES_PER_SECOND },
      bodyLimit: serving.config.forms.maxPostBytes,
      onRequest: async ({ headers }) => {
        if (!FORM_TYPE.test(headers['content-type'] ?? ''))
          throw requestError('request/method', { details: { allow: 'GET, HEAD' } })
      },
      handler: (request, reply) => servePosted(request, reply, serving),
    })
  }

const FORM_TYPE = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)(?:;|$)/i

async function servePosted(
  request: FastifyRequest,
  reply: FastifyReply,
  serving: Serving,
): Promise<FastifyReply> {
  const { config, forms, identity, overrides, previews, staff, requestDeadlineMs } = serving
  const target = readRequestTarget(request.raw.url ?? '/')
  const parsedPath = parsePath(target.path, config.languages)
  const session = await identity.read(request)
  const view = previews.view({
    request,
    query: target.query,
    isPreviewPath: parsedPath.preview !== null,
    session,
  })
  const override = overrides.read(session, request, reply)
  const visible = { ...(await staff.releasesFor(session, request)), override }
  const make = (formStart: FormStart): Promise<PageAnswer> =>
    withDeadline(requestDeadlineMs, visitorLeft(reply), (signal) => {
      const of = { request, signal, target, parsedPath, session, formStart, view, visible }
      return serving.answer(createPage(of, { ...serving, isStaff: staff.isStaff }))
    })
  const mayBeSent = async () => !isSignInRedirect(await make({}))
  const received = await forms.receive({ request, reply, target, language: parsedPath.language, mayBeSent })
  if (isScripted(request))
    return reply
      .code('status' in received ? received.status : 200)
      .header('cache-control', 'no-store')
      .send({ success: !('status' in received) })
  if ('isSent' in received) throw new Error('isSent is only returned for posts by scripts')
  if ('location' in received) {
    if (!received.location.startsWith('/'))
      return goElsewhere(new URL(received.location), parsedPath.language, { request, reply }, serving)
    return reply.code(303).headers({ 'cache-control': 'no-store', location: received.location }).send()
  }
  const made = await make({
    form: received.form,
    formToken: received.token,
    ...(received.status >= 400 && { formOutcome: 'refused' }),
  })
  if (isSignInRedirect(made)) {
    const failure = identity.failureOf(request)
    if (failure) throw failure
    const address = await forms.save(received.form, { request, reply, target })
    const location = accessPath('sign-in', address, languagePrefix(parsedPath.language, config.languages))
    return reply.code(303).headers({ 'cache-control': 'no-store', location }).send()
  }
  const status = made.status === 200 ? received.status : made.status
  return sendAnswer({ ...made, status, cacheClass: 'private', keys: [] }, config.alias, reply)
}

/**
 * Goes to another site after a form was sent. The policy `form-action 'self'` also applies to redirects of a post (Chromium), but not to
 * navigations of the page that answers it.
 */
function goElsewhere(
  url: URL,
  language: string,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { config, errorPages }: Serving,
): FastifyReply {
  const messages = messagesFor(language, config.languages.primary)
  const { title } = messages.formElsewhere
  void reply.header('refresh', `0; url=${url.href}`)
  return errorPages.sendOwn(
    { status: 200, language, title, main: renderElsewhere(url, messages) },
    request,
    reply,
  )
}
