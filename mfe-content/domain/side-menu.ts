import type { Node } from '@tessera/shared/content'
import type { RouteState } from '@tessera/shared/contract'
import { nodeLink } from './breadcrumb.ts'
import type { LinkModel } from './page-model.ts'

/** One page of the section, and below the current one its own pages. */
export interface MenuItem extends LinkModel {
  readonly isCurrent: boolean
  readonly children: readonly LinkModel[]
}

/** The pages beside and below the current page. */
export interface SideMenu {
  /** The page above them. */
  readonly parent: LinkModel | null
  readonly items: readonly MenuItem[]
}

/** The menu of a page's section; null when there is nowhere to go but where one is. */
export function sideMenu(route: RouteState): SideMenu | null {
  const current = route.currentNode
  if (!current) return null
  const children = route.currentNodeChildren.filter(isInMenu).map(nodeLink)
  // Beside the pages of the first level is the whole site, which the header's menu shows already.
  const isFirstLevel = route.currentNodeAncestors.length < 2
  // The platform counts a node among its own siblings; a failed call leaves none, and then it stands alone.
  const family = isFirstLevel
    ? []
    : route.currentNodeSiblings.filter((node) => node.id === current.id || isInMenu(node))
  const siblings = family.some(({ id }) => id === current.id) ? family : [current, ...family]
  if (siblings.length < 2 && children.length === 0) return null
  const parent = route.currentNodeAncestors.at(-1)
  return {
    parent: parent && !isFirstLevel ? nodeLink(parent) : null,
    items: siblings.map((node) => {
      const isCurrent = node.id === current.id
      return { ...nodeLink(node), isCurrent, children: isCurrent ? children : [] }
    }),
  }
}

/** The pages below a landing page. */
export const childPages = (route: RouteState): readonly Node[] => route.currentNodeChildren.filter(isInMenu)

const isInMenu = (node: Node): boolean => node.includeInMenu !== false
