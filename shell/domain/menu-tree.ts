import { NAVIGATION_DEPTH } from '@tessera/shared/config'
import type { Node } from '@tessera/shared/content'

/**
 * The tree as menus show it: nodes that are in the menu, each with what a link needs. A site's tree also holds every
 * news item; the state of a page does not.
 */
export function menuTree(
  { id, parentId, path, slug, displayName, language, includeInMenu, children }: Node,
  levels: number = NAVIGATION_DEPTH,
): Node {
  const below = levels > 0 ? (children ?? []) : []
  const shown = below.filter(isInMenu).map((child) => menuTree(child, levels - 1))
  return {
    id,
    ...(parentId ? { parentId } : {}),
    path,
    slug,
    displayName,
    language,
    includeInMenu,
    ...(shown.length > 0 ? { children: shown } : {}),
  }
}

/** The platform does not filter by this mark: its client drops the option, so it is the front end's to obey. */
export const isInMenu = ({ includeInMenu }: Node): boolean => includeInMenu !== false
