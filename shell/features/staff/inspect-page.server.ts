import { LRUCache } from 'lru-cache'
import { toAppError, type AppError, type InspectedPage, type InspectedSlot } from '@tessera/shared/contract'
import type { RenderedPage } from '../../page/page.ts'

/** What of a page is looked at. */
type InspectablePage = Pick<
  RenderedPage,
  'calls' | 'failures' | 'id' | 'keys' | 'releases' | 'slots' | 'status' | 'target'
>

/** What a page was made of, and why a slot fell back. */
export function inspectPage(page: InspectablePage): InspectedPage {
  return {
    path: `${page.target.path}${page.target.search}`,
    requestId: page.id,
    status: page.status,
    slots: page.slots.map((loaded) => inspectSlot(loaded, page)),
    apiCalls: page.calls.list(),
    surrogateKeys: page.keys,
  }
}

function inspectSlot(
  { slot, error }: InspectablePage['slots'][number],
  { releases, failures }: InspectablePage,
): InspectedSlot {
  const reason = failures.get(slot.id) ?? error
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
