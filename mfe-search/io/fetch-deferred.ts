import type { AskData } from '@tessera/shared/contract'
import type { FewerFilters, FilterItem } from '../domain/search-state.ts'

/** Totals by facet and items by filter, as far as the answer has them. */
export interface DeferredData {
  readonly totals: Readonly<Record<string, number>>
  readonly items: Readonly<Record<string, readonly FilterItem[]>>
  /** Filters that have more items than these. */
  readonly cut: readonly string[]
  /** Only if the filters leave no results. */
  readonly without?: FewerFilters
}

/**
 * Requests the data that was not loaded with the page, when the browser is idle. For a visitor who wants to save data only what is needed
 * is requested: the options of filters, and not numbers alone.
 */
export type FetchDeferred = (
  params: Readonly<Record<string, string>>,
  signal: AbortSignal,
  isNeeded: boolean,
) => Promise<DeferredData>

export const createFetchDeferred =
  (ask: AskData, idle: (signal: AbortSignal) => Promise<void>, wantsLessData: () => boolean): FetchDeferred =>
  async (params, signal, isNeeded) => {
    const answer =
      isNeeded || !wantsLessData()
        ? await idle(signal).then(() => ask({ remote: 'mfe-search', name: 'rest', params }, signal))
        : null
    return { totals: {}, items: {}, cut: [], ...(answer as Partial<DeferredData> | null) }
  }

/** Network Information API, in browsers that support it. */
interface Connection {
  readonly connection?: { readonly saveData?: boolean }
}

export const wantsLessData = (): boolean => (navigator as Connection).connection?.saveData === true

/** Delay in browsers without `requestIdleCallback` (Safari), in milliseconds. */
const FALLBACK_MS = 500

/** Resolves when the browser is idle; rejects with the signal's reason when it is aborted. */
export const whenIdle = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, FALLBACK_MS)
  })
