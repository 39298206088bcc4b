import { readCookie } from '../preview/previews.server.ts'

/** A candidate that one visitor tries. */
export interface Pin {
  readonly app: string
  readonly version: string
}

const NAME = 'site-candidate'
/** A working day: nobody should find months later that they were looking at an old candidate. */
const LIFETIME_SECONDS = 8 * 60 * 60
/** Only the form of it: whether there is such a candidate, the release document says. */
const VALUE = /^(mfe-[a-z]+)@([0-9A-Za-z][0-9A-Za-z.+-]{0,63})$/

/** The wish to try a candidate that a request carries. It is a wish only: whoever honours it asks for a staff session. */
export function readPin(cookies: string | undefined): Pin | null {
  const [, app, version] = VALUE.exec(readCookie(cookies, NAME) ?? '') ?? []
  return app && version ? { app, version } : null
}

/** `Set-Cookie` that begins a trial, or ends it. */
export function pinCookie(pin: Pin | null, isSecure: boolean): string {
  const value = pin ? `${pin.app}@${pin.version}` : ''
  const lifetime = pin ? LIFETIME_SECONDS : 0
  return `${NAME}=${value}; Path=/; Max-Age=${lifetime}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Where staff begin and end the trial of a candidate. The version page's form names it too. */
export const CANDIDATE_PATH = '/version/candidate'
