import { cookieHeader, readCookie } from '../http/cookies.server.ts'

/** Session cookie with the visitor's bucket, one hundredth of all visitors, drawn with the first page; it does not identify a visitor. */
export const BUCKET_COOKIE = 'site-canary'
export const BUCKETS = 100
/** The bucket that always sees the live releases: the share of a canary is at most 99 percent. */
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
 * The header for a cache in front while some visitors see another release: buckets below the number may not get the same pages as the
 * others, and a cache that draws a bucket sets its cookie with these attributes. `10; Path=/; …`
 */
export const canaryHeader = (below: number, isSecure: boolean): string =>
  `${below}${bucketCookie(0, isSecure).slice(`${BUCKET_COOKIE}=0`.length)}`
