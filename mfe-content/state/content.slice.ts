import type { Card, RunningDates } from '@tessera/shared/content'
import type { Opening } from '../domain/opening.ts'
import { createAction, defineSlice } from '@tessera/shared/store'
import type { CollectionLookup } from '../domain/collection-lookup.ts'
import type { CouncillorLookup } from '../domain/street-lookup.ts'
import type { LinkModel } from '../domain/page-model.ts'

/** How the subject of a page stands while the page is true. */
export interface AsOfNow {
  readonly dates?: RunningDates
  /** Whether a planning application may be commented on. */
  readonly isOpen?: boolean
  /** How a venue's doors stand; absent where nobody knows. */
  readonly opening?: Opening
}

/** What pages need beyond their own entry. Owner: this remote. */
export interface ContentState {
  readonly quickLinks: readonly LinkModel[]
  readonly highlights: readonly Card[]
  /** Entry id → summary, for the tiles of a landing page. */
  readonly summaries: Readonly<Record<string, string>>
  /** What else is planned in the street of a planning application. */
  readonly nearby: readonly Card[]
  /** Others of the same type about the same. */
  readonly related: readonly LinkModel[]
  /** Of the page, to pass on; null for one that nobody passes on. */
  readonly address: string | null
  /** What of the page depends on when it was made. */
  readonly now: AsOfNow
  /** What came of looking for a street; null where nobody has. */
  readonly collections: CollectionLookup | null
  /** What came of looking for the councillors of a street; null where nobody has. */
  readonly councillors: CouncillorLookup | null
}

/** Before anything was loaded. */
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

/** What the home page links to is here. */
export const homeLinksLoaded =
  createAction<Pick<ContentState, 'quickLinks' | 'highlights'>>('content/homeLinksLoaded')

/** The summaries of a landing page's children are here, by entry id. */
export const summariesLoaded = createAction<ContentState['summaries']>('content/summariesLoaded')

/** It is known how things stand now. */
export const asOfNow = createAction<AsOfNow>('content/asOfNow')

/** Other applications in the street are here. */
export const nearbyLoaded = createAction<ContentState['nearby']>('content/nearbyLoaded')

/** Others of the same type are here. */
export const relatedLoaded = createAction<ContentState['related']>('content/relatedLoaded')

/** The address of the page is known. After everything else: that begins anew. */
export const addressKnown = createAction<string>('content/addressKnown')

/** A street was looked for. */
export const collectionsLoaded = createAction<CollectionLookup>('content/collectionsLoaded')

/** The councillors of a street were looked for. */
export const councillorsLoaded = createAction<CouncillorLookup>('content/councillorsLoaded')

/** The remote's one slice, under its one key. */
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

/** This remote's part of the state; empty before anything was loaded. */
export const selectContent = (state: Readonly<Record<string, unknown>>): ContentState =>
  (state['content'] as ContentState | undefined) ?? NO_CONTENT
