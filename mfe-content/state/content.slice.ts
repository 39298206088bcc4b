import { createAction, defineSlice } from '@tessera/shared/store'
import type { Card } from '@tessera/shared/content'
import type { LinkModel } from '../domain/page-model.ts'

/** One page of a listing. */
export interface ListingResults {
  /** Page number from 1, as in the address. */
  readonly pageNumber: number
  readonly pageCount: number
  readonly totalCount: number
  readonly items: readonly Card[]
}

/** A short list on the home page, and the listing that has all of it. */
export interface HomeList {
  readonly items: readonly Card[]
  readonly all: LinkModel | null
}

/** What pages need beyond their own entry. Owner: this remote. */
export interface ContentState {
  readonly listing: ListingResults | null
  readonly news: HomeList | null
  readonly events: HomeList | null
  readonly quickLinks: readonly LinkModel[]
  readonly highlights: readonly Card[]
  /** Entry id → summary, for the tiles of a landing page. */
  readonly summaries: Readonly<Record<string, string>>
}

/** Before anything was loaded. */
export const NO_CONTENT: ContentState = {
  listing: null,
  news: null,
  events: null,
  quickLinks: [],
  highlights: [],
  summaries: {},
}

/** The results of a listing page are here. */
export const listingLoaded = createAction<ListingResults>('content/listingLoaded')
/** The short lists of the home page are here; null for one that could not be had. */
export const homeListsLoaded =
  createAction<Pick<ContentState, 'news' | 'events' | 'quickLinks' | 'highlights'>>('content/homeListsLoaded')

/** The summaries of a landing page's children are here, by entry id. */
export const summariesLoaded = createAction<ContentState['summaries']>('content/summariesLoaded')

/** The remote's one slice, under its one key. */
export const contentSlice = defineSlice('content', NO_CONTENT, (on) => {
  on(listingLoaded, (_, { payload }) => ({ ...NO_CONTENT, listing: payload }))
  on(summariesLoaded, (_, { payload }) => ({ ...NO_CONTENT, summaries: payload }))
  on(homeListsLoaded, (_, { payload }) => ({ ...NO_CONTENT, ...payload }))
})

/** This remote's part of the state; empty before anything was loaded. */
export const selectContent = (state: Readonly<Record<string, unknown>>): ContentState =>
  (state['content'] as ContentState | undefined) ?? NO_CONTENT
