/** How the visitor comes to a page: by a link, the same page again, through the history, or without having done anything. */
export type NavigationKind = 'push' | 'replace' | 'pop' | 'refresh'

/** How far a page was scrolled when it was left, and what had the focus (`nameOfFocus`), where that has a name. */
export type Position = readonly [x: number, y: number, focus?: string]

/** What a navigation began with: a link, the control that sent a form, what had the focus. */
export interface Origin {
  /** Whether it is part of the page, not of the frame around it. */
  readonly isInMain: boolean
  /** Whether it, or something around it, says `data-scroll="top"`: what comes is read from its start. */
  readonly toTop: boolean
  /** Whether it, or something around it, says `data-joins`: what comes is added to what is there. */
  readonly joins: boolean
  /** The slot that it stands in. */
  readonly slotId: string | null
}

/** Read it before the page changes: it may be gone afterwards. */
export const readOrigin = (element: Element | null): Origin => ({
  isInMain: element !== null && element.closest('#main') !== null,
  toTop: element !== null && element.closest('[data-scroll="top"]') !== null,
  joins: element !== null && element.closest('[data-joins]') !== null,
  slotId: element?.closest<HTMLElement>('[data-slot]')?.dataset['slot'] ?? null,
})

/** A navigation that has come to its end. */
interface Arrival {
  readonly url: URL
  readonly kind: NavigationKind
  /** How the page was left when it was on the screen before; null when it never was. */
  readonly left: Position | null
  /** What is said aloud; the title of the document unless given. */
  readonly announcement?: string | undefined
}

/** Put the visitor on the page that has come: focus on its heading, the place that was asked for, and its title said aloud. */
export function restoreFocusAndScroll({ url, kind, left, announcement }: Arrival): void {
  // A page that has only been fetched again stays where it was read.
  if (kind === 'refresh') return scrollToPosition(left)
  const place = placeOf(url)
  // Who comes back goes on where they were: at the link that they had followed.
  if (place ?? !(kind === 'pop' && focusByName(left?.[2]))) focus(place ?? heading())
  if (kind === 'pop' && left) scrollToPosition(left)
  else if (place) place.scrollIntoView({ behavior: 'instant' })
  else scrollTo({ left: 0, top: 0, behavior: 'instant' })
  announce(announcement ?? document.title)
}

/** Put somebody who comes back to a document, or loads it again, where they were. */
export function restorePosition(left: Position, hasFocus: boolean): void {
  if (hasFocus && document.activeElement === document.body) focusByName(left[2])
  scrollToPosition(left)
}

/** What has the focus before a page changes in place. */
export interface FocusBefore {
  readonly element: Element | null
  readonly name: string | null
}

/** What has the focus now; where that has been taken off the page meanwhile, what had it when the navigation began. */
export function readFocus(earlier?: FocusBefore): FocusBefore {
  const element = document.activeElement
  const isLost = (element === null || element === document.body) && earlier?.element?.isConnected === false
  return isLost ? earlier : { element, name: nameOfFocus() }
}

/**
 * After a change in place the visitor stays where they are: the focus on the control that they have used, or on what stands for it
 * now, and the page where it was scrolled to. What says `data-scroll="top"` leads to the start of what has come, and so does an
 * address with a place in it.
 */
export function keepFocusAndScroll(arrival: Arrival, origin: Origin, before: FocusBefore): void {
  const { url, kind, left, announcement } = arrival
  const isBack = kind === 'pop'
  // A search in the frame, for one, asks for another page altogether.
  if (placeOf(url) || (!isBack && !origin.isInMain)) return restoreFocusAndScroll(arrival)
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
  // Nothing had the focus: nothing has lost it.
  if (element === null || element === document.body) return
  if (element === document.activeElement && isVisible(element)) return
  if (!focusByName(name ?? undefined)) focus(inSlot('[data-focus-fallback]', origin) ?? heading())
}

/** Browsers before 2024 do not tell; there what is hidden has lost the focus by itself, a moment later. */
const isVisible = (element: Element): boolean =>
  !('checkVisibility' in element) || element.checkVisibility({ visibilityProperty: true })

/**
 * What has the focus, told so that it is found on a page that was made anew: by its id, by `data-focus-key`, or by where it leads; a
 * selector. Null where nothing has it, or nothing tells it from others.
 */
export function nameOfFocus(): string | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return null
  const { id } = element
  const key = element.dataset['focusKey']
  const href = element.getAttribute('href')
  const own = id
    ? `[id=${JSON.stringify(id)}]`
    : key !== undefined
      ? `[data-focus-key=${JSON.stringify(key)}]`
      : href
        ? `a[href=${JSON.stringify(href)}]`
        : null
  if (own === null) return null
  const name = element.closest('#main') ? `#main ${own}` : own
  const place = [...document.querySelectorAll(name)].indexOf(element)
  return place > 0 ? `${name}${PLACE}${place}` : name
}

/** Between a selector and the place of the element among those that it fits: several links may lead to one address. */
const PLACE = '\n'

/** Whether what is called so is there and has the focus now. */
function focusByName(name: string | undefined): boolean {
  if (name === undefined) return false
  try {
    const [selector = '', place = 0] = name.split(PLACE)
    const elements = document.querySelectorAll<HTMLElement>(selector)
    const element = elements[Number(place)] ?? elements[0] ?? null
    element?.focus({ preventScroll: true })
    return element !== null && element === document.activeElement
  } catch {
    return false // what was kept is no selector: somebody else has written it
  }
}

/** An element of the page, of the same slot before others. */
const inSlot = (selector: string, { slotId }: Origin): HTMLElement | null =>
  (slotId === null
    ? null
    : document.querySelector<HTMLElement>(`[data-slot=${JSON.stringify(slotId)}] ${selector}`)) ??
  document.querySelector<HTMLElement>(`#main ${selector}`)

const placeOf = ({ hash }: URL): HTMLElement | null =>
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

/** Say it to those who cannot see it, in the one live region of the document. */
function announce(text: string): void {
  const region = document.getElementById('announcer') ?? createRegion()
  // The same words once more are said once more.
  region.textContent = ''
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
