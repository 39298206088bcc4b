import type { Node } from '@tessera/shared/content'

/** What a loaded tree tells of a node's relatives; null for what it does not tell. */
export interface TreeFamily {
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
