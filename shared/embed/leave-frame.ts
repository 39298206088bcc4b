import { isFramed, type EmbedContext } from './mount-embed.ts'

/** The link that a click follows; null for clicks with a modifier key, and for those that were handled already. */
export function clickedLink(event: Event): Element | null {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent
  if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
  // Not `instanceof`: an embed may be in the document of another window.
  return (event.composedPath()[0] as Element).closest('a[href]')
}

/** Where a link of HTML or SVG leads; null if that is no address. */
export function linkUrl(link: Element): URL | null {
  const href = link.getAttribute('href') ?? ''
  return URL.canParse(href, link.baseURI) ? new URL(href, link.baseURI) : null
}

/** Id of the element of its own page that a link leads to; undefined for a link to another page. */
export const idInPage = (link: Element): string | undefined =>
  /^#(.*)/.exec(link.getAttribute('href') ?? '')?.[1]

/** Goes to a page in the whole window; in a new one if the embed is in a frame whose sandbox keeps it from that. */
export function leaveFrame(url: string): void {
  try {
    if (open(url, '_top')) return
  } catch {
    // A sandbox that forbids it: null in Chromium, an exception by the HTML standard.
  }
  open(url, '_blank', 'noopener')
}

/** Goes to a page of the site, unless a listener of the event `redirect` prevents that. */
export function leave({ emit }: Pick<EmbedContext, 'emit'>, url: string): void {
  if (emit('redirect', { url }, true)) leaveFrame(url)
}

/** In a frame, opens the links of an embed in the whole window, unless another listener handles them. */
export function leaveFrameByLinks(root: ShadowRoot, signal: AbortSignal): void {
  if (!isFramed(root)) return
  // On the host, and so after all listeners of the shadow tree.
  root.host.addEventListener(
    'click',
    (event) => {
      const link = clickedLink(event)
      if (!link || link.getRootNode() !== root || link.hasAttribute('target')) return
      const url = linkUrl(link)
      if (idInPage(link) !== undefined || !url?.protocol.startsWith('http')) return
      event.preventDefault()
      leaveFrame(url.href)
    },
    { signal },
  )
}
