import { NAVIGATION_DEPTH } from '@tessera/shared/config'
import type { Node, Entry } from '@tessera/shared/content'

/**
 * The tree as menus show it: nodes that are in the menu, each with the data for a link. A site's tree also holds every
 * news item; the state of a page does not. `canonicalPathOf` gives the canonical path of an entry.
 */
export function menuTree(
  { id, parentId, path, slug, displayName, language, includeInMenu, entry, children }: Node,
  canonicalPathOf: (entryId: string) => string | undefined = () => undefined,
  levels: number = NAVIGATION_DEPTH,
): Node {
  const below = levels > 0 ? (children ?? []) : []
  const shown = below.filter(isInMenu).map((child) => menuTree(child, canonicalPathOf, levels - 1))
  const canonicalPath = entry && canonicalPathOf(entry.sys.id)
  return {
    id,
    ...(parentId ? { parentId } : {}),
    path,
    slug,
    displayName,
    language,
    includeInMenu,
    ...(canonicalPath !== undefined && canonicalPath !== path ? { canonicalPath } : {}),
    ...(shown.length > 0 ? { children: shown } : {}),
  }
}

/** `includeInMenu` is filtered here, since the npm client drops that option and the platform never gets it. */
export const isInMenu = ({ includeInMenu }: Node): boolean => includeInMenu !== false

/** The parts of a relative that the state keeps. */
interface RelativeLimits {
  /** Levels below it. */
  readonly depth: number
  /** Whether the fields of an entry of a content type may be shown; null when no fields were requested. */
  readonly maySee: ((contentTypeId: string) => boolean) | null
}

/** Relatives without fields of entries, by the levels below them: all pages of a section share them, frozen. Kept as long as their tree. */
const withoutFields = new WeakMap<Node, Map<number, Node>>()

/** A relative as the state holds it: with the requested levels, and the requested fields of its entry if the visitor may see them. */
export function relativeNode(node: Node, kept: RelativeLimits): Node {
  if (kept.maySee) return keptOf(node, kept)
  const byDepth = withoutFields.get(node) ?? new Map<number, Node>()
  const relative = byDepth.get(kept.depth) ?? keptOf(node, kept)
  withoutFields.set(node, byDepth.set(kept.depth, relative))
  return relative
}

function keptOf({ children, entry, ...node }: Node, kept: RelativeLimits): Node {
  const below =
    kept.depth > 0 &&
    children?.filter(isInMenu).map((child) => relativeNode(child, { ...kept, depth: kept.depth - 1 }))
  return Object.freeze({
    ...node,
    ...(entry ? { entry: shownEntry(entry, kept.maySee) } : {}),
    ...(below ? { children: Object.freeze(below) } : {}),
  })
}

/** The fields of an entry without a content type are never shown, since no rule can allow them. */
function shownEntry(entry: Entry, maySee: RelativeLimits['maySee']): Entry {
  const { id, contentTypeId } = entry.sys
  if (contentTypeId === undefined) return { sys: { id } }
  return maySee?.(contentTypeId) ? entry : { sys: { id, contentTypeId } }
}

/** The relatives of a node that a loaded tree contains; null where the tree is not deep enough. */
interface TreeFamily {
  readonly ancestors: readonly Node[] | null
  readonly siblings: readonly Node[] | null
  readonly children: readonly Node[] | null
}

const NOTHING: TreeFamily = { ancestors: null, siblings: null, children: null }

/**
 * The relatives of a node, from a tree that was requested with `depth` levels below its root. The tree does not contain the children
 * of its last level; for a node at or below that level the relatives that are missing in the tree are null.
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
