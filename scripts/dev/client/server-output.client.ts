/**
 * Show the server's current output for the open page, in every slot that still has the server's markup. Slots that are
 * hydrated are left alone, wherever they are: they were updated in place, and hold the visitor's state.
 */
export async function showServerOutput(page: Document): Promise<void> {
  const { href } = page.location
  const fresh = await fetchDocument(href)
  // The visitor has navigated meanwhile, so the answer is for another page.
  if (page.location.href !== href) return showServerOutput(page)
  page.title = fresh.title
  const pairs = slotsBelow(page.body).map((slot) => [slot, fresh.querySelector(selectorOf(slot))] as const)
  for (const [slot, next] of pairs) {
    if (next && !isMounted(slot) && ownMarkup(slot) !== ownMarkup(next)) replaceMarkup(slot, next)
  }
}

/** Calls of `work`: one at a time, and once more if asked for meanwhile, so that no older answer comes after a newer one. */
export function oneAtATime(work: () => Promise<unknown>): () => void {
  let isDue = false
  let running: Promise<void> | null = null
  const run = async () => {
    while (isDue) {
      isDue = false
      await work()
    }
    running = null
  }
  return () => {
    isDue = true
    running ??= run()
  }
}

/** Reload the style sheets that no running remote updates itself. */
export function reloadStyles(page: Document): void {
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][href^="/_dev/"]')) {
    const { pathname } = new URL(link.href)
    const [, , app = ''] = pathname.split('/')
    if (Object.hasOwn(globalThis, app.replaceAll('-', '_'))) continue
    const next = link.cloneNode() as HTMLLinkElement
    next.href = `${pathname}?at=${Date.now()}`
    next.addEventListener('load', () => link.remove())
    link.after(next)
  }
}

/** XMLHttpRequest parses HTML itself, while the page's Trusted Types forbid scripts to do it. */
function fetchDocument(url: string): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.responseType = 'document'
    request.onload = () =>
      request.responseXML ? resolve(request.responseXML) : reject(new Error(`No document at ${url}`))
    request.onerror = () => reject(new Error(`${url} cannot be fetched`))
    request.send()
  })
}

const slotsBelow = (element: Element): readonly HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>('[data-slot]'),
]

const selectorOf = (slot: HTMLElement): string => `[data-slot="${CSS.escape(slot.dataset['slot'] ?? '')}"]`

/** Whether a slot is hydrated: its React root is its element, or a child that is no slot of its own. */
const isMounted = (slot: Element): boolean =>
  [slot, ...[...slot.children].filter((child) => !child.hasAttribute('data-slot'))].some(hasRoot)

/** True as soon as React takes an element, which is before shared/spa reports that it is mounted. */
const hasRoot = (element: Element): boolean =>
  Object.entries(element).some(([key, root]) => key.startsWith('__reactContainer$') && root !== null)

/** The markup of a slot without that of the slots inside it. */
function ownMarkup(slot: Element): string {
  const copy = slot.cloneNode(true) as Element
  for (const inner of slotsBelow(copy)) inner.replaceChildren()
  return copy.innerHTML
}

/** Inner slots keep their elements: some are hydrated, others are observed until they become visible. */
function replaceMarkup(slot: HTMLElement, next: Element): void {
  for (const inner of slotsBelow(next)) {
    const known = slot.querySelector(selectorOf(inner))
    if (known) inner.replaceWith(known)
  }
  slot.replaceChildren(...next.childNodes)
}
