import { NAVIGATION_DEPTH, type SiteConfig } from '@tessera/shared/config'
import type { Node, VersionStatus } from '@tessera/shared/content'
import { toAppError, type AppError, type ContentClient } from '@tessera/shared/contract'
import { menuTree } from './relatives.ts'
import type { RouteIo, SiteTree } from './route.ts'

/** Data derived from navigation trees, once for each tree: a tree from the answer cache is always the same object. */
export interface SiteTrees {
  /** The tree as menus show it. */
  menuOf(root: Node): Node
  /** How many levels to request in a language: `wanted`, or fewer for a while after that was too much. */
  depthIn(language: string, wanted: number): number
  /** To be called when a tree was too large to load: at most `depth` levels are requested for a while. */
  tooDeep(language: string, depth: number): void
  /** The path of an entry in a tree, preferably its canonical one; null when the tree does not contain the entry. */
  pathOf(root: Node, entryId: string): string | null
}

/** How long fewer levels are requested of a tree that was too large. */
const SHALLOW_FOR_MS = 60_000

/** Create the cache of derived data, which is kept no longer than the tree itself. */
export function createSiteTrees(now: () => number = () => performance.now()): SiteTrees {
  const less = new Map<string, { readonly until: number; readonly depth: number }>()
  const menus = new WeakMap<Node, Node>()
  const paths = new WeakMap<Node, ReadonlyMap<string, string>>()
  const pathsOf = (root: Node): ReadonlyMap<string, string> => memoized(paths, root, pathsIn)
  return {
    menuOf: (root) => memoized(menus, root, (tree) => menuTree(tree, (id) => pathsOf(tree).get(id))),
    depthIn(language, wanted) {
      const { until = -Infinity, depth = wanted } = less.get(language) ?? {}
      return now() < until ? Math.min(wanted, depth) : wanted
    },
    tooDeep: (language, depth) => void less.set(language, { until: now() + SHALLOW_FOR_MS, depth }),
    pathOf: (root, entryId) => pathsOf(root).get(entryId) ?? null,
  }
}

function memoized<T>(known: WeakMap<Node, T>, root: Node, make: (root: Node) => T): T {
  const before = known.get(root)
  if (before !== undefined) return before
  const made = make(root)
  known.set(root, made)
  return made
}

function pathsIn(root: Node): ReadonlyMap<string, string> {
  const paths = new Map<string, string>()
  const visit = ({ entry, path, isCanonical, children }: Node): void => {
    const id = entry?.sys.id
    if (id !== undefined && (isCanonical || !paths.has(id))) paths.set(id, path)
    children?.forEach(visit)
  }
  visit(root)
  return paths
}

/** The navigation trees of one request, each language requested once. */
export interface RequestTrees extends Pick<RouteIo, 'tree' | 'pathOfEntry'> {
  /** The tree of the page's language, or its error. */
  readonly outcome: Promise<SiteTree | { readonly error: AppError }>
}

/** Load a tree. When the site is too large for the wanted depth, only the menu's levels are loaded, or the first of them. */
async function loadTree(
  client: ContentClient,
  trees: SiteTrees,
  language: string,
  wanted: number,
): Promise<SiteTree> {
  const depth = trees.depthIn(language, wanted)
  try {
    return { root: await client.rootNode({ depth, language }), depth }
  } catch (thrown) {
    const less = lessThan(depth, toAppError(thrown))
    if (less === null) throw thrown
    trees.tooDeep(language, less)
    return loadTree(client, trees, language, less)
  }
}

/**
 * How many levels may succeed where more have failed: the platform refused these, took too long, or sent a larger answer than is read.
 * Null where fewer would not help. A menu loses its second level only for its size, since what was late may be in time again.
 */
function lessThan(depth: number, { code, status = 0, details }: AppError): number | null {
  const isTooLarge = status === 400 || status === 413 || details['isTooLarge'] === true
  const isTooMuch = isTooLarge || code === 'content/bad-answer' || code === 'content/timeout'
  if (depth > NAVIGATION_DEPTH && isTooMuch) return NAVIGATION_DEPTH
  return depth > 1 && isTooLarge ? 1 : null
}

/** Request the navigation tree, in parallel to the route; without it the page has no menu, and an error in its state. */
export function loadTrees(
  { client, versionStatus }: { readonly client: ContentClient; readonly versionStatus: VersionStatus },
  { config, trees }: { readonly config: Pick<SiteConfig, 'limits'>; readonly trees: SiteTrees },
  language: string,
): RequestTrees {
  const asked = new Map<string, Promise<SiteTree>>()
  const treeIn = (code: string): Promise<SiteTree> => {
    const tree = asked.get(code) ?? loadTree(client, trees, code, config.limits.navigationDepth)
    asked.set(code, tree)
    return tree
  }
  const outcome = treeIn(language).catch((thrown: unknown) => ({ error: toAppError(thrown) }))
  return {
    outcome,
    tree: outcome.then((one) => ('root' in one ? one : null)),
    async pathOfEntry(entryId, code) {
      // Trees of drafts are not cached: the node alone is then the smaller answer.
      const tree = versionStatus === 'published' ? await treeIn(code).catch(() => null) : null
      const path = tree && trees.pathOf(tree.root, entryId)
      if (path) return path
      const node = await client.nodeOfEntry(entryId, { language: code }).catch((thrown: unknown) => {
        const { status } = toAppError(thrown)
        if (status === 401 || status === 403) return null
        throw thrown
      })
      return node?.path ?? null
    },
  }
}
