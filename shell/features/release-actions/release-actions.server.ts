import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { requestError } from '../../errors.ts'
import { redirectToSignIn } from '../../http/csrf-guard.server.ts'
import { languagePrefix } from '../../http/paths.ts'
import { isSameSite } from '../../http/server.server.ts'
import type { Session, SessionReader } from '../../http/session.ts'
import { mayRelease } from '../../page/access.ts'
import { MAX_LINE } from '../../release-document/trust.server.ts'
import type { RequestQueue } from '../../release-requests/request-queue.server.ts'
import { readAction, type ReleaseRequest } from '../../release-requests/release-request.server.ts'

/** Path that the version page posts confirmed actions to. */
const ACTION_PATH = '/version/action'
/** How long a post waits for the agent, so that most answers can show the result. */
const MAX_WAIT_MS = 8_000
const POLL_MS = 200

interface Parts {
  readonly config: Pick<SiteConfig, 'publicUrl' | 'languages' | 'staffGroups' | 'releaseGroups'>
  readonly sessions: Pick<SessionReader, 'read' | 'failureOf'>
  /** Null if this shell has no key to sign requests. */
  readonly queue: RequestQueue | null
  readonly log: Pick<Logger, 'info'>
  readonly maxWaitMs?: number
}

/**
 * Receives the actions that staff have confirmed on the version page, and writes them as sealed requests to the release store,
 * where the agent finds them. The answer redirects to the page that shows the result.
 */
export const releaseActionRoutes =
  ({ config, sessions, queue, log, maxWaitMs = MAX_WAIT_MS }: Parts): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4 * MAX_LINE },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    app.post(ACTION_PATH, async (request, reply) => {
      if (!isSameSite(request, config.publicUrl)) throw requestError('request/cross-site')
      const session = await sessions.read(request)
      const failure = session ? null : sessions.failureOf(request)
      if (failure) throw failure
      if (!session) return redirectToSignIn(request, reply, { config, home: '/version' })
      if (queue === null || !mayRelease(session, config)) throw requestError('request/staff-only')
      const { language, ...asked } = readPosted(request.body)
      const { number, action } = await queue.ask({ ...asked, by: nameOf(session) })
      log.info(
        { request: number, by: session.user.id, ...action },
        'release action requested on the version page',
      )
      await untilClosed(queue, number, maxWaitMs)
      const known = config.languages.supported.includes(language) ? language : config.languages.primary
      const page = `${languagePrefix(known, config.languages)}/version`
      return reply.header('cache-control', 'private, no-store').redirect(`${page}#requests`, 303)
    })
  }

/** @throws AppError request/no-action for a body that the version page's forms cannot post */
function readPosted(body: unknown): Pick<ReleaseRequest, 'action' | 'basis' | 'why'> & {
  readonly language: string
} {
  const posted = Object.fromEntries(body instanceof URLSearchParams ? body : [])
  const { why = '', basis = '', language = '', ...action } = posted
  const said = why.trim().slice(0, MAX_LINE)
  try {
    if (!/^\d{1,9}$/.test(basis))
      throw new Error('it does not name the release document that the user has seen')
    return { action: readAction(action, said), basis: Number(basis), why: said, language }
  } catch (cause) {
    throw requestError('request/no-action', { cause })
  }
}

const nameOf = ({ user: { name, username } }: Session): string =>
  (name === username ? name : `${name} (${username})`).slice(0, 200)

async function untilClosed(queue: RequestQueue, number: number, maxWaitMs: number): Promise<void> {
  const end = performance.now() + maxWaitMs
  // The request is in the store already: while that cannot be read, it counts as open.
  const isOpen = () =>
    queue.find(number).then(
      (request) => !request?.outcome,
      () => true,
    )
  while (performance.now() < end && (await isOpen())) await wait(POLL_MS)
}
