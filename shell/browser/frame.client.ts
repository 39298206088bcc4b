import type { PageState } from '@tessera/shared/contract'
import { languageName, messages } from '../messages.ts'
import { updatePreviewBar } from './preview-bar.client.ts'

/** Make the frame fit the page on the screen: current links, languages, the search box, closed menus, the way back from signing in. */
export function updateFrame(url: URL, page: PageState): void {
  markCurrentLinks(url.pathname)
  closeMenu()
  comeBackHere(url)
  updateLanguages(page)
  if (page.preview) updatePreviewBar(page.preview)
  const field = document.querySelector<HTMLInputElement>('header form[role="search"] input[type="search"]')
  if (field) field.value = url.searchParams.get('term') ?? ''
}

/** `page` for the page itself, `true` for the section that it lies in, as the server writes them (shell/document/menu.ts). */
function markCurrentLinks(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a[href]')) {
    if (link.hreflang) continue
    const isSection = link.closest('#menu') !== null && path.startsWith(`${link.pathname}/`)
    const current = link.pathname === path ? 'page' : isSection ? 'true' : null
    if (current) link.setAttribute('aria-current', current)
    else link.removeAttribute('aria-current')
  }
}

function closeMenu(): void {
  const menu = document.getElementById('menu')
  if (menu?.matches('[popover]:popover-open')) menu.hidePopover()
  for (const unfolded of document.querySelectorAll('header details[open]')) unfolded.removeAttribute('open')
}

/** A link that leads to the sign-in page comes back to the page it stands on, but never to a page of accounts. */
function comeBackHere({ pathname, search }: URL): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('header a[data-return-here]')) {
    const target = new URL(link.href)
    if (pathname.startsWith(target.pathname.replace(/[^/]*$/, ''))) continue
    target.searchParams.set('redirect_uri', `${pathname}${search}`)
    link.href = `${target.pathname}${target.search}`
  }
}

/** The same page in other languages, as the server lists it (shell/document/frame.ts). */
function updateLanguages({ head, languages = head.alternates }: PageState): void {
  const { language } = head
  const others = languages.filter((other) => other.language !== language)
  const known = document.querySelector<HTMLElement>('.f-langs')
  if (others.length === 0) return known?.remove()
  const list = known ?? document.createElement('nav')
  list.className = 'f-langs'
  list.ariaLabel = messages(language).languages
  list.replaceChildren(
    ...others.map((other) => {
      const link = document.createElement('a')
      link.href = other.path
      link.hreflang = link.lang = other.language
      link.textContent = languageName(other.language)
      return link
    }),
  )
  if (!known) document.querySelector('.f-tools')?.prepend(list)
}
