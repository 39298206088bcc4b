import { toAppError, type AppError, type InspectedPage, type InspectedSlot } from '@tessera/shared/contract'
import type { RenderedPage } from '../../page/page.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'

/** The part of a page that is inspected. */
type InspectablePage = Pick<
  RenderedPage,
  'calls' | 'failures' | 'id' | 'keys' | 'releases' | 'slots' | 'status' | 'target'
>

/** The slots, calls and keys of a page, and why slots show their fallback. */
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

/** How long the last page is stored for the version page. */
const LIFETIME_MS = 3_600_000

/** The last page of each staff session, from any process. Pages of other visitors are not stored. */
interface LastPages {
  record(sessionId: string, page: InspectedPage): void
  of(sessionId: string): Promise<InspectedPage | null>
}

/** Stores last pages in a store that never rejects. */
export function createLastPages(store: Pick<SharedStore, 'get' | 'set'>): LastPages {
  const keyOf = (sessionId: string) => `last-page:${sessionId}`
  return {
    record: (sessionId, page) => void store.set(keyOf(sessionId), JSON.stringify(page), LIFETIME_MS),
    async of(sessionId) {
      const text = await store.get(keyOf(sessionId))
      return text === null ? null : (JSON.parse(text) as InspectedPage)
    },
  }
}
