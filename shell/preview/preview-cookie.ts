/** How long a preview session lasts: a working day. */
export const PREVIEW_SECONDS = 8 * 3_600

/** Name of the cookie: over https its prefix keeps other hosts from setting it. */
export const previewCookieName = (isSecure: boolean): string =>
  isSecure ? '__Host-TesseraPreview' : 'TesseraPreview'

/**
 * The cookie of a preview session as a header; an empty value ends it. Over https it also comes back inside a frame of
 * the content system, kept apart for each site that holds the frame; without https no browser would take that.
 */
export function previewCookie(value: string, isSecure: boolean): string {
  const life = `Max-Age=${value === '' ? 0 : PREVIEW_SECONDS}`
  const site = isSecure ? 'Secure; SameSite=None; Partitioned' : 'SameSite=Lax'
  return `${previewCookieName(isSecure)}=${value}; Path=/; ${life}; HttpOnly; ${site}`
}

/** The value of a cookie in a `Cookie` header; the first where there are several. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find((pair) => pair.trimStart().startsWith(`${name}=`))
  return found?.slice(found.indexOf('=') + 1).trim()
}
