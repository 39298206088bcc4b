import { toAppError } from '@tessera/shared/contract'
import type { Node } from '@tessera/shared/content'
import type { RouteIo, SiteTree } from '../state/route-request.ts'
import type { PageRequest, ShellContext } from './shell-context.server.ts'

/** The navigation trees of one request, each language asked for once. */
export interface RequestTrees extends Pick<RouteIo, 'tree' | 'pathOfEntry'> {
  /** How the tree of the page's language came out: its root, or the text of its error. */
  readonly outcome: Promise<{ readonly root: Node } | { readonly error: string }>
}

/** Ask for the navigation tree, beside the route; without it the page has no menu, and says so in its state. */
export function loadTrees(
  { client, versionStatus }: PageRequest,
  { config, trees }: Pick<ShellContext, 'config' | 'trees'>,
  language: string,
): RequestTrees {
  const depth = config.limits.navigationDepth
  const asked = new Map<string, Promise<Node>>()
  const treeIn = (code: string): Promise<Node> => {
    const root = asked.get(code) ?? client.rootNode({ depth, language: code })
    asked.set(code, root)
    return root
  }
  const outcome = treeIn(language).then(
    (root) => ({ root }),
    (thrown: unknown) => ({ error: toAppError(thrown).message }),
  )
  return {
    outcome,
    tree: outcome.then((one): SiteTree | null => ('root' in one ? { root: one.root, depth } : null)),
    async pathOfEntry(entryId, code) {
      // Trees of drafts are not kept: the one node is then the smaller answer.
      const root = versionStatus === 'published' ? await treeIn(code).catch(() => null) : null
      const path = root && trees.pathOf(root, entryId)
      if (path) return path
      // A page whose translation cannot be found lacks the link to it, nothing else.
      const node = await client.nodeOfEntry(entryId, { language: code }).catch(() => null)
      return node?.path ?? null
    },
  }
}
