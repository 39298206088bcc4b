import type { NavigationKind } from './activation.ts'

/** Positions of this many entries are remembered. */
const MAX_ENTRIES = 50
const STORAGE_KEY = 'tessera-scroll'

type Position = readonly [x: number, y: number]

/** Entries of the history, and how far each page was scrolled when it was left. The shell owns the history. */
export interface ScrollMemory {
  /** Remember how far the page is scrolled that is about to go. */
  readonly leave: () => void
  /** Make the history say that the new page is on the screen. */
  readonly enter: (url: URL, kind: NavigationKind) => void
  /** Where the page now on the screen was left; null when it never was. */
  readonly position: () => Position | null
}

/** `view` is the window; its history entries carry a key, and session storage the positions, so that both survive a reload. */
export function createScrollMemory(
  view: Window,
  newKey: () => string = () => view.crypto.randomUUID().slice(0, 8),
): ScrollMemory {
  const positions = readPositions(view.sessionStorage)
  let current = keyOf(view.history.state) ?? mark(view, newKey())
  const leave = () => {
    positions.delete(current)
    positions.set(current, [Math.round(view.scrollX), Math.round(view.scrollY)])
  }
  const save = () => writePositions(view.sessionStorage, positions)

  view.history.scrollRestoration = 'manual'
  view.addEventListener('pagehide', () => {
    // A reload, or the way back from another site, is the browser's own to restore.
    view.history.scrollRestoration = 'auto'
    leave()
    save()
  })
  view.addEventListener('pageshow', () => (view.history.scrollRestoration = 'manual'))

  return {
    leave() {
      leave()
      save()
    },
    enter(url, kind) {
      // The methods as the browser made them: single-spa's versions announce each change as if the visitor had gone back.
      const { pushState } = History.prototype
      if (kind === 'push') pushState.call(view.history, { tesseraKey: (current = newKey()) }, '', url)
      else current = keyOf(view.history.state) ?? mark(view, newKey())
    },
    position: () => positions.get(current) ?? null,
  }
}

function mark(view: Window, key: string): string {
  const state: unknown = view.history.state
  History.prototype.replaceState.call(view.history, { ...(state as object | null), tesseraKey: key }, '')
  return key
}

const keyOf = (state: unknown): string | null => {
  const key = (state as { readonly tesseraKey?: unknown } | null)?.tesseraKey
  return typeof key === 'string' ? key : null
}

function readPositions(storage: Storage): Map<string, Position> {
  try {
    return new Map(JSON.parse(storage.getItem(STORAGE_KEY) ?? '[]') as [string, Position][])
  } catch {
    return new Map() // pages then open at their top
  }
}

function writePositions(storage: Storage, positions: Map<string, Position>): void {
  for (const oldest of positions.keys()) {
    if (positions.size <= MAX_ENTRIES) break
    positions.delete(oldest)
  }
  try {
    storage.setItem(STORAGE_KEY, JSON.stringify([...positions]))
  } catch {
    // Storage is full or forbidden: after a reload pages open at their top.
  }
}
