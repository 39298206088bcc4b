/** Addresses that are not pages: the shell's own files, remotes' files, proxied libraries of assets. */
const NOT_A_PAGE = /^\/_|^\/[^/]*-library(?:\/|$)/

/**
 * Where a link leads, if the shell can go there without a page load: a page of this site in this language. Null for anything
 * that the browser does better: other origins, downloads, other targets, files, marked links, places on the same page.
 */
export function linkTarget(link: HTMLAnchorElement, here: URL, language: string): URL | null {
  if (!link.hasAttribute('href') || link.hasAttribute('download') || link.dataset.fullLoad !== undefined)
    return null
  if ((link.target && link.target !== '_self') || link.relList.contains('external')) return null
  const linkLanguage = link.hreflang || link.lang
  if (linkLanguage && linkLanguage !== language) return null
  return pageTarget(link.href, here)
}

/**
 * Where a search form leads when it is sent, under the same conditions: the address that the browser would make, without the fields
 * that are empty. What its button says of address, method and window goes before what the form says.
 */
export function formTarget(form: HTMLFormElement, submitter: HTMLElement | null, here: URL): URL | null {
  const isSearch = form.getAttribute('role') === 'search' || form.closest('search') !== null
  if (!isSearch || form.dataset.fullLoad !== undefined) return null
  // Read as attributes: a field may be called "action" or "method".
  const said = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  const [method, target] = [said('method'), said('target')]
  if ((method && method.toLowerCase() !== 'get') || (target && target !== '_self')) return null
  const url = parse(said('action') ?? '', here)
  if (!url) return null
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
  url.search = new URLSearchParams(fields.filter(([, value]) => value !== '')).toString()
  return pageTarget(url.href, here)
}

/** The page at an address; null when it is none of this site's, or a place on the page that is shown. */
export function pageTarget(address: string, here: URL): URL | null {
  const url = parse(address, here)
  if (url?.origin !== here.origin || NOT_A_PAGE.test(url.pathname)) return null
  const isPlaceOnThisPage = url.hash !== '' && pageKey(url) === pageKey(here)
  return isPlaceOnThisPage ? null : url
}

/** Whether the browser has to load something to follow a link: another page or site, no place on this page, no telephone. */
export const isOtherDocument = ({ protocol, href, hash }: HTMLAnchorElement, here: URL): boolean =>
  protocol.startsWith('http') && !(hash !== '' && href.split('#')[0] === here.href.split('#')[0])

/** What tells one page from another: path and query. */
export const pageKey = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string =>
  `${pathname}${search}`

function parse(address: string, base: URL): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null // such a link is the browser's to refuse
  }
}
