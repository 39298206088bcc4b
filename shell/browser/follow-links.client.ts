import type { NavigationKind } from './activation.ts'
import { formTarget, linkTarget, pageKey } from './link-target.ts'
import { linkOf } from './watch-intent.client.ts'

/** What following links takes. */
interface LinkParts {
  readonly go: (url: URL, kind: NavigationKind) => void
  readonly here: () => URL
  readonly language: string
  /** `pageKey` of the page on the screen. */
  readonly shown: () => string
  /** A form is sent by the browser itself: the document is being left. */
  readonly leave: () => void
}

/** Follow links, search forms and the history in place; whatever else there is stays the browser's. */
export function followLinks({ go, here, language, shown, leave }: LinkParts): void {
  const follow = (event: Event, url: URL) => {
    event.preventDefault()
    go(url, pageKey(url) === shown() ? 'replace' : 'push')
  }
  document.addEventListener('click', (event) => {
    const link = linkOf(event)
    const url = link && isPlainClick(event) ? linkTarget(link, here(), language) : null
    if (url) follow(event, url)
  })
  document.addEventListener('submit', (event) => {
    if (event.defaultPrevented) return
    const url = formTarget(event.target as HTMLFormElement, event.submitter, here())
    if (url) follow(event, url)
    else leave()
  })
  window.addEventListener('popstate', () => {
    if (pageKey(here()) !== shown()) go(here(), 'pop')
  })
}

const isPlainClick = (event: MouseEvent): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
