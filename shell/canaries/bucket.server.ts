import { cookieHeader, readCookie } from '../http/cookies.server.ts'

/** Which hundredth of the visitors somebody belongs to, drawn at their first page; it goes when the browser is closed, and names nobody. */
export const BUCKET_COOKIE = 'site-canary'
export const BUCKETS = 100
/** Of those who see the live releases whatever the share of a canary is. */
export const LAST_BUCKET = BUCKETS - 1

/** The bucket of a `Cookie` header, 0 to 99; null without one. */
export function readBucket(cookies: string | undefined): number | null {
  const value = cookies === undefined ? null : readCookie(cookies, BUCKET_COOKIE)
  return value !== null && /^\d{1,2}$/.test(value) ? Number(value) : null
}

/** `Set-Cookie` of a bucket. */
export const bucketCookie = (bucket: number, isSecure: boolean): string =>
  cookieHeader(BUCKET_COOKIE, String(bucket), { isSecure, sameSite: 'Lax' })

/**
 * What a cache in front has to know while some visitors see another release: whose bucket is less may not have this page, and how a
 * bucket that it draws is set. `10; Path=/; …`
 */
export const canaryHeader = (below: number, isSecure: boolean): string =>
  `${below}${bucketCookie(0, isSecure).slice(`${BUCKET_COOKIE}=0`.length)}`
