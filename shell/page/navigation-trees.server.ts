import { NAVIGATION_DEPTH, type SiteConfig } from '@tessera/shared/config'
import type { Node, VersionStatus } from '@tessera/shared/content'
import { toAppError, type AppError, type ContentClient } from '@tessera/shared/contract'
import { menuTree } from './relatives.ts'
import type { RouteIo, SiteTree } from './route.ts'

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
  const placesOf = (root: Node): ReadonlyMap<string, string> => remembered(places, root, placesIn)
  return {
    menuOf: (root) => remembered(menus, root, (tree) => menuTree(tree, (id) => placesOf(tree).get(id))),
    depthIn: (language, wanted) =>
      now() < (lessUntil.get(language) ?? -Infinity) ? Math.min(wanted, NAVIGATION_DEPTH) : wanted,
    tooDeep: (language) => void lessUntil.set(language, now() + LESS_FOR_MS),
    pathOf: (root, entryId) => placesOf(root).get(entryId) ?? null,
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

/** The navigation trees of one request, each language asked for once. */
export interface RequestTrees extends Pick<RouteIo, 'tree' | 'pathOfEntry'> {
  /** How the tree of the page's language came out: its root, or the text of its error. */
  readonly outcome: Promise<SiteTree | { readonly error: string }>
}

/** A site may be too large for the tree that is wished for: the menu's levels of it then have to do. */
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

/** The platform refuses it, takes too long over it, or sends more than is read: with less of it that may be otherwise. */
const isTooMuch = ({ code, status = 0 }: AppError): boolean =>
  code === 'content/bad-answer' || code === 'content/timeout' || status === 400 || status === 413

/** Ask for the navigation tree, beside the route; without it the page has no menu, and says so in its state. */
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
  const outcome = treeIn(language).catch((thrown: unknown) => ({ error: toAppError(thrown).message }))
  return {
    outcome,
    tree: outcome.then((one) => ('root' in one ? one : null)),
    async pathOfEntry(entryId, code) {
      // Trees of drafts are not kept: the one node is then the smaller answer.
      const tree = versionStatus === 'published' ? await treeIn(code).catch(() => null) : null
      const path = tree && trees.pathOf(tree.root, entryId)
      if (path) return path
      // A page whose translation cannot be found lacks the link to it, nothing else.
      const node = await client.nodeOfEntry(entryId, { language: code }).catch(() => null)
      return node?.path ?? null
    },
  }
}
