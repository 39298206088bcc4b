/** Paths that are not pages: the shell's own files, remotes' files, proxied libraries of assets, and what `fetch` would take for a host. */
const NOT_A_PAGE = /^\/[_/]|^\/[^/]*-library(?:\/|$)/

/**
 * The target of a link, if the shell can show it without a page load: a page of this site in this language. Null for links that
 * are left to the browser: other origins, downloads, other targets, files, marked links, fragments of the same page.
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
 * The target of a search form when it is submitted, under the same conditions: the address that the browser would build, without
 * empty fields. Action, method and target of its button take precedence over those of the form.
 */
export function formTarget(form: HTMLFormElement, submitter: HTMLElement | null, here: URL): URL | null {
  const isSearch = form.getAttribute('role') === 'search' || form.closest('search') !== null
  if (!isSearch || form.dataset.fullLoad !== undefined) return null
  // Read as attributes, since a field named "action" or "method" hides the form's property.
  const said = (name: string) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name)
  const [method, target] = [said('method'), said('target')]
  if ((method && method.toLowerCase() !== 'get') || (target && target !== '_self')) return null
  const url = parse(said('action') ?? '', here)
  if (!url) return null
  const fields = [...new FormData(form, submitter)].map(([name, value]) => [name, String(value)])
  url.search = new URLSearchParams(fields.filter(([, value]) => value !== '')).toString()
  return pageTarget(url.href, here)
}

/** The page at an address; null when it is not a page of this site, or only a fragment of the current page. */
export function pageTarget(address: string, here: URL): URL | null {
  const url = parse(address, here)
  if (url?.origin !== here.origin || NOT_A_PAGE.test(url.pathname)) return null
  const isFragmentOfThisPage = url.hash !== '' && pageKey(url) === pageKey(here)
  return isFragmentOfThisPage ? null : url
}

/** Whether following a link loads a document: another page or site, not a fragment of this page or a telephone number. */
export const isOtherDocument = ({ protocol, href, hash }: HTMLAnchorElement, here: URL): boolean =>
  protocol.startsWith('http') && !(hash !== '' && href.split('#')[0] === here.href.split('#')[0])

/** The key that identifies a page: path and query. */
export const pageKey = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>): string =>
  `${pathname}${search}`

/** A path or fragment without encoded characters: the server decodes paths too, so that is how the state has them. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parse(address: string, base: URL): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null // an invalid link is left to the browser
  }
}
