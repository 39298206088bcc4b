import type { JsonObject, PagePreview, PageState } from '@tessera/shared/contract'
import { documentTitle } from '../document/html.ts'
import { metadataOf, type HeadElement } from '../document/metadata.ts'
import { closeMenus } from './header-menus.client.ts'
import { decoded } from './link-target.ts'

/** Matches paths of remotes' style sheets, and captures the remote's name. */
const REMOTE_SHEET = /^\/_(?:mfe|dev)\/(mfe-[a-z]+)\//

/** Enable a remote's style sheets only while one of its slots is on the page. */
export function updateStyles({ slots }: Pick<PageState, 'slots'>): void {
  const present = new Set<string | undefined>(slots.map(({ remote }) => remote))
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const [, remote] = REMOTE_SHEET.exec(new URL(link.href, location.href).pathname) ?? []
    // The sheet stays loaded, so that it applies at once when the remote is on a page again.
    if (remote !== undefined) link.media = present.has(remote) ? 'all' : 'not all'
  }
}

/** Update the document's head and its frame for the page on the screen. */
export function updateDocument(url: URL, page: PageState): void {
  updateHead(page.head)
  updateFrame(url, page)
}

/** Selects the page's own elements of the head; feeds and style sheets are not among them. */
const METADATA =
  'meta[name="description"],meta[name="robots"],meta[name^="twitter:"],meta[property^="og:"],link[rel="canonical"],link[hreflang],script[type="application/ld+json"]'

const siteName = (): string =>
  document.querySelector('[property="og:site_name"]')?.getAttribute('content') ?? ''

/** Shows a title in the browser's tab. */
export function updateTitle(title: string): void {
  document.title = documentTitle(title, siteName())
}

/** Update the document's head for the page on the screen, as the server would render it. */
function updateHead(head: PageState['head']): void {
  const known = [...document.head.querySelectorAll(METADATA)]
  const whole = { description: '', canonicalPath: null, alternates: [], ...head }
  const { elements, jsonLd } = metadataOf(whole, publicOrigin(), siteName())
  updateTitle(head.title)
  for (const element of known) element.remove()
  document.head.append(...elements.map(headElement), ...jsonLd.map(jsonLdElement))
}

/** The public origin, which may differ from the one that the browser uses: from the document (shell/document/document.server.ts). */
const publicOrigin = (): string => document.getElementById('boot')?.dataset['origin'] ?? location.origin

function headElement({ tag, attributes }: HeadElement): Element {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

/** Data in a script element never runs, yet browsers require a Trusted Types policy for its text: this one only passes JSON. */
interface DataPolicy {
  readonly createScript: (json: string) => string
}

const jsonRules: DataPolicy = { createScript: (json) => JSON.stringify(JSON.parse(json)) }
const { trustedTypes } = globalThis as typeof globalThis & {
  readonly trustedTypes?: { readonly createPolicy: (name: string, rules: DataPolicy) => DataPolicy }
}
const dataPolicy = trustedTypes?.createPolicy('tessera-data', jsonRules) ?? jsonRules

function jsonLdElement(data: JsonObject): Element {
  const element = document.createElement('script')
  element.type = 'application/ld+json'
  element.textContent = dataPolicy.createScript(JSON.stringify(data))
  return element
}

/** Update the frame for the page on the screen: current links, languages, search box, closed menus, return address of sign-in links. */
function updateFrame(url: URL, page: PageState): void {
  markCurrentLinks(decoded(url.pathname))
  closeMenus(document)
  updateReturnPaths(url)
  updateLanguages(page)
  if (page.preview) updatePreviewBar(page.preview)
  const field = document.querySelector<HTMLInputElement>('header form[role="search"] input[type="search"]')
  if (field) field.value = url.searchParams.get('term') ?? ''
}

/** Sets `aria-current`: `page` for the page itself, `true` for its section, as the server does (shell/document/frame.ts). */
function markCurrentLinks(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a[href]')) {
    if (link.hreflang) continue
    const own = decoded(link.pathname)
    const paths = link.dataset['paths']?.split(' ') ?? [own]
    const isSection = link.closest('#menu') !== null && paths.some((one) => `${path}/`.startsWith(`${one}/`))
    const current = own === path ? 'page' : isSection ? 'true' : null
    if (current) link.setAttribute('aria-current', current)
    else link.removeAttribute('aria-current')
  }
}

/** Links to the sign-in page return to the current page, but never to an account page. */
function updateReturnPaths({ pathname, search }: URL): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a[data-return-here]')) {
    const target = new URL(link.href)
    if (pathname.startsWith(target.pathname.replace(/[^/]*$/, ''))) continue
    target.searchParams.set('redirect_uri', `${pathname}${search}`)
    link.href = `${target.pathname}${target.search}`
  }
}

/** Update the links to other languages, which the server has rendered with their names (shell/document/frame.ts). */
function updateLanguages({ head, languages = head.alternates ?? [] }: PageState): void {
  const list = document.querySelector<HTMLElement>('.f-langs')
  if (!list) return
  const links = [...list.querySelectorAll('a')]
  for (const link of links) {
    const other = languages.find(({ language }) => language === link.hreflang)
    link.hidden = !other
    if (other) link.href = other.path
  }
  list.hidden = links.every((link) => link.hidden)
}

/** Update the preview bar (shell/document/banners.ts) for the page on the screen. */
export function updatePreviewBar({ status, facts, other, exitPath }: PagePreview): void {
  const bar = document.querySelector('[data-preview]')
  const part = (name: string) => bar?.querySelector<HTMLElement>(`[data-preview-${name}]`)
  const statusText = part('status')
  if (statusText) statusText.textContent = status
  part('facts')?.replaceChildren(...facts.map(factElement))
  const link = part('other') as HTMLAnchorElement | null | undefined
  if (link) {
    link.textContent = other?.label ?? ''
    link.setAttribute('href', other?.path ?? '/')
    if (link.parentElement) link.parentElement.hidden = other === null
  }
  const exit = part('exit') as HTMLInputElement | null | undefined
  if (exit) exit.value = exitPath ?? '/'
}

function factElement({ label, value }: PagePreview['facts'][number]): HTMLElement {
  const pair = document.createElement('div')
  const term = document.createElement('dt')
  const description = document.createElement('dd')
  term.textContent = label
  description.textContent = value
  pair.append(term, description)
  return pair
}
