import { toAppError } from '@tessera/shared/contract'
import { decideAccess, requiredGroups } from '../domain/decide-access.ts'
import { routeError } from '../domain/route-outcome.ts'
import { loadContent } from './load-content.ts'
import { loadPreview } from './load-preview.ts'
import { loadStatic } from './load-static.ts'
import type { Lane, RouteIo, RouteRequest } from './route-request.ts'
import type { RouteResult } from './route-result.ts'

/**
 * Resolve a path: access first, then node, entry and family. Never throws. A visitor with a session is asked for in their own
 * name where the route is for some visitors only, and where the platform does not give something to everybody.
 * Source: specification 4, Access and routing.
 */
export async function loadRoute(request: RouteRequest, io: RouteIo): Promise<RouteResult> {
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
