/** Kind of a link by its URL: a page of this site to look up, a URL that is not checked, or a malformed one. */
export type LinkKind =
  | { readonly type: 'internal'; readonly path: string }
  | { readonly type: 'unchecked' }
  | { readonly type: 'malformed' }

/** The site's own origin, and the base for relative URLs. */
interface LinkBase {
  readonly origin: string
  /** Path of the page with the link. */
  readonly path: string
}

const ACCEPTED: Readonly<Record<string, (url: URL) => boolean>> = {
  'http:': ({ hostname }) => hostname.includes('.') || hostname === 'localhost',
  'https:': ({ hostname }) => hostname.includes('.') || hostname === 'localhost',
  'mailto:': ({ pathname }) => /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(decoded(pathname) ?? ''),
  'tel:': ({ pathname }) => (pathname.match(/\d/g)?.length ?? 0) >= 3,
}

/**
 * The kind of a link as its author wrote it. Other sites are not called; only the form of their URLs is checked. Files and fragments
 * of the same page are not looked up.
 */
export function linkKind(href: string | null, { origin, path }: LinkBase): LinkKind {
  if (href?.startsWith('#') === true && href.length > 1) return { type: 'unchecked' }
  const url = href?.trim() ? parse(href.trim(), `${origin}${path}`) : null
  // Browsers would resolve a URL without a scheme as a path of this site.
  if (!url || /^www\./i.test(href ?? '')) return { type: 'malformed' }
  if (url.origin === origin) {
    if (/\.\w{1,8}$/.test(url.pathname)) return { type: 'unchecked' }
    return { type: 'internal', path: decodePath(url.pathname) }
  }
  return { type: isWellFormed(url) ? 'unchecked' : 'malformed' }
}

function isWellFormed(url: URL): boolean {
  const accepts = Object.hasOwn(ACCEPTED, url.protocol) ? ACCEPTED[url.protocol] : undefined
  return accepts?.(url) === true
}

const parse = (href: string, base: string): URL | null =>
  URL.canParse(href, base) ? new URL(href, base) : null

/** A path as in the navigation tree: decoded, and without a trailing slash. */
function decodePath(pathname: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  // No node has a path that cannot be decoded, so it is reported as broken.
  return decoded(path) ?? path
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
