import type { Node } from '@tessera/shared/content'
import type { ShellMessages } from '../messages/index.ts'
import { html, type Html } from './html.ts'
import { safePath } from './html.ts'

/**
 * The main menu from the tree's first two levels: a row of links whose second level unfolds (`details`), and on small
 * screens a panel that a button opens (`popover`). Both work by keyboard and without script. Null without pages to show.
 */
export function renderMenu(root: Node | null, currentPath: string, words: ShellMessages): Html | null {
  const sections = shown(root)
  if (sections.length === 0) return null
  return html`<nav class="f-menu" id="menu" popover aria-label="${words.mainMenu}">
    <button class="f-close" type="button" popovertarget="menu" popovertargetaction="hide">
      ${words.closeMenu}
    </button>
    <ul class="wrap">
      ${sections.map((node) => sectionFor(node, currentPath, words))}
    </ul>
  </nav>`
}

const shown = (node: Node | null): readonly Node[] =>
  (node?.children ?? []).filter((child) => child.includeInMenu !== false)

/** Sections as every page shows them that lies in another one: most of the menu of most pages. They go with their tree. */
const elsewhere = new WeakMap<ShellMessages, WeakMap<Node, Html>>()

function sectionFor(node: Node, currentPath: string, words: ShellMessages): Html {
  const isElsewhere = [node, ...shown(node)].every(({ path }) => !isOn(path, currentPath))
  if (!isElsewhere) return renderSection(node, currentPath, words)
  const known = elsewhere.get(words) ?? new WeakMap<Node, Html>()
  elsewhere.set(words, known)
  const section = known.get(node) ?? renderSection(node, currentPath, words)
  known.set(node, section)
  return section
}

function renderSection(node: Node, currentPath: string, words: ShellMessages): Html {
  const pages = shown(node)
  const unfold =
    pages.length > 0 &&
    html`<details name="menu">
      <summary><span class="visually-hidden">${words.pagesIn(titleOf(node))}</span></summary>
      <ul>
        ${pages.map((page) => html`<li>${renderLink(page, currentPath)}</li>`)}
      </ul>
    </details>`
  return html`<li>${renderLink(node, currentPath)}${unfold}</li>`
}

const renderLink = (node: Node, currentPath: string): Html =>
  html`<a href="${safePath(node.path)}" ${currentness(node.path, currentPath)}>${titleOf(node)}</a>`

/** `page` for the page itself, `true` for the section it lies in. */
function currentness(path: string, currentPath: string): Html | null {
  if (path === currentPath) return html`aria-current="page"`
  return isOn(path, currentPath) ? html`aria-current="true"` : null
}

const isOn = (path: string, currentPath: string): boolean =>
  path === currentPath || currentPath.startsWith(`${path}/`)

const titleOf = (node: Node): string => node.displayName || node.slug || node.path
