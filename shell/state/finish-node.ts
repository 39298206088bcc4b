import type { Entry, Node } from '@tessera/shared/content'
import type { ContentTypeMapping, StaticRoute } from '@tessera/shared/contract'
import type { Owned } from '../domain/content-mapping.ts'
import type { RouteFacts } from '../domain/route-outcome.ts'
import { loadAlternates } from './load-alternates.ts'
import { loadFamily, NO_FAMILY } from './load-family.ts'
import { loadOwnTree } from './load-own-tree.ts'
import type { Lane, RouteIo, RouteRequest } from './route-request.ts'
import type { MainView, RouteResult } from './route-result.ts'

/** A page whose node and entry are here. Without a node, a preview, it has no family. */
export interface NodePage {
  readonly node: Node | null
  readonly entry: Entry | null
  readonly mapping: Owned<Pick<ContentTypeMapping, 'nodeOptions' | 'entryMapper'>>
  readonly main: MainView
  readonly facts: RouteFacts
  readonly lane: Lane
}

/** What else a page needs, side by side: its relatives, its other languages, its model. */
export async function finishNode(page: NodePage, request: RouteRequest, io: RouteIo): Promise<RouteResult> {
  const { node, entry, mapping, main, facts, lane } = page
  const language = entry?.sys.language ?? node?.language ?? request.language
  const options = mapping.nodeOptions ?? {}
  const family = { options, lane, visitor: request.visitor }
  const relatives = node
    ? io.tree.then((tree) => loadFamily({ ...family, node, tree }, io.table))
    : Promise.resolve(NO_FAMILY)
  const [{ isComplete, ...nodes }, ownTree, alternates, mappedEntry] = await Promise.all([
    relatives,
    loadOwnTree({ ...family, language }, io),
    facts.alternates ?? (node && entry ? loadAlternates(node, entry, request.supportedLanguages, io) : []),
    entry ? io.mapEntry(mapping, { node, entry, language, relatives: () => relatives }) : null,
  ])
  return {
    type: 'page',
    lane: lane.name,
    facts: { ...facts, node, entry, mappedEntry, alternates, ...nodes },
    main,
    isComplete: isComplete && ownTree.isComplete,
    ...(ownTree.root ? { ownTree: ownTree.root } : {}),
  }
}

/** The main slot that a route or a content type asks for. */
export const viewOf = ({
  remote,
  view,
  hydrate,
  injectRedux,
}: Owned<ContentTypeMapping> | Owned<StaticRoute>): MainView => ({
  remote,
  view,
  hydrate,
  ...(injectRedux ? { injectRedux } : {}),
})
