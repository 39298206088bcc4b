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
  /** Results for a term, of another facet, or of the list of a page are on the screen. */
  'search.performed': SearchTold
  /** The same search with other filters, another order, size or page; `by` names them as the address does. */
  'search.refined': SearchTold & { readonly by: readonly string[] }
  /** Nothing was found; beside one of the two before. */
  'search.zero': SearchTold
  /** A result is followed: its path, and where it stood, from 1. */
  'search.result-clicked': Omit<SearchTold, 'totalCount'> & {
    readonly path: string
    readonly position: number
  }
  /** A visitor has begun to fill a form in, told once per form on the screen. Since contract 1.4. */
  'form.started': FormTold
  /** Another page of a form is shown. Since contract 1.4. */
  'form.page-changed': FormTold & { readonly fromPageIndex: number }
  /** A visitor sees that something is wrong with a field; told anew only once it was right. Since contract 1.4. */
  'form.error': FormTold & {
    readonly fieldId: string
    /** Of an address, a name or a time. */
    readonly part?: string
    /** What it breaks, e.g. `required`; `server` where only the server found it. */
    readonly rule: string
  }
  /** A form was sent, or could not be. */
  'form.submitted': { readonly formId: string; readonly formPostId: string | null; readonly success: boolean }
  /** A form that was begun is left unsent, and not to sign in; `fieldId` is the field that was left last. Since contract 1.4. */
  'form.abandoned': FormTold & { readonly fieldId: string | null }
  /** A release that made the page on the screen has been put into quarantine: from now on `live` is shown. Since contract 1.7. */
  'release.quarantined': { readonly remote: RemoteName; readonly version: string; readonly live: string }
  'remote.failed': {
    readonly remote: RemoteName
    readonly slotId: string | null
    readonly error: SerialisedError
  }
}

/** A search as others are told of it. Source: docs/decisions/0042. */
export interface SearchTold {
  /** Of the search page. */
  readonly facet?: string
  /** Of the list of a page. */
  readonly listing?: string
  /** Null where it looks as if it named a person. */
  readonly term: string | null
  readonly totalCount: number
}

/** A form as others are told of it: ids alone, never what is filled in. Source: docs/decisions/0052. */
export interface FormTold {
  readonly formId: string
  /** Of the page that is shown, from 0. */
  readonly pageIndex: number
}

export type BusEventName = keyof BusEvents

/** A typed bus: one listener's failure never reaches another listener or the emitter. */
export interface Bus {
  emit<N extends BusEventName>(name: N, payload: BusEvents[N]): void
  /** Listen; the answer stops listening. */
  on<N extends BusEventName>(name: N, listener: (payload: BusEvents[N]) => void): () => void
}
