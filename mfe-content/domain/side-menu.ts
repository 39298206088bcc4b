import type { Node } from '@tessera/shared/content'
import type { RouteState } from '@tessera/shared/contract'
import { nodeLink } from './breadcrumb.ts'
import type { LinkModel } from './page-model.ts'

/** One page of the section; the current page with its child pages. */
export interface MenuItem extends LinkModel {
  readonly isCurrent: boolean
  readonly children: readonly LinkModel[]
}

/** The siblings and children of the current page. */
export interface SideMenu {
  /** The parent of the current page. */
  readonly parent: LinkModel | null
  readonly items: readonly MenuItem[]
}

/** The menu of a page's section; null when it would contain only the current page. */
export function sideMenu(route: RouteState): SideMenu | null {
  const current = route.currentNode
  if (!current) return null
  const children = route.currentNodeChildren.filter(isInMenu).map((node) => nodeLink(node, current))
  // The siblings of first-level pages are already in the header's menu.
  const isFirstLevel = route.currentNodeAncestors.length < 2
  // The platform includes a node in its own siblings. After a failed call the list is empty, so the node is added below.
  const family = isFirstLevel
    ? []
    : route.currentNodeSiblings.filter((node) => node.id === current.id || isInMenu(node))
  const siblings = family.some(({ id }) => id === current.id) ? family : [current, ...family]
  if (siblings.length < 2 && children.length === 0) return null
  const parent = route.currentNodeAncestors.at(-1)
  return {
    parent: parent && !isFirstLevel ? nodeLink(parent, current) : null,
    items: siblings.map((node) => {
      const isCurrent = node.id === current.id
      return { ...nodeLink(node, current), isCurrent, children: isCurrent ? children : [] }
    }),
  }
}

/** The child pages of a landing page that are in the menu. */
export const childPages = (route: RouteState): readonly Node[] => route.currentNodeChildren.filter(isInMenu)

const isInMenu = (node: Node): boolean => node.includeInMenu !== false
