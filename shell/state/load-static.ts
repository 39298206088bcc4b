import { requiredGroups } from '../domain/decide-access.ts'
import { nodePathOf } from '../domain/match-route.ts'
import type { RouteFacts } from '../domain/route-outcome.ts'
import { finishNode, viewOf } from './finish-node.ts'
import { loadNode } from './load-node.ts'
import type { Lane, RouteIo, RouteRequest } from './route-request.ts'
import type { RouteResult } from './route-result.ts'

/**
 * Resolve a static route: its page, and where it asks for one the node that its path names. A node that is not there leaves the
 * page without an entry. Relatives and entry mapper are the content type's where the route does not name its own.
 */
export async function loadStatic(
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
