import type { SerialisedError } from './app-error.ts'
import type { RemoteName } from './slot.ts'

/** Every event that may pass between the shell and the remotes, with its payload. */
export interface BusEvents {
  /** A navigation has shown a new page. */
  'route.changed': { readonly path: string; readonly title: string; readonly statusCode: number }
  /** A remote asks the shell to navigate to a path. */
  'route.requested': { readonly path: string }
  /** The visitor signed in or out. */
  'session.changed': { readonly isAuthenticated: boolean }
  /** A call of a remote was refused: the shell sends the visitor to sign in and back (401), or says that access is denied (403). */
  'access.refused': { readonly status: 401 | 403 }
  /** The page is about to be left without the visitor's intent, e.g. to sign in: forms must save what was typed now. */
  'page.interrupted': object
  /** The results of a new search are shown: of another term or facet, or of a listing. */
  'search.performed': SearchEventPayload
  /** The results of the same search with other filters, order, page size or page; `by` lists the changed query parameters. */
  'search.refined': SearchEventPayload & { readonly by: readonly string[] }
  /** The search found nothing; sent in addition to `search.performed` or `search.refined`. */
  'search.zero': SearchEventPayload
  /** The visitor clicks a result: its path, and its position, counted from 1. */
  'search.result-clicked': Omit<SearchEventPayload, 'totalCount'> & {
    readonly path: string
    readonly position: number
  }
  /** The visitor has begun to fill in a form; sent once per form that is shown. Since contract 1.4. */
  'form.started': FormEventPayload
  /** Another page of a form is shown. Since contract 1.4. */
  'form.page-changed': FormEventPayload & { readonly fromPageIndex: number }
  /** The form shows an error at a field; the same error is sent again only after it was corrected. Since contract 1.4. */
  'form.error': FormEventPayload & {
    readonly fieldId: string
    /** Part of a compound field: of an address, a name or a time. */
    readonly part?: string
    /** The validation rule that failed, e.g. `required`; `server` where only the server found it. */
    readonly rule: string
  }
  /** A form was submitted, or its submission failed. */
  'form.submitted': { readonly formId: string; readonly formPostId: string | null; readonly success: boolean }
  /**
   * The visitor leaves a form that they began without submitting it, and not in order to sign in; `fieldId` is the field that lost the
   * focus last. Since contract 1.4.
   */
  'form.abandoned': FormEventPayload & { readonly fieldId: string | null }
  /** A release that rendered the current page was put into quarantine; `live` replaces it from now on. Since contract 1.7. */
  'release.quarantined': { readonly remote: RemoteName; readonly version: string; readonly live: string }
  'remote.failed': {
    readonly remote: RemoteName
    readonly slotId: string | null
    readonly error: SerialisedError
  }
}

/** The payload of search events. Source: docs/decisions/0042. */
export interface SearchEventPayload {
  /** Facet, for the search page. */
  readonly facet?: string
  /** Listing, for a page with one. */
  readonly listing?: string
  /** Null where it may be personal data, such as an email address, a postcode or a long number. */
  readonly term: string | null
  readonly totalCount: number
}

/** The payload of form events: only ids, never what the visitor filled in. Source: docs/decisions/0052. */
export interface FormEventPayload {
  readonly formId: string
  /** The page of the form that is shown, counted from 0. */
  readonly pageIndex: number
}

export type BusEventName = keyof BusEvents

/** A typed bus: one listener's failure never reaches another listener or the emitter. */
export interface Bus {
  emit<N extends BusEventName>(name: N, payload: BusEvents[N]): void
  /** Add a listener; the returned function removes it. */
  on<N extends BusEventName>(name: N, listener: (payload: BusEvents[N]) => void): () => void
}
