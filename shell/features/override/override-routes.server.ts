import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteConfig } from '@tessera/shared/config'
import { requestError } from '../../errors.ts'
import { cameFrom } from '../../http/csrf-guard.server.ts'
import { accessPath, encodePath, languagePrefix, parsePath, readRequestTarget } from '../../http/paths.ts'
import { isSameSite } from '../../http/server.server.ts'
import type { Session, SessionReader } from '../../http/session.ts'
import { messagesFor } from '../../messages/index.ts'
import { OVERRIDE_PATH, type Override } from '../../override/overridden.ts'
import type { ErrorPages } from '../../page/error-pages.server.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import { renderOverrideForm, renderOverrideRefusal } from './override-page.ts'
import type { OverrideRefusal, Overrides } from './overrides.server.ts'

interface Parts {
  readonly config: Pick<SiteConfig, 'languages' | 'publicUrl'>
  readonly sessions: SessionReader
  readonly releases: Pick<LiveReleases, 'snapshot'>
  readonly overrides: Overrides
  readonly sendOwn: ErrorPages['sendOwn']
}

interface OverrideRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly session: Session | null
  readonly language: string
}

/**
 * Routes by which staff begin and end an override, at the same path in every language: GET shows the form, filled in from `remote`
 * and `origin` in the query, and changes nothing; a POST of both begins an override, a POST of `reset` ends it.
 */
export const overrideRoutes =
  (parts: Parts): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    const { config, sessions } = parts
    const readRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<OverrideRequest> => ({
      request,
      reply,
      session: await sessions.read(request),
      language: parsePath(readRequestTarget(request.url).path, config.languages).language,
    })
    for (const language of config.languages.supported) {
      const url = `${languagePrefix(language, config.languages)}${OVERRIDE_PATH}`
      app.get(url, async (request, reply) => showForm(await readRequest(request, reply), parts))
      app.post(url, async (request, reply) => {
        if (!isSameSite(request, config.publicUrl)) throw requestError('request/cross-site')
        const posted = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
        const from = await readRequest(request, reply)
        return posted.get('reset') === null ? begin(posted, from, parts) : end(from, parts)
      })
    }
  }

function showForm(from: OverrideRequest, parts: Parts): FastifyReply {
  const { request, reply, session, language } = from
  const { config, sessions, releases, overrides } = parts
  const refused = overrides.refusal(request, session)
  if (refused === 'host') return refuse(refused, {}, from, parts)
  const target = readRequestTarget(request.url)
  if (session === null) {
    const failure = sessions.failureOf(request)
    if (failure) throw failure
    const here = `${encodePath(target.path)}${target.search}`
    const prefix = languagePrefix(language, config.languages)
    return reply
      .header('cache-control', 'private, no-store')
      .redirect(accessPath('sign-in', here, prefix), 302)
  }
  if (refused) return refuse(refused, {}, from, parts)
  const { remote = '', origin = '' } = target.query
  const asked = remote || origin ? readAsked(remote, origin, parts) : null
  if (typeof asked === 'string') return refuse(asked, { remote, origin }, from, parts)
  const main = renderOverrideForm({
    remotes: [...releases.snapshot().remotes.keys()],
    asked,
    messages: messagesFor(language, config.languages.primary),
    action: target.path,
  })
  const { title } = messagesFor(language, config.languages.primary).override
  return parts.sendOwn({ status: 200, language, title, main }, request, reply)
}

function begin(posted: URLSearchParams, from: OverrideRequest, parts: Parts): FastifyReply {
  const { request, reply, session, language } = from
  const { config, overrides } = parts
  const [remote, origin] = [posted.get('remote') ?? '', posted.get('origin') ?? '']
  const refused = overrides.refusal(request, session)
  const override = refused ?? readAsked(remote, origin, parts)
  if (typeof override === 'string' || !session)
    return refuse(typeof override === 'string' ? override : 'staff', { remote, origin }, from, parts)
  request.log.info({ user: session.user.id, ...override }, 'an override begins')
  return leave(
    reply,
    overrides.cookie(override, session),
    `${languagePrefix(language, config.languages)}/version`,
  )
}

function end(
  { request, reply, session, language }: OverrideRequest,
  { config, overrides }: Parts,
): FastifyReply {
  request.log.info({ user: session?.user.id ?? null }, 'an override ends')
  const version = `${languagePrefix(language, config.languages)}/version`
  return leave(reply, overrides.endCookie, cameFrom(request, config) ?? version)
}

/** The override, if the remote is live here and the origin is allowed; else the reason of the refusal. */
function readAsked(
  remote: string,
  origin: string,
  { overrides, releases }: Parts,
): Override | Extract<OverrideRefusal, 'origin' | 'remote'> {
  const override = overrides.readOverride(remote, origin)
  return typeof override === 'object' && !releases.snapshot().remotes.has(override.app) ? 'remote' : override
}

function refuse(
  why: OverrideRefusal,
  asked: { readonly remote?: string; readonly origin?: string },
  { request, reply, session, language }: OverrideRequest,
  { config: { languages }, sendOwn }: Parts,
): FastifyReply {
  request.log.warn({ why, user: session?.user.id ?? null, ...asked }, 'an override is refused')
  const messages = messagesFor(language, languages.primary)
  const pathPrefix = languagePrefix(language, languages)
  const main = renderOverrideRefusal(why, messages, pathPrefix)
  return sendOwn({ status: 403, language, title: messages.override.refusedTitle, main }, request, reply)
}

const leave = (reply: FastifyReply, cookie: string, to: string): FastifyReply =>
  reply.headers({ 'cache-control': 'private, no-store', 'set-cookie': cookie }).redirect(to, 303)
