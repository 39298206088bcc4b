import { LRUCache } from 'lru-cache'
import {
  toAppError,
  type ApiCall,
  type AppError,
  type InspectedPage,
  type InspectedSlot,
  type PageSlot,
} from '@tessera/shared/contract'
import type { ReleaseSnapshot } from '../../releases/live-releases.server.ts'

/** What of a finished page is looked at. */
export interface InspectablePage {
  readonly status: number
  readonly keys: readonly string[]
  readonly slots: readonly { readonly slot: PageSlot; readonly error: AppError | null }[]
}

/** What of the request that it was made for. */
export interface InspectableRequest {
  readonly id: string
  readonly target: { readonly path: string; readonly search: string }
  readonly releases: ReleaseSnapshot
  readonly calls: { list(): readonly ApiCall[] }
}

/** What a page was made of, and why a slot fell back. `failures` are those of rendering, by slot id. */
export function inspectPage(
  page: InspectablePage,
  request: InspectableRequest,
  failures: ReadonlyMap<string, AppError>,
): InspectedPage {
  return {
    path: `${request.target.path}${request.target.search}`,
    requestId: request.id,
    status: page.status,
    slots: page.slots.map((loaded) => inspectSlot(loaded, request, failures.get(loaded.slot.id))),
    apiCalls: request.calls.list(),
    surrogateKeys: page.keys,
  }
}

function inspectSlot(
  { slot, error }: InspectablePage['slots'][number],
  { releases }: InspectableRequest,
  failure: AppError | undefined,
): InspectedSlot {
  const reason = failure ?? error
  return {
    id: slot.id,
    remote: slot.remote,
    view: slot.view,
    version: releases.remotes.get(slot.remote)?.release.version ?? null,
    outcome: reason ? 'fallback' : 'rendered',
    reason: reason ? `${toAppError(reason).code}: ${reasonOf(reason)}` : null,
  }
}

const reasonOf = ({ message, details }: AppError): string =>
  [message, details?.['reason']].filter((text) => typeof text === 'string').join(' ')

/** Staff who look at pages at the same time. */
const MAX_SESSIONS = 200

/** The last page that each staff session saw, in this process; no other visitor's page is kept. */
interface LastPages {
  record(sessionId: string, page: InspectedPage): void
  of(sessionId: string): InspectedPage | null
}

/** Nobody has seen a page yet. */
export function createLastPages(): LastPages {
  const pages = new LRUCache<string, InspectedPage>({ max: MAX_SESSIONS })
  return {
    record: (sessionId, page) => void pages.set(sessionId, page),
    of: (sessionId) => pages.get(sessionId) ?? null,
  }
}
