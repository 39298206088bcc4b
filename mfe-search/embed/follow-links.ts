import { clickedLink, idInPage, linkUrl } from '@tessera/shared/embed'
import type { Navigation } from './navigation.ts'

interface FollowParts {
  readonly root: ShadowRoot
  /** Element that the search is rendered in. */
  readonly box: HTMLElement
  /** Live region of the embed. */
  readonly status: HTMLElement
  readonly nav: Navigation
  readonly signal: AbortSignal
}

/**
 * Follows links and forms of the search within the embed; all others are left to the browser. The returned function does the same for a
 * URL, and tells whether it belongs to the search.
 */
export function followLinks({ root, box, status, nav, signal }: FollowParts): (url: URL) => boolean {
  const follow = (url: URL, from: Element | null = root.activeElement): boolean => {
    if (!nav.owns(url)) return false
    const toTop = from !== null && from.closest('[data-scroll="top"]') !== null
    const name = selectorOf(from)
    void nav.go(url).then((announcement) => {
      if (announcement === null) return
      // The store has changed, and React renders the change in the same frame.
      requestAnimationFrame(() => {
        keepFocus(root, box, { from, name, toTop })
        status.textContent = announcement
      })
    })
    return true
  }
  root.addEventListener(
    'click',
    (event) => {
      const link = clickedLink(event)
      if (!link) return
      // The browser would look for it in the host's document, and change the host's address.
      const id = idInPage(link)
      if (id !== undefined) showTarget(root, id)
      else {
        const url = linkUrl(link)
        if (!url || !follow(url, link)) return
      }
      event.preventDefault()
    },
    { signal },
  )
  root.addEventListener(
    'submit',
    (event) => {
      if (event.defaultPrevented) return
      const form = event.target as HTMLFormElement
      const { submitter } = event as SubmitEvent
      if (follow(addressOf(form), submitter ?? form)) event.preventDefault()
    },
    { signal },
  )
  return follow
}

/** Scrolls to an element of the embed, and continues the tab order there, as a browser does in a document. */
function showTarget(root: ShadowRoot, id: string): void {
  const target = root.getElementById(id)
  if (!target) return
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  target.focus({ preventScroll: true })
  target.scrollIntoView({ behavior: 'instant' })
}

/** The URL that a browser would make of a GET form, without empty fields. */
function addressOf(form: HTMLFormElement): URL {
  const url = new URL(form.getAttribute('action') ?? '', form.baseURI)
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)])
  url.search = new URLSearchParams(fields.filter(([, value]) => value !== '')).toString()
  return url
}

/** Selector that finds a control again after it was rendered anew; null if it cannot be told from others. */
function selectorOf(element: Element | null): string | null {
  if (!element) return null
  const { id } = element
  const key = element.getAttribute('data-focus-key')
  if (id) return `[id=${JSON.stringify(id)}]`
  return key === null ? null : `[data-focus-key=${JSON.stringify(key)}]`
}

/** Keeps the focus on the control that was used, or moves it to its successor. A new page of results is shown from its start. */
function keepFocus(
  root: ShadowRoot,
  box: HTMLElement,
  {
    from,
    name,
    toTop,
  }: { readonly from: Element | null; readonly name: string | null; readonly toTop: boolean },
): void {
  const find = (selector: string) => box.querySelector<HTMLElement>(selector)
  if (toTop) {
    find('[data-focus-fallback]')?.focus({ preventScroll: true })
    find('[data-scroll-target]')?.scrollIntoView({ behavior: 'instant', block: 'start' })
    return
  }
  // The control is still there, or the visitor has moved the focus elsewhere.
  const { activeElement, body } = root.ownerDocument
  if (from?.isConnected || root.activeElement || (activeElement !== body && activeElement !== root.host))
    return
  const successor = (name === null ? null : find(name)) ?? find('[data-focus-fallback]')
  successor?.focus({ preventScroll: true })
}
