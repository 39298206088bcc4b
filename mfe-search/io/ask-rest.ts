import type { AskData } from '@tessera/shared/contract'
import type { FewerFilters, FilterItem } from '../domain/search-state.ts'

/** Totals by facet and items by filter, as far as the answer has them. */
export interface Rest {
  readonly totals: Readonly<Record<string, number>>
  readonly items: Readonly<Record<string, readonly FilterItem[]>>
  /** Filters that have more items than these. */
  readonly cut: readonly string[]
  /** Where filters leave nothing. */
  readonly without?: FewerFilters
}

/** Ask for what a page could not hold, when the browser has nothing else to do. Null for a visitor who wants to save data. */
export type AskRest = (params: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Rest | null>

export const createAskRest =
  (ask: AskData, idle: (signal: AbortSignal) => Promise<void>, wantsLessData: () => boolean): AskRest =>
  async (params, signal) => {
    if (wantsLessData()) return null
    await idle(signal)
    const answer = (await ask({ remote: 'mfe-search', name: 'rest', params }, signal)) as Partial<Rest> | null
    return {
      totals: answer?.totals ?? {},
      items: answer?.items ?? {},
      cut: answer?.cut ?? [],
      ...(answer?.without && { without: answer.without }),
    }
  }

/** What browsers that know it tell of the connection. */
interface Connection {
  readonly connection?: { readonly saveData?: boolean }
}

export const wantsLessData = (): boolean => (navigator as Connection).connection?.saveData === true

/** Where browsers cannot tell an idle moment (Safari): some time later. */
const FALLBACK_MS = 500

/** Resolves at an idle moment; rejects with what aborted the signal. */
export const whenIdle = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve())
    else setTimeout(resolve, FALLBACK_MS)
  })
