/** What can be known of a link by its form: a page of this site to look up, something to leave alone, or nothing that leads anywhere. */
export type LinkKind =
  | { readonly type: 'internal'; readonly path: string }
  | { readonly type: 'unchecked' }
  | { readonly type: 'malformed' }

/** The base for relative addresses, and the site's own origin. */
interface LinkBase {
  readonly origin: string
  /** Of the page that the link stands on. */
  readonly path: string
}

const ACCEPTED: Readonly<Record<string, (url: URL) => boolean>> = {
  'http:': ({ hostname }) => hostname.includes('.') || hostname === 'localhost',
  'https:': ({ hostname }) => hostname.includes('.') || hostname === 'localhost',
  'mailto:': ({ pathname }) => /^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(decodeURIComponent(pathname)),
  'tel:': ({ pathname }) => (pathname.match(/\d/g)?.length ?? 0) >= 3,
}

/**
 * Read a link as an author has written it. Other sites are not asked: their addresses are judged by their form. Files and places on
 * the same page are not looked up.
 */
export function linkKind(href: string | null, { origin, path }: LinkBase): LinkKind {
  if (href?.startsWith('#') === true && href.length > 1) return { type: 'unchecked' }
  const url = href?.trim() ? parse(href.trim(), `${origin}${path}`) : null
  // An address without its scheme would be looked for on this site.
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

/** A path as the tree has it: without the slash at its end, and with its letters. */
function decodePath(pathname: string): string {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    // Such a path is found nowhere, which is what is to be said of it.
    return path
  }
}
