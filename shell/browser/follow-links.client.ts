import { wantsLessData, type Offline } from './connection.client.ts'
import type { NavigationKind } from './focus-and-scroll.client.ts'
import { formTarget, isOtherDocument, linkTarget, pageKey } from './link-target.ts'

/** A pointer that rests on a link this long means it. */
const HOLD_MS = 65
/** A wait that is shorter than this shows nothing. */
const PROGRESS_DELAY_MS = 200

/** What following links takes. */
interface LinkParts {
  readonly go: (url: URL, kind: NavigationKind, from: Element | null) => void
  readonly here: () => URL
  readonly language: string
  /** `pageKey` of the page on the screen. */
  readonly shown: () => string
  /** A form is sent by the browser itself: the document is being left. */
  readonly leave: () => void
  readonly offline: Pick<Offline, 'isKnown' | 'hold' | 'end'>
}

/** Follow links, search forms and the history in place; whatever else there is stays the browser's, while there is a line. */
export function followLinks({ go, here, language, shown, leave, offline }: LinkParts): void {
  const follow = (event: Event, url: URL, from: HTMLElement) => {
    event.preventDefault()
    // Safari gives a link that is clicked no focus: the way back leads to it nevertheless.
    if (!from.contains(document.activeElement)) from.focus({ preventScroll: true })
    go(url, pageKey(url) === shown() ? 'replace' : 'push', from)
  }
  const onClick = (event: MouseEvent) => {
    const link = linkOf(event)
    if (!link || event.defaultPrevented) return
    const url = isPlainClick(event) ? linkTarget(link, here(), language) : null
    if (url) return follow(event, url, link)
    if (!offline.isKnown() || !isOtherDocument(link, here())) return
    event.preventDefault()
    const isHere = isPlainClick(event) && (!link.target || link.target === '_self')
    offline.hold({ again: () => location.assign(link.href), waits: isHere })
  }
  document.addEventListener('click', onClick)
  // The middle button opens a window.
  document.addEventListener('auxclick', (event) => event.button === 1 && onClick(event))
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    const form = event.target as HTMLFormElement
    const url = formTarget(form, event.submitter, here())
    if (url) return follow(event, url, event.submitter ?? form)
    if (!offline.isKnown()) return leave()
    event.preventDefault()
    // What changes something is not sent behind the visitor's back.
    const method = event.submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get'
    const again = () => form.requestSubmit(event.submitter)
    offline.hold({ again, waits: method.toLowerCase() === 'get' })
  })
  window.addEventListener('popstate', () => {
    if (pageKey(here()) !== shown()) go(here(), 'pop', null)
    else offline.end()
  })
}

/** Without a key that asks for a window of its own. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Tell of links that the visitor is about to follow: a resting pointer, keyboard focus, the touch before a tap. */
export function watchIntent(root: Document, onIntent: (link: HTMLAnchorElement) => void): void {
  if (wantsLessData(root)) return
  let timer: ReturnType<typeof setTimeout> | undefined
  const tell = (event: Event) => {
    const link = linkOf(event)
    if (link) onIntent(link)
  }
  root.addEventListener('pointerover', (event) => {
    clearTimeout(timer)
    if (event.pointerType === 'mouse' && linkOf(event)) timer = setTimeout(() => tell(event), HOLD_MS)
  })
  root.addEventListener('pointerout', () => clearTimeout(timer))
  root.addEventListener('focusin', tell)
  root.addEventListener('touchstart', tell, { passive: true })
}

/** The link that an event happened on. */
const linkOf = ({ target }: Event): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null

/** Show that a page is on its way, unless it comes at once; the answer ends it. The newest call alone is shown. */
export function createProgress(root: Document): () => () => void {
  let newest = 0
  return () => {
    const own = ++newest
    const timer = setTimeout(() => showProgress(root, own === newest), PROGRESS_DELAY_MS)
    return () => {
      clearTimeout(timer)
      if (own === newest) showProgress(root, false)
    }
  }
}

function showProgress(root: Document, isLoading: boolean): void {
  root.documentElement.classList.toggle('is-loading', isLoading)
  root.getElementById('main')?.toggleAttribute('aria-busy', false)
  if (isLoading) root.getElementById('main')?.setAttribute('aria-busy', 'true')
}
