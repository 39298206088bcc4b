import type { Bus, Store } from '@tessera/shared/contract'
import { sessionEnded, signInFinished } from '@tessera/shared/store'
import type { SessionFacts } from './fetch-session.client.ts'

/** Somebody has signed in or out: into the state of the page, then to every remote that listens. */
export function tellSession(
  { user, credentials }: SessionFacts,
  store: Pick<Store, 'dispatch'>,
  bus: Pick<Bus, 'emit'>,
): void {
  store.dispatch(user && credentials ? signInFinished({ user, credentials }) : sessionEnded())
  bus.emit('session.changed', { isAuthenticated: user !== null })
}
