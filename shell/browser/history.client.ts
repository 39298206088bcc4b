import {
  nameOfFocus,
  restorePosition,
  type NavigationKind,
  type Position,
} from './focus-and-scroll.client.ts'
import { pageKey } from './link-target.ts'

/** Positions of this many entries are remembered. */
const MAX_ENTRIES = 50
const STORAGE_KEY = 'tessera-scroll'

/** Entries of the history, with the position at which each page was left. Only the shell changes the history. */
export interface PageHistory {
  /** `pageKey` of the page on the screen: when the visitor goes back, the address changes before the page. */
  readonly shown: () => string
  /** Store the scroll position of the page that is about to be left, and the focused element (`nameOfFocus`). */
  readonly leave: (focus: string | null) => void
  /** Record in the history that the new page is on the screen; `joins` when it is added to the page before (`data-joins`). */
  readonly enter: (url: URL, kind: NavigationKind, joins?: boolean) => void
  /** To be called when the history has moved to another place of the page on the screen: restores the position and focus it was left with. */
  readonly moveWithin: () => void
  /**
   * `pageKey`s of the pages that the entry's own page was added to, first to last, if that happened in an earlier document. Pages
   * that were added in this document are in its state.
   */
  readonly joined: () => readonly string[]
  /** The position at which the page on the screen was left earlier; null when it was not. */
  readonly position: () => Position | null
}

/** The dependencies of a page history. */
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
  // A browser that blocks site data throws on access to its storage, so each access is inside a try block.
  const storage = () => view.sessionStorage
  const positions = readPositions(storage)
  let shown = firstPage
  /** The key of the entry that the address is of; an entry that the browser has added, for a fragment, has none yet. */
  const readKey = () => keyOf(view.history.state) ?? mark(view, newKey())
  let current = readKey()
  const inState = new Set<string | null>()
  const note = (focus: string | null) => {
    positions.delete(current)
    const position = [Math.round(view.scrollX), Math.round(view.scrollY)] as const
    positions.set(current, focus === null ? position : [...position, focus])
    writePositions(storage, positions)
  }
  // Until a document is loaded, the browser itself restores its scroll position.
  if (view.document.readyState === 'complete') view.history.scrollRestoration = 'manual'
  view.addEventListener('pagehide', () => {
    // After a reload, or on return from another site, the browser restores the position.
    view.history.scrollRestoration = 'auto'
    note(nameOfFocus())
  })
  view.addEventListener('pageshow', () => (view.history.scrollRestoration = 'manual'))
  // Firefox and Safari scroll to a new fragment before `popstate`.
  const noteLink = ({ target }: Event) => (target as Element).closest('a[href*="#"]') && note(nameOfFocus())
  view.document.addEventListener('click', noteLink, true)

  return {
    shown: () => shown,
    leave(focus) {
      inState.add(current)
      note(focus)
    },
    enter(url, kind, joins = false) {
      const joined = joins ? [...joinedOf(view.history.state), shown] : []
      shown = pageKey(url)
      if (kind === 'push')
        view.history.pushState({ tesseraKey: (current = newKey()), tesseraJoined: joined }, '', url)
      else current = readKey()
      inState.add(current)
    },
    moveWithin() {
      // What is left for a new fragment was noted at the click; no browser scrolls to an entry that the visitor goes back to.
      if (keyOf(view.history.state)) note(nameOfFocus())
      current = readKey()
      const left = positions.get(current)
      if (left) restorePosition(left, true)
    },
    joined: () => (inState.has(keyOf(view.history.state)) ? [] : joinedOf(view.history.state)),
    position: () => positions.get(current) ?? null,
  }
}

/** After going back to this document, or reloading it: restore added pages, the scroll position, and the focus. */
export async function restorePage(history: PageHistory, refresh: () => Promise<void>): Promise<void> {
  const left = history.position()
  if (left === null) return
  const [entry] = performance.getEntriesByType('navigation')
  const isBack = (entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
  const isJoined = history.joined().length > 0
  if (isJoined) await refresh()
  if (isJoined || isBack) restorePosition(left, isBack && document.activeElement === document.body)
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

function joinedOf(state: unknown): readonly string[] {
  const joined = (state as { readonly tesseraJoined?: unknown } | null)?.tesseraJoined
  return Array.isArray(joined) ? joined.filter((key) => typeof key === 'string') : []
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
