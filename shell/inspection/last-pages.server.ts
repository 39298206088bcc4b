import { LRUCache } from 'lru-cache'
import type { InspectedPage } from '@tessera/shared/contract'

/** Staff who look at pages at the same time. */
const MAX_SESSIONS = 200

/** The last page that each staff session saw, in this process; no other visitor's page is kept. */
export interface LastPages {
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
