import type { SerialisedError } from './app-error.ts'
import type { RemoteName } from './slot.ts'

/** Every event that may pass between the shell and the remotes, with its payload. */
export interface BusEvents {
  /** A new page is on the screen. */
  'route.changed': { readonly path: string; readonly title: string; readonly statusCode: number }
  /** A remote asks the shell to go somewhere. */
  'route.requested': { readonly path: string }
  /** Somebody signed in or out. */
  'session.changed': { readonly isAuthenticated: boolean }
  /** A call of a remote was refused: the shell has the visitor sign in and come back, or says that access is denied. */
  'access.refused': { readonly status: 401 | 403 }
  /** The page is about to be left against the visitor's will, maybe for a while: whoever holds what they typed keeps it now. */
  'page.interrupted': object
  'search.performed': { readonly term: string; readonly totalCount: number }
  'form.submitted': { readonly formId: string; readonly formPostId: string | null; readonly success: boolean }
  'remote.failed': {
    readonly remote: RemoteName
    readonly slotId: string | null
    readonly error: SerialisedError
  }
}

export type BusEventName = keyof BusEvents

/** A typed bus: one listener's failure never reaches another listener or the emitter. */
export interface Bus {
  emit<N extends BusEventName>(name: N, payload: BusEvents[N]): void
  /** Listen; the answer stops listening. */
  on<N extends BusEventName>(name: N, listener: (payload: BusEvents[N]) => void): () => void
}
