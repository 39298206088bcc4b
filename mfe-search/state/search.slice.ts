import { createAction, defineSlice } from '@tessera/shared/store'
import type { PagingInfo, SearchResult } from '../domain/read-results.ts'

/** The search as the page shows it. Owner: this remote. Source: specification 3, Search state. */
export interface SearchState {
  /** As the visitor wrote it. */
  readonly term: string
  readonly results: readonly SearchResult[]
  readonly pagingInfo: PagingInfo | null
  readonly entries: { readonly isLoading: boolean; readonly isError: boolean }
}

const EMPTY: SearchState = {
  term: '',
  results: [],
  pagingInfo: null,
  entries: { isLoading: false, isError: false },
}

type Results = Pick<SearchState, 'term' | 'results'> & { readonly pagingInfo: PagingInfo }

/** A page of the search without a term. */
export const searchOpened = createAction('search/opened')
/** Results for a term are here. */
export const searchFinished = createAction<Results>('search/finished')
/** The search could not be made. */
export const searchFailed = createAction<{ readonly term: string }>('search/failed')

/** The remote's one slice, under its one key. */
export const searchSlice = defineSlice('search', EMPTY, (on) => {
  on(searchOpened, () => EMPTY)
  on(searchFinished, (_, { payload }) => ({ ...EMPTY, ...payload }))
  on(searchFailed, (_, { payload }) => ({
    ...EMPTY,
    term: payload.term,
    entries: { isLoading: false, isError: true },
  }))
})

/** This remote's part of the state; empty before anything was loaded. */
export const selectSearch = (state: Readonly<Record<string, unknown>>): SearchState =>
  (state['search'] as SearchState | undefined) ?? EMPTY
