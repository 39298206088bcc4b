import type { NavigationKind } from './focus-and-scroll.client.ts'
import { formTarget, linkTarget, pageKey } from './link-target.ts'
import { wantsLessData } from './slow-connection.client.ts'

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
}

/** Follow links, search forms and the history in place; whatever else there is stays the browser's. */
export function followLinks({ go, here, language, shown, leave }: LinkParts): void {
  const follow = (event: Event, url: URL, from: Element | null) => {
    event.preventDefault()
    go(url, pageKey(url) === shown() ? 'replace' : 'push', from)
  }
  document.addEventListener('click', (event) => {
    const link = linkOf(event)
    const url = link && isPlainClick(event) ? linkTarget(link, here(), language) : null
    if (url) follow(event, url, link)
  })
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    const form = event.target as HTMLFormElement
    const url = formTarget(form, event.submitter, here())
    if (url) follow(event, url, event.submitter ?? form)
    else leave()
  })
  window.addEventListener('popstate', () => {
    if (pageKey(here()) !== shown()) go(here(), 'pop', null)
  })
}

const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

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
