import type { NavigationKind } from './activation.ts'

type Position = readonly [x: number, y: number]

/** Put the visitor on the page that has come: focus on its heading, the place that was asked for, and a word about it. */
export function arrive(url: URL, kind: NavigationKind, remembered: Position | null): void {
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
