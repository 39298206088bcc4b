import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { CANDIDATE_PATH, type SiteConfig } from '@tessera/shared/config'
import { requestError } from '../../errors.ts'
import { cameFrom, redirectToSignIn } from '../../http/csrf-guard.server.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import { isSameSite } from '../../http/server.server.ts'
import type { Session, SessionReader } from '../../http/session.ts'
import type { PageStaff, Candidate } from '../../page/page.ts'
import { cookieHeader, readCookie } from '../../http/cookies.server.ts'

interface Parts {
  readonly config: Pick<SiteConfig, 'publicUrl' | 'languages'>
  readonly sessions: SessionReader
  readonly releases: LiveReleases
  readonly staff: Pick<PageStaff, 'isStaff'>
}

const VERSION_PAGE = '/version'

/**
 * The route by which staff begin (`app` and `version`) the trial of a candidate, for themselves only, and by which its browser ends it
 * (`reset`), signed in or not.
 */
export const candidateRoutes =
  ({ config, sessions, releases, staff }: Parts): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )
    app.post(CANDIDATE_PATH, async (request, reply) => {
      if (!isSameSite(request, config.publicUrl)) throw requestError('request/cross-site')
      const posted = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const isSecure = config.publicUrl.startsWith('https:')
      void reply.header('cache-control', 'private, no-store')
      if (posted.get('reset') !== null)
        return reply
          .header('set-cookie', endedCandidate(isSecure))
          .redirect(cameFrom(request, config) ?? VERSION_PAGE, 303)
      const session = await sessions.read(request)
      const failure = session ? null : sessions.failureOf(request)
      if (failure) throw failure
      if (!session) return redirectToSignIn(request, reply, { config, home: VERSION_PAGE })
      if (!staff.isStaff(session)) throw requestError('request/staff-only')
      const candidate = { app: posted.get('app') ?? '', version: posted.get('version') ?? '' }
      await releases.withCandidate(candidate.app, candidate.version) // throws for an invalid candidate, before any page uses it
      return reply
        .header('set-cookie', candidateCookie(candidate, session.user, isSecure))
        .redirect(VERSION_PAGE, 303)
    })
  }

const NAME = 'site-candidate'
/** A working day, so that no user sees an old candidate months later without noticing. */
const LIFETIME_SECONDS = 8 * 60 * 60
/** The syntax of the cookie, the user's id last; the release document decides whether the candidate exists. */
const VALUE = /^(mfe-[a-z]+)@([0-9A-Za-z][0-9A-Za-z.+-]{0,63})@(.+)$/

/** The candidate in a request's cookie; null without one, or if another user has begun its trial. The caller must check that the user is staff. */
export function readCandidate(
  cookies: string | undefined,
  user: Pick<Session['user'], 'id'>,
): Candidate | null {
  const [, app, version, tester] = VALUE.exec(readCookie(cookies, NAME) ?? '') ?? []
  return app && version && tester === encodeURIComponent(user.id) ? { app, version } : null
}

/** `Set-Cookie` that begins a trial for one user. */
export const candidateCookie = (
  { app, version }: Candidate,
  { id }: Pick<Session['user'], 'id'>,
  isSecure: boolean,
): string => cookieOf(`${app}@${version}@${encodeURIComponent(id)}`, LIFETIME_SECONDS, isSecure)

/** `Set-Cookie` that ends a trial. */
export const endedCandidate = (isSecure: boolean): string => cookieOf('', 0, isSecure)

const cookieOf = (value: string, maxAgeSeconds: number, isSecure: boolean): string =>
  cookieHeader(NAME, value, { isSecure, sameSite: 'Lax', maxAgeSeconds })
