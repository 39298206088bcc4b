/** Open menus that cover the page. Those inside the panel of small screens are not included: they stay open. */
const openMenus = (root: Document): readonly HTMLDetailsElement[] =>
  [...root.querySelectorAll<HTMLDetailsElement>('header details[open]')].filter(
    (menu) => !menu.closest('[popover]')?.matches(':is(:popover-open)'),
  )

/** Close the panel of small screens, which covers the whole page. */
function closeSheet(root: Document): void {
  const sheet = root.getElementById('menu')
  if (sheet?.matches('[popover]:is(:popover-open)')) sheet.hidePopover()
}

/**
 * Close menus of the header on Escape, which returns the focus to the control that opened them, and on a click or focus
 * elsewhere; the panel of small screens on a focus elsewhere, which would be behind it. Without JavaScript a menu is closed by its
 * control, or by opening another menu.
 */
export function closeMenusOutside(root: Document): void {
  const closeOthers = ({ target }: Event) => {
    for (const menu of openMenus(root)) if (!menu.contains(target as Node | null)) menu.open = false
  }
  root.addEventListener('click', closeOthers)
  root.addEventListener('focusin', closeOthers)
  root.addEventListener('focusin', ({ target }) => {
    if (!root.getElementById('menu')?.contains(target as Node | null)) closeSheet(root)
  })
  root.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    for (const menu of openMenus(root)) {
      const hadFocus = root.activeElement === root.body || menu.contains(root.activeElement)
      menu.open = false
      if (hadFocus) menu.querySelector('summary')?.focus()
    }
  })
}

/** Close the menus of the header, the panel of small screens included, when another page is shown. */
export function closeMenus(root: Document): void {
  closeSheet(root)
  for (const unfolded of root.querySelectorAll('header details[open]')) unfolded.removeAttribute('open')
}

/** A menu that takes longer is given up: the page is readable without it. */
const DEADLINE_MS = 8_000
const SLOT = '[data-slot="header-user"]'

/** Whether the header has a sign-in link, as on every public page from a cache. */
export const offersSignIn = (root: Document): boolean =>
  root.querySelector(`${SLOT} [data-return-here]`) !== null

/**
 * The header's account menu for the current user, as the server renders it for a page. Rejects when it cannot be loaded.
 * XMLHttpRequest parses the response as a document without running scripts, and needs no Trusted Types policy that turns text
 * into markup.
 */
export const fetchMenu = (path: string): Promise<Document> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', `/api/session/menu?path=${encodeURIComponent(path)}`)
    request.responseType = 'document'
    request.timeout = DEADLINE_MS
    request.onloadend = () => {
      const answer = request.response as Document | null
      if (request.status === 200 && answer) resolve(answer)
      else reject(new Error(`No account menu: ${request.status}`))
    }
    request.send()
  })

/** Put a fetched menu into the page, with style sheets that the page lacks; an open menu stays open, and focus stays in it. */
export function showMenu(answer: Document, root: Document): void {
  const slot = root.querySelector<HTMLElement>(SLOT)
  const found = answer.querySelector(SLOT)
  if (!slot || !found) return
  const known = new Set(hrefs(root))
  for (const link of sheets(answer))
    if (!known.has(link.getAttribute('href'))) root.head.append(root.importNode(link, true))
  const hadFocus = slot.contains(root.activeElement)
  const wasOpen = slot.querySelector('details')?.open === true
  slot.replaceChildren(...root.importNode(found, true).childNodes)
  if (wasOpen) slot.querySelector('details')?.setAttribute('open', '')
  if (hadFocus) slot.querySelector<HTMLElement>('a, summary')?.focus()
}

const sheets = (page: Document): readonly HTMLLinkElement[] => [
  ...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'),
]

const hrefs = (page: Document): readonly (string | null)[] =>
  sheets(page).map((link) => link.getAttribute('href'))
