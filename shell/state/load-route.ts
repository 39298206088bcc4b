import { entryLimits, hasLimits, type Entry, type EntryLimits, type Node } from '@tessera/shared/content'
import {
  toAppError,
  type AppError,
  type ContentClient,
  type ContentTypeMapping,
  type Hydrate,
  type JsonObject,
  type MapInput,
  type MatchedRoute,
  type RemoteName,
  type StaticRoute,
} from '@tessera/shared/contract'
import type { Owned, RoutingTable } from '../domain/content-mapping.ts'
import { decideAccess, type Visitor } from '../domain/decide-access.ts'
import { nodePathOf } from '../domain/match-route.ts'
import { previewPath, type PreviewPath } from '../domain/preview-path.ts'
import type { RouteFacts } from '../domain/route-outcome.ts'
import { loadAlternates } from './load-alternates.ts'
import { loadFamily } from './load-family.ts'

/** What is to be resolved: a path that has been made canonical, and what is known of it without a call. */
export interface RouteRequest {
  readonly path: string
  readonly language: string
  /** Languages that the site speaks. */
  readonly supportedLanguages: readonly string[]
  readonly visitor: Visitor | null
  readonly matched: { readonly route: Owned<StaticRoute>; readonly params: MatchedRoute['params'] } | null
  readonly preview: PreviewPath | null
  readonly facts: Pick<RouteFacts, 'path' | 'location' | 'hostname' | 'project' | 'alternates'>
}

/** Path → content type, as far as it is known; a bounded map. */
export interface KnownTypes {
  get(path: string): string | undefined
  set(path: string, contentTypeId: string): unknown
}

/** The calls and knowledge that resolving needs. */
export interface RouteIo {
  readonly client: ContentClient
  readonly table: RoutingTable
  /** Path → content type, learnt from earlier answers, so that the first call can ask for just what the page shows. */
  readonly knownTypes: KnownTypes
  readonly mapEntry: (
    mapping: Owned<{ readonly entryMapper?: string }>,
    input: Omit<MapInput, 'sanitise'>,
  ) => Promise<JsonObject | null>
  /** The navigation tree, on its way; null when it failed. */
  readonly tree: Promise<Node | null>
}

/** The main slot of a page. */
export interface MainView {
  readonly remote: RemoteName
  readonly view: string
  readonly hydrate: Hydrate
}

/** What became of a path. */
export type RouteResult =
  | {
      readonly type: 'page'
      readonly facts: RouteFacts
      readonly main: MainView
      readonly isComplete: boolean
    }
  | { readonly type: 'sign-in' }
  | { readonly type: 'access-denied' }
  | { readonly type: 'not-found'; readonly facts: RouteFacts }
  | { readonly type: 'error'; readonly facts: RouteFacts; readonly error: AppError }

/** Resolve a path: access first, then node, entry and family. Never throws. Source: specification 4, Access and routing. */
export async function loadRoute(request: RouteRequest, io: RouteIo): Promise<RouteResult> {
  const decision = decideAccess(request.matched?.route.requireLogin, request.visitor)
  if (decision !== 'allow') return { type: decision }
  try {
    if (request.preview) return await loadPreview(request.preview, request, io)
    if (request.matched) return await loadStatic(request.matched, request, io)
    return await loadContent(request, io)
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.status === 401) return { type: 'sign-in' }
    if (error.status === 403) return { type: 'access-denied' }
    return { type: 'error', facts: { ...request.facts, error: error.toJSON() }, error }
  }
}

async function loadStatic(
  { route, params }: NonNullable<RouteRequest['matched']>,
  request: RouteRequest,
  io: RouteIo,
): Promise<RouteResult> {
  const facts: RouteFacts = { ...request.facts, staticRoute: { path: route.path, params } }
  const main = { remote: route.remote, view: route.view, hydrate: route.hydrate }
  if (!route.fetchNode) return { type: 'page', facts, main, isComplete: true }
  const limits = entryLimits(route.fetchNode, undefined)
  const node = await io.client.nodeByPath(nodePathOf(route, request.path), { entryLimits: limits })
  if (!node) return { type: 'page', facts, main, isComplete: true }
  return finishNode(
    {
      node,
      entry: node.entry ?? null,
      mapping: { ...route, entryMapper: route.fetchNode.entryMapper },
      main,
      facts,
    },
    request,
    io,
  )
}

/** An entry by its id, with the family of its node where it has one. An entry that a page needs a sign-in for needs it here too. */
async function loadPreview(preview: PreviewPath, request: RouteRequest, io: RouteIo): Promise<RouteResult> {
  const { entryId, language } = preview
  const asked = entryLimits(undefined, undefined)
  const [found, node] = await Promise.all([
    io.client.entry(entryId, { language, ...asked }),
    // Without it the page has no breadcrumb; the entry is what was asked for.
    io.client.nodeOfEntry(entryId, { language }).catch(() => null),
  ])
  const mapping = found && mappingOf(found, io.table)
  if (!mapping) return { type: 'not-found', facts: { ...request.facts, notFound: true } }
  const decision = decideAccess(mapping.requireLogin, request.visitor)
  if (decision !== 'allow') return { type: decision }
  const entry = covers(asked, mapping) ? found : await refetch(found, mapping, io.client)
  if (!entry) return { type: 'not-found', facts: { ...request.facts, notFound: true } }
  const facts = {
    ...request.facts,
    alternates: previewAlternates(preview, entry, request.supportedLanguages),
  }
  if (node) return finishNode({ node, entry, mapping, main: viewOf(mapping), facts }, request, io)
  const mappedEntry = await io.mapEntry(mapping, { node: null, entry, language })
  return { type: 'page', facts: { ...facts, entry, mappedEntry }, main: viewOf(mapping), isComplete: true }
}

/** The other languages of a previewed entry, drafts included, are previewed too. */
const previewAlternates = (
  { entryId }: PreviewPath,
  { sys }: Entry,
  supported: readonly string[],
): NonNullable<RouteFacts['alternates']> =>
  (sys.availableLanguages ?? [])
    .filter((language) => supported.includes(language))
    .map((language) => ({ language, path: previewPath({ entryId, language }) }))

async function loadContent(request: RouteRequest, io: RouteIo): Promise<RouteResult> {
  const { path, facts } = request
  const expected = io.table.contentTypes.get(io.knownTypes.get(path) ?? '')
  const asked = expected ? entryLimits(undefined, expected) : entryLimits(undefined, undefined)
  const node = await io.client.nodeByPath(path, { entryLimits: asked })
  const mapping = node?.entry && mappingOf(node.entry, io.table)
  if (!node?.entry || !mapping) return { type: 'not-found', facts: { ...facts, notFound: true } }
  const decision = decideAccess(mapping.requireLogin, request.visitor)
  if (decision !== 'allow') return { type: decision }
  io.knownTypes.set(path, mapping.contentTypeId)
  const entry =
    mapping === expected || covers(asked, mapping)
      ? node.entry
      : await refetch(node.entry, mapping, io.client)
  if (!entry) return { type: 'not-found', facts: { ...facts, notFound: true } }
  return finishNode({ node, entry, mapping, main: viewOf(mapping), facts }, request, io)
}

interface FoundNode {
  readonly node: Node
  readonly entry: Entry | null
  readonly mapping: Owned<Pick<ContentTypeMapping, 'nodeOptions' | 'entryMapper'>>
  readonly main: MainView
  readonly facts: RouteFacts
}

async function finishNode(
  { node, entry, mapping, main, facts }: FoundNode,
  request: RouteRequest,
  io: RouteIo,
): Promise<RouteResult> {
  const language = entry?.sys.language ?? node.language ?? request.language
  const [family, alternates, mappedEntry] = await Promise.all([
    io.tree.then((tree) => loadFamily(node, tree, mapping.nodeOptions ?? {}, io.client)),
    facts.alternates ?? (entry ? loadAlternates(node, entry, request.supportedLanguages, io.client) : []),
    entry ? io.mapEntry(mapping, { node, entry, language }) : null,
  ])
  const { isComplete, ...relatives } = family
  return {
    type: 'page',
    facts: { ...facts, node, entry, mappedEntry, alternates, ...relatives },
    main,
    isComplete,
  }
}

const mappingOf = (entry: Entry, table: RoutingTable): Owned<ContentTypeMapping> | undefined =>
  table.contentTypes.get(entry.sys.contentTypeId ?? '') ?? table.contentTypes.get('*')

const viewOf = ({ remote, view, hydrate }: Owned<ContentTypeMapping>): MainView => ({ remote, view, hydrate })

/** Whether what was asked for without knowing the type brought all that the type's pages need. */
function covers(asked: Required<EntryLimits>, mapping: EntryLimits): boolean {
  if (!hasLimits(mapping)) return true
  const needed = Math.max(mapping.linkDepth ?? 0, ...Object.values(mapping.fieldLinkDepths ?? {}))
  return asked.fields.length === 0 && needed <= asked.linkDepth
}

const refetch = (entry: Entry, mapping: ContentTypeMapping, client: ContentClient): Promise<Entry | null> =>
  client.entry(entry.sys.id, { language: entry.sys.language, ...entryLimits(undefined, mapping) })
