import type { PageState, ServedState, Store } from '@tessera/shared/contract'
import { clientError } from './errors.ts'

/** The dependencies of the deferred state. */
export interface DeferredStateIo {
  readonly store: Store
  /** The whole state of the page on the screen; null when only a full load can show the page. */
  readonly fetchPage: () => Promise<ServedState | null>
  /** Whether that state was made by the releases that this document has loaded. */
  readonly fits: (releases: PageState['releases']) => boolean
}

/**
 * State that the document leaves out because of its size: fetched once, when the first slot is hydrated. The promise resolves when
 * the store has all the state that the slots need; it rejects when fetching fails, which is tried again for the next slot.
 */
export function createDeferredState({ store, fetchPage, fits }: DeferredStateIo): () => Promise<void> {
  const shown = () => store.getState().page
  let underWay: { readonly page: PageState; readonly done: Promise<void> } | null = null

  const complete = async (page: PageState, keys: readonly string[]): Promise<void> => {
    const whole = await fetchPage()
    // The visitor has navigated meanwhile: the page now shown has its own state.
    if (shown() !== page) return
    if (!whole || !fits(whole.page.releases)) throw clientError('client/page-unavailable')
    store.adopt(Object.fromEntries(keys.map((key) => [key, whole[key]])))
  }
  return () => {
    const page = shown()
    const { deferredKeys = [] } = page
    if (deferredKeys.length === 0) return Promise.resolve()
    if (underWay?.page !== page) {
      underWay = { page, done: complete(page, deferredKeys) }
      underWay.done.catch(() => underWay?.page === page && (underWay = null))
    }
    return underWay.done
  }
}
