import { wantsLessData, type Offline } from './connection.client.ts'
import type { NavigationKind } from './focus-and-scroll.client.ts'
import { formTarget, isOtherDocument, linkTarget, pageKey } from './link-target.ts'

/** How long a pointer rests on a link before the page is prefetched. */
const HOLD_MS = 65
/** A shorter wait shows no progress. */
const PROGRESS_DELAY_MS = 200

/** The dependencies of following links. */
interface LinkParts {
  readonly go: (url: URL, kind: NavigationKind, from: Element | null) => void
  readonly here: () => URL
  readonly language: string
  /** `pageKey` of the page on the screen. */
  readonly shown: () => string
  /** Called when the browser itself submits a form: the document is being left. */
  readonly leave: () => void
  /** Called when the history leads to the page on the screen: back to it, or to another place of it. */
  readonly stay: () => void
  readonly offline: Pick<Offline, 'isKnown' | 'defer'>
}

/** Handle links, search forms and the history in place; the browser handles all others, as long as it is online. */
export function followLinks({ go, here, language, shown, leave, stay, offline }: LinkParts): void {
  const follow = (event: Event, url: URL, from: HTMLElement, within = from) => {
    event.preventDefault()
    // Safari does not focus a clicked link, but going back must return the focus to it.
    if (!within.contains(document.activeElement)) from.focus({ preventScroll: true })
    // Not `shown()`: while Back is loading its page, the address is that of the next page already.
    go(url, pageKey(url) === pageKey(here()) ? 'replace' : 'push', from)
  }
  const onClick = (event: MouseEvent) => {
    const link = linkOf(event)
    if (!link || event.defaultPrevented) return
    const url = isPlainClick(event) ? linkTarget(link, here(), language) : null
    if (url) return follow(event, url, link)
    if (!offline.isKnown() || !isOtherDocument(link, here())) return
    event.preventDefault()
    const isHere = isPlainClick(event) && (!link.target || link.target === '_self')
    offline.defer({ retry: () => location.assign(link.href), waits: isHere })
  }
  document.addEventListener('click', onClick)
  // The middle button opens a new tab.
  document.addEventListener('auxclick', (event) => event.button === 1 && onClick(event))
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    const form = event.target as HTMLFormElement
    const url = formTarget(form, event.submitter, here())
    const from = event.submitter ?? form
    // After Enter in a field the focus stays there, but the keyboard of a touch screen would cover the results.
    if (url) return follow(event, url, from, matchMedia('(pointer: coarse)').matches ? from : form)
    if (!offline.isKnown()) return leave()
    event.preventDefault()
    // A form that changes data is not sent again automatically.
    const method = event.submitter?.getAttribute('formmethod') ?? form.getAttribute('method') ?? 'get'
    const retry = () => form.requestSubmit(event.submitter)
    offline.defer({ retry, waits: method.toLowerCase() === 'get' })
  })
  window.addEventListener('popstate', () => {
    if (pageKey(here()) !== shown()) go(here(), 'pop', null)
    else stay()
  })
}

/** A click of the main button without a modifier key, which would open a new tab or window. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/** Report links that the visitor is about to follow: a resting pointer, keyboard focus, the touch before a tap. */
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

/** The link that an event is about; the browser handles links inside an SVG image. */
function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest('a[href]') : null
  return link instanceof HTMLAnchorElement ? link : null
}

/** Show that a page is loading, unless it loads at once; the returned function ends it. Only the newest call is shown. */
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
