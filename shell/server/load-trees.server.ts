import { NAVIGATION_DEPTH } from '@tessera/shared/config'
import type { SiteConfig } from '@tessera/shared/config'
import type { VersionStatus } from '@tessera/shared/content'
import { toAppError, type AppError, type ContentClient } from '@tessera/shared/contract'
import type { RouteIo, SiteTree } from '../state/route-request.ts'
import type { SiteTrees } from './site-trees.server.ts'

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
