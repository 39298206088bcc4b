import { toAppError } from '@tessera/shared/contract'
import { entryLimits, type Entry } from '@tessera/shared/content'
import { decideAccess, requiredGroups } from './access.ts'
import { routeError, type RouteFacts } from './route-state.ts'
import type { Lane, RouteIo, RouteRequest, RouteResult } from './route.ts'
import { nodePathOf, mappingOf } from '../releases/routing-table.ts'
import { finishNode, viewOf } from './finish-node.ts'
import { loadNode, bringsAll } from './load-node.ts'
import { previewPath, type PreviewPath } from '../http/path-language.ts'

/**
 * Resolve a path: access first, then node, entry and family. Never throws. A visitor with a session is asked for in their own
 * name where the route is for some visitors only, and where the platform does not give something to everybody.
 * Source: specification 4, Access and routing.
 */
export async function resolveRoute(request: RouteRequest, io: RouteIo): Promise<RouteResult> {
  const requirement = request.matched?.route.requireLogin
  const decision = decideAccess(requirement, request.visitor)
  if (decision !== 'allow') return { type: decision }
  const own: Lane | null = io.memberClient && { name: 'member', client: io.memberClient }
  const open: Lane = { name: 'public', client: io.client }
  const result = await tryLane(request, io, (requirement && own) || open)
  const wasRefused = result.type === 'refused'
  const settled = wasRefused && own && !requirement ? await tryLane(request, io, own) : result
  if (settled.type === 'refused') return { type: settled.status === 401 ? 'sign-in' : 'access-denied' }
  if (!('facts' in settled)) return settled
  return { ...settled, facts: { allowedGroups: requiredGroups(requirement), ...settled.facts } }
}

/** The platform gives it to some visitors only: 401 wants to know who asks, 403 does not give it to them. */
interface Refused {
  readonly type: 'refused'
  readonly status: 401 | 403
}

async function tryLane(request: RouteRequest, io: RouteIo, lane: Lane): Promise<RouteResult | Refused> {
  try {
    if (request.preview) return await loadPreview(request.preview, request, io, lane)
    if (request.matched) return await loadStatic(request.matched, request, io, lane)
    return await loadContent(request, io, lane)
  } catch (thrown) {
    const error = toAppError(thrown)
    if (error.status === 401 || error.status === 403) return { type: 'refused', status: error.status }
    return {
      type: 'error',
      lane: lane.name,
      facts: { ...request.facts, error: routeError(error) },
      error,
    }
  }
}

/**
 * Resolve a static route: its page, and where it asks for one the node that its path names. A node that is not there leaves the
 * page without an entry. Relatives and entry mapper are the content type's where the route does not name its own.
 */
async function loadStatic(
  { route, params }: NonNullable<RouteRequest['matched']>,
  request: RouteRequest,
  io: RouteIo,
  lane: Lane,
): Promise<RouteResult> {
  const { fetchNode, requireLogin } = route
  const facts: RouteFacts = { ...request.facts, staticRoute: { path: route.path, params } }
  const page: RouteResult = { type: 'page', lane: lane.name, facts, main: viewOf(route), isComplete: true }
  if (!fetchNode) return page
  const found = await loadNode(nodePathOf(route, request.path), fetchNode, request, io, lane)
  if (found.type === 'missing') return page
  if (found.type !== 'found') return { type: found.type }
  const { mapping: type } = found
  const own = { nodeOptions: fetchNode.nodeOptions ?? type?.nodeOptions }
  const mapper = fetchNode.entryMapper === undefined && type ? type : { ...fetchNode, remote: route.remote }
  const allowedGroups = [...requiredGroups(requireLogin), ...requiredGroups(type?.requireLogin)]
  return finishNode(
    { ...found, mapping: { ...mapper, ...own }, main: page.main, facts: { ...facts, allowedGroups } },
    request,
    io,
  )
}

/** Resolve a path that no static route takes: its node, the entry there, and the component of the entry's type. */
async function loadContent(request: RouteRequest, io: RouteIo, lane: Lane): Promise<RouteResult> {
  const found = await loadNode(request.path, undefined, request, io, lane)
  if (found.type === 'sign-in' || found.type === 'access-denied') return { type: found.type }
  if (found.type === 'missing' || !found.entry || !found.mapping)
    return { type: 'not-found', lane: lane.name, facts: { ...request.facts, notFound: true } }
  const { mapping } = found
  const facts = { ...request.facts, allowedGroups: requiredGroups(mapping.requireLogin) }
  return finishNode({ ...found, mapping, main: viewOf(mapping), facts }, request, io)
}

/** An entry by its id, with the family of its node where it has one. An entry that a page needs a sign-in for needs it here too. */
async function loadPreview(
  preview: PreviewPath,
  request: RouteRequest,
  io: RouteIo,
  lane: Lane,
): Promise<RouteResult> {
  const { entryId, language } = preview
  const { client } = lane
  const asked = entryLimits(undefined, undefined)
  const [found, node] = await Promise.all([
    client.entry(entryId, { language, ...asked }),
    // Without it the page has no breadcrumb; the entry is what was asked for.
    client.nodeOfEntry(entryId, { language }).catch(() => null),
  ])
  const missing: RouteResult = {
    type: 'not-found',
    lane: lane.name,
    facts: { ...request.facts, notFound: true },
  }
  const mapping = found && mappingOf(found.sys.contentTypeId ?? '', io.table)
  if (!mapping) return missing
  const decision = decideAccess(mapping.requireLogin, request.visitor)
  if (decision !== 'allow') return { type: decision }
  const needed = entryLimits(undefined, mapping)
  const entry = bringsAll(asked, needed)
    ? found
    : await client.entry(entryId, { language: found.sys.language, ...needed })
  if (!entry) return missing
  const facts = {
    ...request.facts,
    alternates: previewAlternates(preview, entry, request.supportedLanguages),
  }
  return finishNode({ node, entry, mapping, lane, main: viewOf(mapping), facts }, request, io)
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
