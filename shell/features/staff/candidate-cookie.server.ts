import { cookieHeader, readCookie } from '../../http/cookies.server.ts'
import type { Candidate } from '../../page/page.ts'

const NAME = 'site-candidate'
/** A working day: nobody should find months later that they were looking at an old candidate. */
const LIFETIME_SECONDS = 8 * 60 * 60
/** Only the form of it: whether there is such a candidate, the release document says. */
const VALUE = /^(mfe-[a-z]+)@([0-9A-Za-z][0-9A-Za-z.+-]{0,63})$/

/** The wish to try a candidate that a request carries. It is a wish only: whoever honours it asks for a staff session. */
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
