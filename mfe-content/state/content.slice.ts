import type { Card, RunningDates } from '@tessera/shared/content'
import type { Opening } from '../domain/opening.ts'
import { createAction, defineSlice } from '@tessera/shared/store'
import type { CollectionLookup } from '../domain/collection-lookup.ts'
import type { CouncillorLookup } from '../domain/street-lookup.ts'
import type { LinkModel } from '../domain/page-model.ts'

/** Time-dependent facts about the subject of a page, valid until the page's `validUntil`. */
export interface AsOfNow {
  readonly dates?: RunningDates
  /** Whether a planning application may be commented on. */
  readonly isOpen?: boolean
  /** Whether a venue is open; absent where it is unknown. */
  readonly opening?: Opening
}

/** Data that pages need besides their own entry. Owner: this remote. */
export interface ContentState {
  readonly quickLinks: readonly LinkModel[]
  readonly highlights: readonly Card[]
  /** Entry id → summary, for the tiles of a landing page. */
  readonly summaries: Readonly<Record<string, string>>
  /** Other planning applications in the same street. */
  readonly nearby: readonly Card[]
  /** Related entries of the same type, e.g. about the same topic. */
  readonly related: readonly LinkModel[]
  /** The page's URL for sharing; null for a page that offers no sharing. */
  readonly address: string | null
  /** The time-dependent part of the page. */
  readonly now: AsOfNow
  /** Result of a collections look-up; null without one. */
  readonly collections: CollectionLookup | null
  /** Result of a councillor look-up; null without one. */
  readonly councillors: CouncillorLookup | null
}

/** Initial state. */
export const NO_CONTENT: ContentState = {
  quickLinks: [],
  highlights: [],
  summaries: {},
  nearby: [],
  related: [],
  address: null,
  now: {},
  collections: null,
  councillors: null,
}

/** Links and highlights of the home page were loaded. */
export const homeLinksLoaded =
  createAction<Pick<ContentState, 'quickLinks' | 'highlights'>>('content/homeLinksLoaded')

/** The summaries of a landing page's children were loaded, by entry id. */
export const summariesLoaded = createAction<ContentState['summaries']>('content/summariesLoaded')

/** The time-dependent part of the page was determined. */
export const asOfNow = createAction<AsOfNow>('content/asOfNow')

/** Other applications in the street were loaded. */
export const nearbyLoaded = createAction<ContentState['nearby']>('content/nearbyLoaded')

/** Related entries were loaded. */
export const relatedLoaded = createAction<ContentState['related']>('content/relatedLoaded')

/** The page's URL for sharing was determined. Must be dispatched last, since the loaders' actions reset the state. */
export const addressKnown = createAction<string>('content/addressKnown')

/** A collections look-up has finished. */
export const collectionsLoaded = createAction<CollectionLookup>('content/collectionsLoaded')

/** A councillor look-up has finished. */
export const councillorsLoaded = createAction<CouncillorLookup>('content/councillorsLoaded')

/** The remote's only slice. */
export const contentSlice = defineSlice('content', NO_CONTENT, (on) => {
  on(summariesLoaded, (_, { payload }) => ({ ...NO_CONTENT, summaries: payload }))
  on(homeLinksLoaded, (_, { payload }) => ({ ...NO_CONTENT, ...payload }))
  on(asOfNow, (_, { payload }) => ({ ...NO_CONTENT, now: payload }))
  on(nearbyLoaded, (state, { payload }) => ({ ...state, nearby: payload }))
  on(relatedLoaded, (_, { payload }) => ({ ...NO_CONTENT, related: payload }))
  on(addressKnown, (state, { payload }) => ({ ...state, address: payload }))
  on(collectionsLoaded, (_, { payload }) => ({ ...NO_CONTENT, collections: payload }))
  on(councillorsLoaded, (_, { payload }) => ({ ...NO_CONTENT, councillors: payload }))
})

/** This remote's part of the state; the initial one before anything was loaded. */
export const selectContent = (state: Readonly<Record<string, unknown>>): ContentState =>
  (state['content'] as ContentState | undefined) ?? NO_CONTENT
