import { BEARER_TOKEN_COOKIE, CLASSIC_TOKEN_COOKIE, REFRESH_TOKEN_COOKIE } from '@tessera/shared/config'

/** Cookies of sessions, of visitors and of previews; those that are no longer good included. */
const NAMES = [
  BEARER_TOKEN_COOKIE,
  CLASSIC_TOKEN_COOKIE,
  REFRESH_TOKEN_COOKIE,
  '(?:__Host-)?sid',
  '(?:__Host-)?TesseraPreview',
]
const OWN = new RegExp(`(?:^|[;\\s])(?:${NAMES.join('|')})=`)

/** Whether a request says nothing of who sends it. One that claims a session, rightly or not, gets nothing that is kept. */
export const isAnonymous = (cookies: string | undefined): boolean =>
  cookies === undefined || !OWN.test(cookies)
