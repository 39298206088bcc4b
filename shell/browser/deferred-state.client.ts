import type { PageState, ServedState, Store } from '@tessera/shared/contract'
import { clientError } from './errors.ts'

/** What the deferred state of a page is fetched with. */
export interface DeferredStateIo {
  readonly store: Store
  /** The whole state of the page on the screen; null when only a full load can tell. */
  readonly fetchPage: () => Promise<ServedState | null>
  /** Whether that state was made by the releases that are loaded here. */
  readonly fits: (releases: PageState['releases']) => boolean
}

/**
 * State that the document has left out for its size: fetched once, when the first slot is hydrated. The answer resolves when all
 * that the slots need is in the store; it rejects when it cannot be had, and is tried anew for the next slot.
 */
export function createDeferredState({ store, fetchPage, fits }: DeferredStateIo): () => Promise<void> {
  const shown = () => store.getState().page
  let underWay: { readonly page: PageState; readonly done: Promise<void> } | null = null

  const complete = async (page: PageState, keys: readonly string[]): Promise<void> => {
    const whole = await fetchPage()
    // The visitor has gone on: the page now shown has brought its own state.
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
      underWay.done.catch(() => (underWay = null))
    }
    return underWay.done
  }
}
