import { pageKey } from './link-target.ts'

/** Positions of this many entries are remembered. */
const MAX_ENTRIES = 50
const STORAGE_KEY = 'tessera-scroll'

/** How the visitor comes to a page: by a link, the same page again, through the history, or without having done anything. */
export type NavigationKind = 'push' | 'replace' | 'pop' | 'refresh'

type Position = readonly [x: number, y: number]

/** Entries of the history, and how far each page was scrolled when it was left. The shell owns the history. */
export interface PageHistory {
  /** `pageKey` of the page on the screen: the address changes before it when the visitor goes back. */
  readonly shown: () => string
  /** Remember how far the page is scrolled that is about to go. */
  readonly leave: () => void
  /** Make the history say that the new page is on the screen. */
  readonly enter: (url: URL, kind: NavigationKind) => void
  /** Where the page now on the screen was left; null when it never was. */
  readonly position: () => Position | null
}

/** What a page history is made from. */
interface HistoryParts {
  /** The window; its history entries carry a key, and session storage the positions, so that both survive a reload. */
  readonly view: Window
  /** `pageKey` of the document's own page. */
  readonly firstPage: string
  readonly newKey?: () => string
}

export function createPageHistory({
  view,
  firstPage,
  newKey = () => view.crypto.randomUUID().slice(0, 8),
}: HistoryParts): PageHistory {
  // A browser that is told to keep no site data throws where its storage is asked for, so it is asked for each time.
  const storage = () => view.sessionStorage
  const positions = readPositions(storage)
  let shown = firstPage
  let current = keyOf(view.history.state) ?? mark(view, newKey())
  const note = () => {
    positions.delete(current)
    positions.set(current, [Math.round(view.scrollX), Math.round(view.scrollY)])
    writePositions(storage, positions)
  }
  view.history.scrollRestoration = 'manual'
  view.addEventListener('pagehide', () => {
    // A reload, or the way back from another site, is the browser's own to restore.
    view.history.scrollRestoration = 'auto'
    note()
  })
  view.addEventListener('pageshow', () => (view.history.scrollRestoration = 'manual'))

  return {
    shown: () => shown,
    leave: note,
    enter(url, kind) {
      shown = pageKey(url)
      if (kind === 'push') view.history.pushState({ tesseraKey: (current = newKey()) }, '', url)
      else current = keyOf(view.history.state) ?? mark(view, newKey())
    },
    position: () => positions.get(current) ?? null,
  }
}

/** Put the visitor on the page that has come: focus on its heading, the place that was asked for, and its title said aloud. */
export function restoreFocusAndScroll(url: URL, kind: NavigationKind, remembered: Position | null): void {
  // A page that has only been fetched again stays where it was read.
  if (kind === 'refresh') return scrollToPosition(remembered)
  const place = url.hash.length > 1 ? document.getElementById(decoded(url.hash.slice(1))) : null
  focus(place ?? heading())
  if (kind === 'pop' && remembered) scrollToPosition(remembered)
  else if (place) place.scrollIntoView({ behavior: 'instant' })
  else scrollTo({ left: 0, top: 0, behavior: 'instant' })
  announce(document.title)
}

const scrollToPosition = (position: Position | null): void =>
  scrollTo({ left: position?.[0] ?? 0, top: position?.[1] ?? 0, behavior: 'instant' })

const heading = (): HTMLElement | null => {
  const main = document.getElementById('main')
  return document.getElementById('page-title') ?? main?.querySelector('h1') ?? main
}

function focus(element: HTMLElement | null): void {
  if (!element) return
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

/** Say it to those who cannot see it, in the one live region of the document. */
function announce(text: string): void {
  const region = document.getElementById('announcer') ?? createRegion()
  // In the next frame: a region that has just been made is not yet listened to.
  requestAnimationFrame(() => (region.textContent = text))
}

function createRegion(): HTMLElement {
  const region = document.createElement('div')
  region.id = 'announcer'
  region.className = 'visually-hidden'
  region.role = 'status'
  return document.body.appendChild(region)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function mark(view: Window, key: string): string {
  const state: unknown = view.history.state
  view.history.replaceState({ ...(state as object | null), tesseraKey: key }, '')
  return key
}

const keyOf = (state: unknown): string | null => {
  const key = (state as { readonly tesseraKey?: unknown } | null)?.tesseraKey
  return typeof key === 'string' ? key : null
}

function readPositions(storage: () => Storage): Map<string, Position> {
  try {
    return new Map(JSON.parse(storage().getItem(STORAGE_KEY) ?? '[]') as [string, Position][])
  } catch {
    return new Map() // pages then open at their top
  }
}

function writePositions(storage: () => Storage, positions: Map<string, Position>): void {
  for (const oldest of positions.keys()) {
    if (positions.size <= MAX_ENTRIES) break
    positions.delete(oldest)
  }
  try {
    storage().setItem(STORAGE_KEY, JSON.stringify([...positions]))
  } catch {
    // Storage is full or forbidden: after a reload pages open at their top.
  }
}
