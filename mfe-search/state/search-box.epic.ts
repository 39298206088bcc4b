import type { Action, AppEpic } from '@tessera/shared/contract'
import { catchError, EMPTY, from, map, mergeMap, of, onAction, switchMap } from '@tessera/shared/store'
import { MIN_TYPED, TYPING_MS } from '../domain/typed-term.ts'
import type { FetchDeferred } from '../io/fetch-deferred.ts'
import type { RecentTerms } from '../io/recent-terms.ts'
import type { Suggest } from '../io/suggest.ts'
import {
  boxOpened,
  recentTermsCleared,
  recentTermsLoaded,
  suggestionsCleared,
  suggestionsLoaded,
  termSearched,
  termTyped,
} from './search-actions.ts'

/** What the epics use in a browser. */
export interface SearchIo {
  readonly deferred: FetchDeferred
  readonly suggest: Suggest
  readonly pause: (durationMs: number, signal: AbortSignal) => Promise<void>
  readonly recentTerms: RecentTerms
}

/** Requests suggestions for the newest typed text, once typing pauses. The request before is aborted. */
export const suggestEpic: AppEpic<SearchIo> = (action$, _state$, { suggest, pause }) => {
  let newest = new AbortController()
  const suggestFor = async (term: string, signal: AbortSignal) => {
    await pause(TYPING_MS, signal)
    return { term, items: await suggest(term, signal) }
  }
  return onAction(action$, termTyped, termSearched).pipe(
    switchMap((action) => {
      newest.abort()
      newest = new AbortController()
      const term = action.payload.term.trim()
      if (!termTyped.match(action) || term.length < MIN_TYPED) return of(suggestionsCleared())
      return from(suggestFor(term, newest.signal)).pipe(
        map(suggestionsLoaded),
        catchError(() => of(suggestionsCleared())),
      )
    }),
  )
}

/** Stores searched terms in this browser, loads them when the box is opened, and deletes them when the visitor asks for it. */
export const recentTermsEpic: AppEpic<SearchIo> = (action$, _state$, { recentTerms }) =>
  onAction<Action>(action$, boxOpened, termSearched, recentTermsCleared).pipe(
    mergeMap((action) => {
      if (boxOpened.match(action)) return of(recentTermsLoaded({ terms: recentTerms.read() }))
      if (termSearched.match(action)) recentTerms.add(action.payload.term)
      else recentTerms.clear()
      return EMPTY
    }),
  )
