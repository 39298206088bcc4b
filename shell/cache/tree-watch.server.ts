import { hash } from 'node:crypto'

/** An answer that is a navigation tree. */
export interface TreeAnswer {
  /** As it was called: other depths and languages are other trees. */
  readonly url: string
  readonly data: unknown
}

/**
 * Watches what pages show of the navigation tree. The tree's own keys, one for every node, would be most of every page's
 * keys and drop every page whenever any page of the menu is edited. Instead a page has one key for its tree, and that
 * key is dropped when the tree looks different.
 */
export interface TreeWatch {
  /** The surrogate key of a tree that a page shows; drops that key when the tree has another look than before. */
  keyOf(tree: TreeAnswer): string
  /** The same after a change of content: a tree not seen before counts as changed, since caches in front may know it. */
  lookAgain(tree: TreeAnswer): string
  /** The keys of all trees seen, but for these: what a change has to drop that cannot be looked at again. */
  keysBut(seen: ReadonlySet<string>): readonly string[]
}

interface Options {
  readonly alias: string
  /** Told of the key of a tree that looks different. */
  readonly onChange: (key: string) => void
}

/** Trees that differ by their calls: a few depths in a few languages. */
const MAX_TREES = 1_000

/** Nothing seen yet. */
export function createTreeWatch({ alias, onChange }: Options): TreeWatch {
  const looks = new Map<string, string>()
  const lookByData = new WeakMap<object, string>()
  const lookOf = (data: unknown): string => {
    if (typeof data !== 'object' || data === null) return ''
    const look = lookByData.get(data) ?? hash('sha256', treeLook(data), 'base64url')
    lookByData.set(data, look)
    return look
  }
  const see = ({ url, data }: TreeAnswer, isUnseenChanged: boolean): string => {
    const key = treeKey(alias, url)
    const look = lookOf(data)
    const before = looks.get(key)
    if (looks.size >= MAX_TREES && before === undefined) looks.clear()
    looks.set(key, look)
    if (before === undefined ? isUnseenChanged : before !== look) onChange(key)
    return key
  }
  return {
    keyOf: (tree) => see(tree, false),
    lookAgain: (tree) => see(tree, true),
    keysBut: (seen) => [...looks.keys()].filter((key) => !seen.has(key)),
  }
}

/** Without the platform's address: several shells may reach it by several. */
const treeKey = (alias: string, url: string): string =>
  `${alias}_tree_${hash('sha256', url.replace(/^https?:\/\/[^/]+/, ''), 'base64url')
    .replace(/[-_]/g, '')
    .slice(0, 10)}`

/**
 * What can be seen of a tree: what stands in the menu, and what other nodes hang below, since it is in their breadcrumbs.
 * A news item that is neither changes no other page when it comes or goes.
 */
function treeLook(root: object): string {
  const parts: unknown[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { id, path, displayName, slug, includeInMenu, childCount, children } = node as Record<
      string,
      unknown
    >
    const below = Array.isArray(children) ? children : []
    const hasChildren = below.length > 0 || (typeof childCount === 'number' && childCount > 0)
    if (includeInMenu !== false || hasChildren) parts.push([id, path, displayName, slug, includeInMenu])
    below.forEach(visit)
  }
  visit(root)
  return JSON.stringify(parts)
}
