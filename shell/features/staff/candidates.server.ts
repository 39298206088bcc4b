import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { CANDIDATE_PATH, type SiteConfig } from '@tessera/shared/config'
import { requestError } from '../../errors.ts'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import { isSameSite } from '../../http/server.server.ts'
import type { SessionReader } from '../../http/session.ts'
import type { PageStaff, Candidate } from '../../page/page.ts'
import { cookieHeader, readCookie } from '../../http/cookies.server.ts'

interface Parts {
  readonly config: Pick<SiteConfig, 'publicUrl'>
  readonly sessions: Pick<SessionReader, 'read'>
  readonly releases: LiveReleases
  readonly staff: Pick<PageStaff, 'isStaff'>
}

const VERSION_PAGE = '/version'

/** The route by which staff begin (`app` and `version`) or end (`reset`) the trial of a candidate, for their own session only. */
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
      if (!staff.isStaff(await sessions.read(request))) throw requestError('request/staff-only')
      const posted = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
      const isSecure = config.publicUrl.startsWith('https:')
      void reply.header('cache-control', 'private, no-store')
      if (posted.get('reset') !== null)
        return reply.header('set-cookie', candidateCookie(null, isSecure)).redirect(VERSION_PAGE, 303)
      const candidate = { app: posted.get('app') ?? '', version: posted.get('version') ?? '' }
      await releases.withCandidate(candidate.app, candidate.version) // throws for an invalid candidate, before any page uses it
      return reply.header('set-cookie', candidateCookie(candidate, isSecure)).redirect(VERSION_PAGE, 303)
    })
  }

const NAME = 'site-candidate'
/** A working day, so that no user sees an old candidate months later without noticing. */
const LIFETIME_SECONDS = 8 * 60 * 60
/** The syntax of the cookie; the release document decides whether the candidate exists. */
const VALUE = /^(mfe-[a-z]+)@([0-9A-Za-z][0-9A-Za-z.+-]{0,63})$/

/** The candidate in a request's cookie; null without one. The caller must check that the session is that of staff. */
export function readCandidate(cookies: string | undefined): Candidate | null {
  const [, app, version] = VALUE.exec(readCookie(cookies, NAME) ?? '') ?? []
  return app && version ? { app, version } : null
}

/** `Set-Cookie` that begins a trial, or ends it. */
export function candidateCookie(candidate: Candidate | null, isSecure: boolean): string {
  const value = candidate ? `${candidate.app}@${candidate.version}` : ''
  const maxAgeSeconds = candidate ? LIFETIME_SECONDS : 0
  return cookieHeader(NAME, value, { isSecure, sameSite: 'Lax', maxAgeSeconds })
}
