import { toAppError, type AppError, type InspectedPage, type InspectedSlot } from '@tessera/shared/contract'
import type { RenderedPage } from '../../page/page.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'

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

/** How long the last page is kept for the version page. */
const KEPT_MS = 3_600_000

/** The last page that each staff session saw, whichever process made it; no other visitor's page is kept. */
interface LastPages {
  record(sessionId: string, page: InspectedPage): void
  of(sessionId: string): Promise<InspectedPage | null>
}

/** Last pages in a store that never fails. */
export function createLastPages(store: Pick<SharedStore, 'get' | 'set'>): LastPages {
  const keyOf = (sessionId: string) => `last-page:${sessionId}`
  return {
    record: (sessionId, page) => void store.set(keyOf(sessionId), JSON.stringify(page), KEPT_MS),
    async of(sessionId) {
      const text = await store.get(keyOf(sessionId))
      return text === null ? null : (JSON.parse(text) as InspectedPage)
    },
  }
}
