import type { Node } from '@tessera/shared/content'
import { menuTree } from '../domain/menu-tree.ts'

/** What is made of navigation trees: once for each, since one that came out of the answer cache is the same object. */
export interface SiteTrees {
  /** The tree as menus show it. */
  menuOf(root: Node): Node
  /** Where a tree has an entry, its canonical place first; null when it has not, or not so deep. */
  pathOf(root: Node, entryId: string): string | null
}

/** Nothing is kept of a tree longer than the tree itself. */
export function createSiteTrees(): SiteTrees {
  const menus = new WeakMap<Node, Node>()
  const places = new WeakMap<Node, ReadonlyMap<string, string>>()
  return {
    menuOf: (root) => remembered(menus, root, (tree) => menuTree(tree)),
    pathOf: (root, entryId) => remembered(places, root, placesIn).get(entryId) ?? null,
  }
}

function remembered<T>(known: WeakMap<Node, T>, root: Node, make: (root: Node) => T): T {
  const before = known.get(root)
  if (before !== undefined) return before
  const made = make(root)
  known.set(root, made)
  return made
}

function placesIn(root: Node): ReadonlyMap<string, string> {
  const places = new Map<string, string>()
  const visit = ({ entry, path, isCanonical, children }: Node): void => {
    const id = entry?.sys.id
    if (id !== undefined && (isCanonical || !places.has(id))) places.set(id, path)
    children?.forEach(visit)
  }
  visit(root)
  return places
}
