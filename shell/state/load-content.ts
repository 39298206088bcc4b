import { requiredGroups } from '../domain/decide-access.ts'
import { finishNode, viewOf } from './finish-node.ts'
import { loadNode } from './load-node.ts'
import type { Lane, RouteIo, RouteRequest } from './route-request.ts'
import type { RouteResult } from './route-result.ts'

/** Resolve a path that no static route takes: its node, the entry there, and the component of the entry's type. */
export async function loadContent(request: RouteRequest, io: RouteIo, lane: Lane): Promise<RouteResult> {
  const found = await loadNode(request.path, undefined, request, io, lane)
  if (found.type === 'sign-in' || found.type === 'access-denied') return { type: found.type }
  if (found.type === 'missing' || !found.entry || !found.mapping)
    return { type: 'not-found', lane: lane.name, facts: { ...request.facts, notFound: true } }
  const { mapping } = found
  const facts = { ...request.facts, allowedGroups: requiredGroups(mapping.requireLogin) }
  return finishNode({ ...found, mapping, main: viewOf(mapping), facts }, request, io)
}
