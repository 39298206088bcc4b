import { NAVIGATION_DEPTH } from '@tessera/shared/config'
import type { Node } from '@tessera/shared/content'
import { menuTree } from '../domain/menu-tree.ts'

/** What is made of navigation trees: once for each, since one that came out of the answer cache is the same object. */
export interface SiteTrees {
  /** The tree as menus show it. */
  menuOf(root: Node): Node
  /** How many levels to ask for in a language: as many as the site wants, or what was enough when that was too much. */
  depthIn(language: string, wanted: number): number
  /** A tree so deep could not be had: ask for less of it for a while. */
  tooDeep(language: string): void
  /** Where a tree has an entry, its canonical place first; null when it has not, or not so deep. */
  pathOf(root: Node, entryId: string): string | null
}

/** How long a tree that was too large is asked for with the menu's levels only. */
const LESS_FOR_MS = 60_000

/** Nothing is kept of a tree longer than the tree itself. */
export function createSiteTrees(now: () => number = () => performance.now()): SiteTrees {
  const lessUntil = new Map<string, number>()
  const menus = new WeakMap<Node, Node>()
  const places = new WeakMap<Node, ReadonlyMap<string, string>>()
  return {
    menuOf: (root) => remembered(menus, root, (tree) => menuTree(tree)),
    depthIn: (language, wanted) =>
      now() < (lessUntil.get(language) ?? -Infinity) ? Math.min(wanted, NAVIGATION_DEPTH) : wanted,
    tooDeep: (language) => void lessUntil.set(language, now() + LESS_FOR_MS),
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
