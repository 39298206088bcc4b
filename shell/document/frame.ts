import { LRUCache } from 'lru-cache'
import { telephoneAddress, type Node } from '@tessera/shared/content'
import { languageName, type ShellMessages } from '../messages/index.ts'
import { html, logo, menuIcon, raw, safePath, type Html } from './html.ts'

/** A link of the site's own, e.g. to its accessibility statement. */
export interface FrameLink {
  readonly label: string
  readonly path: string
}

/** The contact details of the site's owner. Lines of the address are shown unchanged. */
export interface FrameContact {
  readonly telephone?: string
  readonly email?: string
  readonly address?: readonly string[]
}

/** The content of the frame. */
export interface FrameInput {
  /** Tree of the site, two levels deep or more; null when it could not be loaded: the frame then has no menu. */
  readonly navigation: Node | null
  readonly currentPath: string
  readonly language: string
  /** The shell's messages for the page. */
  readonly messages: ShellMessages
  /** The page in all its languages; its own language may be included. */
  readonly languages?: readonly { readonly language: string; readonly path: string }[]
  readonly siteName: string
  /** Prefix of the shell's own addresses (`/`, `/search`), e.g. `/cy`. Empty by default. */
  readonly pathPrefix?: string
  /** The term that the visitor searched for, which the search box shows. */
  readonly searchTerm?: string
  /** Shown above everything else, e.g. the bar of a preview. */
  readonly banners?: readonly (Html | null)[]
  /** Markup of the frame's slots by id, each already in its mount element. */
  readonly slots: Readonly<Record<string, Html>>
  /** Markup of the main slot, already in its mount element. */
  readonly main: Html
  /** Whether the page has a slot that needs its code. */
  readonly hasIslands?: boolean
  readonly contact?: FrameContact
  readonly footerLinks?: readonly FrameLink[]
  /** The last element of the footer. */
  readonly footerEnd?: Html | null
}

/** The page around the main slot: skip link, header, main region, footer. It is the content of `<body>`. */
export function renderFrame(frame: FrameInput): Html {
  const { messages } = frame
  return html`<a class="f-skip" href="#main">${messages.skipToContent}</a>${frame.banners}${renderHeader(frame, messages)}
    <main id="main" class="f-main" tabindex="-1">${renderLateNote(frame)}${frame.main}</main>
    ${renderFooter(frame, messages)}${renderOfflineNote(messages)}`
}

/** The note for an island that needs its code, which does not load; hidden until then (shell/document/loader.ts, shell/browser/late-island.client.ts). */
function renderLateNote({ messages, contact = {}, hasIslands = false }: FrameInput): Html {
  const links = contactLinks(contact)
  return html`<div id="late" class="wrap" role="alert"${hasIslands && raw(' data-islands')} hidden>
      <p class="f-late">${messages.islandLate} <a href="" data-full-load>${messages.tryAgain}</a>${links.map((link) => html` · ${link}`)}</p>
    </div>`
}

/** The message for a link that is followed while the browser is offline (shell/browser/connection.client.ts); hidden until then. */
const renderOfflineNote = (messages: ShellMessages): Html =>
  html`<div id="offline" class="f-note" hidden><div class="wrap">
    <p role="alert">${messages.offline} <span data-offline="waits">${messages.offlineWaits}</span></p>
    <button class="button" type="button" data-offline="again">${messages.tryAgain}</button>
    <button class="f-stay" type="button" data-offline="stay">${messages.offlineStay}</button>
  </div></div>`

/** Links to the contact details: telephone, then e-mail. */
const contactLinks = ({ telephone, email }: FrameContact): readonly Html[] => [
  ...(telephone ? [telephoneLink(telephone)] : []),
  ...(email ? [emailLink(email)] : []),
]

const telephoneLink = (telephone: string): Html =>
  html`<a href="${telephoneAddress(telephone)}">${telephone}</a>`

const emailLink = (email: string): Html => html`<a href="mailto:${email}">${email}</a>`

/** The slot of the frame that is part of the search form. */
const SEARCH_SLOT = 'header-search'

const homePath = (frame: FrameInput): string => safePath(frame.navigation?.path ?? (frame.pathPrefix || '/'))

function renderHeader(frame: FrameInput, messages: ShellMessages): Html {
  const menu = renderMenu(frame.navigation, frame.currentPath, messages)
  const { [SEARCH_SLOT]: search, ...others } = frame.slots
  const tools = Object.values(others)
  return html`<header class="f-head">
    <div class="wrap f-top">
      <a
        class="f-logo"
        href="${homePath(frame)}"
        ${frame.currentPath === homePath(frame) && html`aria-current="page"`}
        >${logo()}<span>${frame.siteName}<span class="visually-hidden">, ${messages.home}</span></span></a
      >
      <div class="f-tools">
        ${renderLanguages(frame, messages)}${tools}${menu && html`<button class="f-open" type="button" popovertarget="menu">${menuIcon()}${messages.menu}</button>`}
      </div>
      ${renderSearchForm({ messages, pathPrefix: frame.pathPrefix, term: frame.searchTerm, className: 'f-search', slot: search })}
    </div>
    ${menu}
  </header>`
}

function renderLanguages({ language, languages = [] }: FrameInput, messages: ShellMessages): Html | null {
  const others = languages.filter((other) => other.language !== language)
  if (others.length === 0) return null
  const links = others.map(
    ({ path, language: code }) =>
      html`<a href="${safePath(path)}" hreflang="${code}" lang="${code}">${languageName(code)}</a>`,
  )
  return html`<nav class="f-langs" aria-label="${messages.languages}">${links}</nav>`
}

function renderFooter(frame: FrameInput, messages: ShellMessages): Html {
  const sections = shown(frame.navigation).map((node) => ({ label: titleOf(node), path: node.path }))
  return html`<footer class="f-foot">
    <div class="wrap f-cols">
      ${renderContact(frame, messages)}${renderLinks(messages.sections, sections)}${renderLinks(messages.aboutSite, frame.footerLinks ?? [])}
    </div>${frame.footerEnd}
  </footer>`
}

function renderContact({ contact = {} }: FrameInput, messages: ShellMessages): Html | null {
  const { telephone, email, address = [] } = contact
  if (!telephone && !email && address.length === 0) return null
  return html`<section>
    <h2>${messages.contact}</h2>
    ${address.length > 0 && html`<address>${address.map((line, index) => [index > 0 && html`<br />`, html`<bdi>${line}</bdi>`])}</address>`}${
      (telephone || email) &&
      html`<ul>
        ${telephone && html`<li>${messages.telephone}: ${telephoneLink(telephone)}</li>`}${email && html`<li>${messages.email}: ${emailLink(email)}</li>`}
      </ul>`
    }
  </section>`
}

function renderLinks(heading: string, links: readonly FrameLink[]): Html | null {
  if (links.length === 0) return null
  return html`<nav aria-label="${heading}">
    <h2>${heading}</h2>
    <ul>${links.map(({ label, path }) => html`<li><a href="${safePath(path)}">${label}</a></li>`)}</ul>
  </nav>`
}

/** The content and the attributes of a search form. */
interface SearchFormInput {
  readonly messages: ShellMessages
  readonly pathPrefix?: string
  readonly term?: string
  readonly className: string
  /** Makes the field's id unique when a page has two of these forms. */
  readonly id?: string
  /** The slot inside the form. */
  readonly slot?: Html | undefined
  /** Whether the form is the page's `search` landmark; a page has one. */
  readonly isLandmark?: boolean
}

/** A search form that works without JavaScript: GET {pathPrefix}/search?term=. */
export function renderSearchForm({
  messages,
  pathPrefix = '',
  term,
  className,
  id = 'site-search',
  slot,
  isLandmark = true,
}: SearchFormInput): Html {
  return html`<form class="${className}" action="${pathPrefix}/search" ${isLandmark && html`role="search"`}>
    <label class="visually-hidden" for="${id}">${messages.searchLabel}</label
    ><input
      type="search"
      id="${id}"
      name="term"
      ${term && html`value="${term}"`}
      placeholder="${messages.searchPlaceholder}"
      autocomplete="off"
      enterkeyhint="search"
    />${slot}<button class="button" type="submit">${messages.search}</button>
  </form>`
}

/**
 * The main menu from the tree's first two levels: a row of links whose second level unfolds (`details`), and on small
 * screens a panel that a button opens (`popover`). Both work by keyboard and without JavaScript. Null without pages to show.
 */
export function renderMenu(root: Node | null, currentPath: string, messages: ShellMessages): Html | null {
  const sections = shown(root)
  if (sections.length === 0) return null
  return html`<nav class="f-menu" id="menu" popover aria-label="${messages.mainMenu}">
    <button class="f-close" type="button" popovertarget="menu" popovertargetaction="hide">${messages.closeMenu}</button>
    <ul class="wrap">${sections.map((node) => sectionFor(node, currentPath, messages))}</ul>
  </nav>`
}

const shown = (node: Node | null): readonly Node[] =>
  (node?.children ?? []).filter((child) => child.includeInMenu !== false)

/** The paths of a section, and what pages show of it: the latest ones of the section by path, all others by ''. */
type Section = readonly [paths: readonly string[], byPath: LRUCache<string, Html>]
/** Kept as long as their tree. */
const sections = new WeakMap<ShellMessages, WeakMap<Node, Section>>()

function sectionFor(node: Node, currentPath: string, messages: ShellMessages): Html {
  const known = sections.get(messages) ?? new WeakMap()
  const [paths, byPath] = known.get(node) ?? [pathsOf(node), new LRUCache<string, Html>({ max: 100 })]
  sections.set(messages, known.set(node, [paths, byPath]))
  const path = paths.some((one) => isOn(one, currentPath)) ? currentPath : ''
  const section = byPath.get(path) ?? renderSection(node, path, messages)
  byPath.set(path, section)
  return section
}

function renderSection(node: Node, currentPath: string, messages: ShellMessages): Html {
  const pages = shown(node)
  const unfold =
    pages.length > 0 &&
    html`<details name="menu">
      <summary><span class="visually-hidden">${messages.pagesIn(titleOf(node))}</span></summary>
      <ul>${pages.map((page) => html`<li>${renderLink(page, currentPath)}</li>`)}</ul>
    </details>`
  return html`<li>${renderLink(node, currentPath)}${unfold}</li>`
}

/** `data-paths` is for client navigation, which also marks the current link (shell/browser/update-document.client.ts). */
function renderLink(node: Node, currentPath: string): Html {
  const paths = pathsOf(node)
  return html`<a href="${safePath(node.path)}" ${paths.length > 1 && html`data-paths="${paths.join(' ')}" `}${ariaCurrent(node.path, paths, currentPath)}>${titleOf(node)}</a>`
}

/** `aria-current`: `page` for the page itself, `true` for its section. */
function ariaCurrent(path: string, paths: readonly string[], currentPath: string): Html | null {
  if (path === currentPath) return html`aria-current="page"`
  return paths.some((one) => isOn(one, currentPath)) ? html`aria-current="true"` : null
}

/** The paths at or below which a node's pages are: its own, and the canonical paths of pages that its menu section links to. */
const pathsOf = (node: Node): readonly string[] => [
  ...new Set([node.path, ...[node, ...shown(node)].flatMap(({ canonicalPath = [] }) => canonicalPath)]),
]

const isOn = (path: string, currentPath: string): boolean =>
  path === currentPath || currentPath.startsWith(`${path}/`)

const titleOf = (node: Node): string => node.displayName || node.slug || node.path
