import type { Entry, Node } from '@tessera/shared/content'
import type { ContentTypeMapping, StaticRoute, PageHead } from '@tessera/shared/contract'
import type { Owned } from '../releases/routing-table.ts'
import type { RouteFacts } from './route-state.ts'
import { loadFamily, NO_FAMILY, loadOwnTree } from './load-family.ts'
import type { Lane, RouteIo, RouteRequest, MainView, RouteResult } from './route.ts'

/** A page whose node and entry are here. Without a node, a preview, it has no family. */
interface NodePage {
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

/** Where the page is in each language it has; empty when it has one only. A language that cannot be had is left out. */
export async function loadAlternates(
  node: Node,
  entry: Entry,
  supported: readonly string[],
  { pathOfEntry }: Pick<RouteIo, 'pathOfEntry'>,
): Promise<PageHead['alternates']> {
  const own = entry.sys.language
  const others = (entry.sys.availableLanguages ?? []).filter(
    (code) => code !== own && supported.includes(code),
  )
  if (!own || others.length === 0) return []
  const found = await Promise.all(
    others.map(async (language) => {
      const path = await pathOfEntry(entry.sys.id, language)
      return path === null ? [] : [{ language, path }]
    }),
  )
  const translations = found.flat()
  return translations.length > 0 ? [{ language: own, path: node.path }, ...translations] : []
}
