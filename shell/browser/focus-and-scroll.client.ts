import { decoded } from './link-target.ts'

/** How a navigation started: by a link, by a link to the same page, by the history, or without the visitor's action. */
export type NavigationKind = 'push' | 'replace' | 'pop' | 'refresh'

/** The scroll position of a page when it was left, and the focused element (`nameOfFocus`), if it has a name. */
export type Position = readonly [x: number, y: number, focus?: string]

/** The element that started a navigation: a link, the control that submitted a form, or the focused element. */
export interface Origin {
  /** Whether the element is part of the page, not of the frame around it. */
  readonly isInMain: boolean
  /** Whether it, or an ancestor, has `data-scroll="top"`: the new content is read from its start. */
  readonly toTop: boolean
  /** Whether it, or an ancestor, has `data-joins`: the new content is added to the present content. */
  readonly joins: boolean
  /** The slot that contains it. */
  readonly slotId: string | null
}

/** To be called before the page changes: the element may be removed then. */
export const readOrigin = (element: Element | null): Origin => ({
  isInMain: element !== null && element.closest('#main') !== null,
  toTop: element !== null && element.closest('[data-scroll="top"]') !== null,
  joins: element !== null && element.closest('[data-joins]') !== null,
  slotId: element?.closest<HTMLElement>('[data-slot]')?.dataset['slot'] ?? null,
})

/** A finished navigation. */
interface CompletedNavigation {
  readonly url: URL
  readonly kind: NavigationKind
  /** The position at which the page was left earlier; null when it was not shown before. */
  readonly left: Position | null
  /** The text for screen readers; by default the title of the document. */
  readonly announcement?: string | undefined
}

/** After a navigation: focus the heading, scroll to the element that the fragment names, and announce the title to screen readers. */
export function restoreFocusAndScroll({ url, kind, left, announcement }: CompletedNavigation): void {
  // A page that was only fetched again keeps its scroll position.
  if (kind === 'refresh') return scrollToPosition(left)
  const target = fragmentTarget(url)
  // After going back, the link that the visitor had followed gets the focus again.
  if (!(kind === 'pop' && focusByName(left?.[2]))) focus(target ?? heading())
  if (kind === 'pop' && left) scrollToPosition(left)
  else if (target) target.scrollIntoView({ behavior: 'instant' })
  else scrollTo({ left: 0, top: 0, behavior: 'instant' })
  announce(announcement ?? document.title)
}

/** Restore the position after going back to a document or to a fragment of it, or reloading it. */
export function restorePosition(left: Position, hasFocus: boolean): void {
  if (hasFocus) focusByName(left[2])
  scrollToPosition(left)
}

/** The element that has the focus before a page changes in place. */
export interface FocusBefore {
  readonly element: Element | null
  readonly name: string | null
}

/** The focused element; if it was removed from the page meanwhile, the one that had the focus when the navigation began. */
export function readFocus(earlier?: FocusBefore): FocusBefore {
  const element = document.activeElement
  const isLost = (element === null || element === document.body) && earlier?.element?.isConnected === false
  return isLost ? earlier : { element, name: nameOfFocus() }
}

/**
 * After a change in place, keep the scroll position, and the focus on the control that was used, or on its replacement. Controls
 * with `data-scroll="top"`, and addresses with a fragment, lead to the start of the new content instead.
 */
export function keepFocusAndScroll(arrival: CompletedNavigation, origin: Origin, before: FocusBefore): void {
  const { url, kind, left, announcement } = arrival
  const isBack = kind === 'pop'
  // A control in the frame, such as the search form, leads to another page, not to a change of this one.
  if (fragmentTarget(url) || (!isBack && !origin.isInMain)) return restoreFocusAndScroll(arrival)
  if (isBack) {
    if (!focusByName(left?.[2])) keepFocus(before, origin)
    if (left) scrollToPosition(left)
  } else if (origin.toTop) {
    const start = inSlot('[data-scroll-target]', origin)
    focus(inSlot('[data-focus-fallback]', origin) ?? heading())
    if (start) start.scrollIntoView({ behavior: 'instant', block: 'start' })
    else scrollTo({ left: 0, top: 0, behavior: 'instant' })
  } else keepFocus(before, origin)
  announce(announcement ?? document.title)
}

function keepFocus({ element, name }: FocusBefore, origin: Origin): void {
  // Without a focused element there is no focus to restore.
  if (element === null || element === document.body) return
  if (element === document.activeElement && isVisible(element)) return
  if (!focusByName(name ?? undefined)) focus(inSlot('[data-focus-fallback]', origin) ?? heading())
}

/** Browsers before 2024 lack `checkVisibility`; in these a hidden element loses the focus by itself a moment later. */
const isVisible = (element: Element): boolean =>
  !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true })

/**
 * A selector that finds the focused element on a page that was rendered again: by its id, by `data-focus-key`, or by its `href`.
 * Null when no element has the focus, or when the element has none of these.
 */
export function nameOfFocus(): string | null {
  const element = document.activeElement
  if (element === null || element === document.body) return null
  const { id } = element
  const key = element.getAttribute('data-focus-key')
  const href = element.getAttribute('href')
  const own = id
    ? `[id=${JSON.stringify(id)}]`
    : key !== null
      ? `[data-focus-key=${JSON.stringify(key)}]`
      : href
        ? `a[href=${JSON.stringify(href)}]`
        : null
  if (own === null) return null
  const name = element.closest('#main') ? `#main ${own}` : own
  const index = [...document.querySelectorAll(name)].indexOf(element)
  return index > 0 ? `${name}${INDEX_SEPARATOR}${index}` : name
}

/** Separates a selector and the element's index among its matches: several links may lead to one address. */
const INDEX_SEPARATOR = '\n'

/** Focus the element with a name; true when it exists and has the focus now. */
function focusByName(name: string | undefined): boolean {
  if (name === undefined) return false
  try {
    const [selector = '', index = 0] = name.split(INDEX_SEPARATOR)
    const elements = document.querySelectorAll<HTMLElement>(selector)
    const element = elements[Number(index)] ?? elements[0] ?? null
    element?.focus({ preventScroll: true })
    return element !== null && element === document.activeElement
  } catch {
    return false // the stored text is no selector: other code has written it
  }
}

/** An element of the page, preferably in the same slot. */
const inSlot = (selector: string, { slotId }: Origin): HTMLElement | null =>
  (slotId === null
    ? null
    : document.querySelector<HTMLElement>(`[data-slot=${JSON.stringify(slotId)}] ${selector}`)) ??
  document.querySelector<HTMLElement>(`#main ${selector}`)

const fragmentTarget = ({ hash }: URL): HTMLElement | null =>
  hash.length > 1 ? document.getElementById(decoded(hash.slice(1))) : null

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

/** Announce a text to screen readers, in the one live region of the document. */
function announce(text: string): void {
  const region = document.getElementById('announcer') ?? createRegion()
  // Cleared first, so that the same text is announced again.
  region.textContent = ''
  // In the next frame: screen readers do not yet observe a region that has just been created.
  requestAnimationFrame(() => (region.textContent = text))
}

function createRegion(): HTMLElement {
  const region = document.createElement('div')
  region.id = 'announcer'
  region.className = 'visually-hidden'
  region.role = 'status'
  return document.body.appendChild(region)
}
