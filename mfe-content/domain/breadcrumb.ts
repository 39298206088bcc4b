import { foreignLanguage, sitePath, titleOf, type Node } from '@tessera/shared/content'
import type { RouteState } from '@tessera/shared/contract'
import type { LinkModel } from './page-model.ts'

/** A node's name in menus: its display name, else its entry's title, else its slug. */
const nodeTitle = (node: Node): string =>
  node.displayName?.trim() || (node.entry && titleOf(node.entry)) || node.slug || node.path

/** The section whose menu links to a page that is not in the main menu itself. */
const sectionOf = (place: Node | null | undefined, menu: Node | null): Node | undefined =>
  place?.includeInMenu === false
    ? menu?.children?.find(({ children = [] }) =>
        children.some(({ canonicalPath }) => canonicalPath === place.path),
      )
    : undefined

/**
 * A node as a link on the page of another. The platform gives an ancestor that has no page in the language of the page in a language
 * that it has one in, which the link then states.
 */
export const nodeLink = (node: Node, own: Node | null = null): LinkModel => ({
  title: nodeTitle(node),
  href: sitePath(node.path),
  ...foreignLanguage({ sys: node }, own?.language),
})

/**
 * The breadcrumb of a page: root first, the page itself last; empty on the home page. A page directly below the root that is not in the
 * menu is shown below the section whose menu links to it. @param menu the tree of the main menu
 */
export function breadcrumb(
  route: RouteState,
  pageTitle: string,
  menu: Node | null = null,
): readonly LinkModel[] {
  const [root, ...ancestors] = route.currentNodeAncestors
  if (!root) return []
  const section = sectionOf(ancestors[0] ?? route.currentNode, menu)
  return [
    ...[root, ...(section ? [section] : []), ...ancestors].map((node) => nodeLink(node, route.currentNode)),
    { title: route.currentNode ? nodeTitle(route.currentNode) : pageTitle, href: route.currentPath },
  ]
}
