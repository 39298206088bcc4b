import { NAVIGATION_DEPTH, type SiteConfig } from '@tessera/shared/config'
import type { Node, VersionStatus } from '@tessera/shared/content'
import { toAppError, type AppError, type ContentClient } from '@tessera/shared/contract'
import { menuTree } from './relatives.ts'
import type { RouteIo, SiteTree } from './route.ts'

/** Data derived from navigation trees, once for each tree: a tree from the answer cache is always the same object. */
export interface SiteTrees {
  /** The tree as menus show it. */
  menuOf(root: Node): Node
  /** How many levels to request in a language: `wanted`, or only the menu's levels for a while after that was too much. */
  depthIn(language: string, wanted: number): number
  /** To be called when a tree was too large to load: fewer levels are requested for a while. */
  tooDeep(language: string): void
  /** The path of an entry in a tree, preferably its canonical one; null when the tree does not contain the entry. */
  pathOf(root: Node, entryId: string): string | null
}

/** How long only the menu's levels are requested of a tree that was too large. */
const SHALLOW_FOR_MS = 60_000

/** Create the cache of derived data, which is kept no longer than the tree itself. */
export function createSiteTrees(now: () => number = () => performance.now()): SiteTrees {
  const lessUntil = new Map<string, number>()
  const menus = new WeakMap<Node, Node>()
  const paths = new WeakMap<Node, ReadonlyMap<string, string>>()
  const pathsOf = (root: Node): ReadonlyMap<string, string> => memoized(paths, root, pathsIn)
  return {
    menuOf: (root) => memoized(menus, root, (tree) => menuTree(tree, (id) => pathsOf(tree).get(id))),
    depthIn: (language, wanted) =>
      now() < (lessUntil.get(language) ?? -Infinity) ? Math.min(wanted, NAVIGATION_DEPTH) : wanted,
    tooDeep: (language) => void lessUntil.set(language, now() + SHALLOW_FOR_MS),
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

/** Load a tree. When the site is too large for the wanted depth, only the menu's levels are loaded. */
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
    if (depth <= NAVIGATION_DEPTH || !isTooMuch(toAppError(thrown))) throw thrown
    trees.tooDeep(language)
    return { root: await client.rootNode({ depth: NAVIGATION_DEPTH, language }), depth: NAVIGATION_DEPTH }
  }
}

/** Whether a smaller tree may succeed: the platform refused this one, took too long, or sent a larger answer than is read. */
const isTooMuch = ({ code, status = 0 }: AppError): boolean =>
  code === 'content/bad-answer' || code === 'content/timeout' || status === 400 || status === 413

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
