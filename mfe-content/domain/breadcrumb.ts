import { sitePath, titleOf, type Node } from '@tessera/shared/content'
import type { RouteState } from '@tessera/shared/contract'
import type { LinkModel } from './page-model.ts'

/** A node's name in menus: its display name, else its entry's title, else its slug. */
export const nodeTitle = (node: Node): string =>
  node.displayName?.trim() || (node.entry && titleOf(node.entry)) || node.slug || node.path

/** A node as a link. */
export const nodeLink = (node: Node): LinkModel => ({ title: nodeTitle(node), href: sitePath(node.path) })

/** The way down to the page, root first, the page itself last. Empty on the home page, which is at its own root. */
export function breadcrumb(route: RouteState, pageTitle: string): readonly LinkModel[] {
  const ancestors = route.currentNodeAncestors.map(nodeLink)
  if (ancestors.length === 0) return []
  return [
    ...ancestors,
    { title: route.currentNode ? nodeTitle(route.currentNode) : pageTitle, href: route.currentPath },
  ]
}
