import { NAVIGATION_DEPTH } from '@tessera/shared/config'
import type { Node, Entry } from '@tessera/shared/content'

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

/** How much of a relative stays. */
interface Kept {
  /** Levels below it. */
  readonly depth: number
  /** Whether the fields of an entry of a content type may be shown; null when no fields were asked for. */
  readonly maySee: ((contentTypeId: string) => boolean) | null
}

/** A relative as the state holds it: as many levels as were asked for, and of its entry what was asked for and may be seen. */
export function relativeNode({ children, entry, ...node }: Node, kept: Kept): Node {
  const below =
    kept.depth > 0 &&
    children?.filter(isInMenu).map((child) => relativeNode(child, { ...kept, depth: kept.depth - 1 }))
  return {
    ...node,
    ...(entry ? { entry: shownEntry(entry, kept.maySee) } : {}),
    ...(below ? { children: below } : {}),
  }
}

/** An entry that does not say its type is nobody's to see: deny by shape. */
function shownEntry(entry: Entry, maySee: Kept['maySee']): Entry {
  const { id, contentTypeId } = entry.sys
  if (contentTypeId === undefined) return { sys: { id } }
  return maySee?.(contentTypeId) ? entry : { sys: { id, contentTypeId } }
}

/** What a loaded tree tells of a node's relatives; null for what it does not tell. */
interface TreeFamily {
  readonly ancestors: readonly Node[] | null
  readonly siblings: readonly Node[] | null
  readonly children: readonly Node[] | null
}

const NOTHING: TreeFamily = { ancestors: null, siblings: null, children: null }

/**
 * The relatives of a node, from a tree that was asked for `depth` levels below its root. Of the nodes of its last level the tree
 * does not hold the children; a node beside or below them is told of as far as it goes.
 */
export function familyInTree(
  tree: { readonly root: Node; readonly depth: number } | null,
  node: Node,
): TreeFamily {
  if (!tree) return NOTHING
  const { root, depth } = tree
  if (root.id === node.id)
    return { ancestors: [], siblings: [root], children: depth > 0 ? (root.children ?? []) : null }
  const ancestors: Node[] = [root]
  for (let parent = root; ;) {
    const level = ancestors.length
    const below = parent.children ?? []
    const own = below.find(({ id }) => id === node.id)
    if (own) return { ancestors, siblings: below, children: level < depth ? (own.children ?? []) : null }
    const next = below.find(({ path }) => node.path.startsWith(`${path}/`))
    if (!next) return isParent(parent, node) ? { ...NOTHING, ancestors } : NOTHING
    ancestors.push(next)
    parent = next
  }
}

const isParent = (parent: Node, { path, parentId }: Node): boolean =>
  parentId ? parentId === parent.id : (path.slice(0, path.lastIndexOf('/')) || '/') === parent.path
