import { DRAFT_PREFIX } from '@tessera/shared/config'
import { isFederatedHint, isSignedOutHint } from '../http/session-hint.ts'

/** Where this tab keeps the hint that it saw last. */
const KEY = 'tessera-session'
/** Keys of what libraries for federated sign-in leave in a browser. */
const FEDERATED_PREFIX = 'oidc.'

/** The browser's own storage; reading it may throw where it is switched off. */
export interface Storages {
  /** This tab's. */
  readonly session: () => Storage
  /** Everybody's. */
  readonly local: () => Storage
}

/**
 * Note the hint that a tab has seen. When somebody has signed out since the one before, whatever the tab keeps of what they
 * have typed is dropped; after a federated sign-in its entries too. Source: specification 4, Authentication.
 */
export function rememberHint(hint: string, { session, local }: Storages): void {
  try {
    const before = session().getItem(KEY)
    if (before === hint) return
    session().setItem(KEY, hint)
    // Seen for the first time it is no news: somebody may have typed much since.
    if (before === null || !isSignedOutHint(hint)) return
    dropKeys(session(), DRAFT_PREFIX)
    if (isFederatedHint(hint)) [session(), local()].forEach((storage) => dropKeys(storage, FEDERATED_PREFIX))
  } catch {
    // Storage is switched off: nothing is kept in it either.
  }
}

function dropKeys(storage: Storage, prefix: string): void {
  for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
