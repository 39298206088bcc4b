import { useEffect, useEffectEvent, useMemo, useRef, type RefObject } from 'react'
import type { Bus, Store } from '@tessera/shared/contract'
import { changesBetween, isOtherSearch, type AddressChanges } from '../domain/address-changes.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { readParameters } from '../domain/search-route.ts'
import { own } from '../domain/search-source.ts'
import { publishableTerm } from '../domain/typed-term.ts'
import {
  boxOpened,
  recentTermsCleared,
  deferredRequested,
  termSearched,
  termTyped,
  type SearchTarget,
} from '../state/search-actions.ts'
import { addressOf, createLinks } from '../state/search-links.ts'
import type { FacetState, SearchState } from '../domain/search-state.ts'
import type { BoxActions } from './search-view.ts'

interface SearchEventsInput {
  readonly search: SearchState
  /** The facet or listing that is on the screen. */
  readonly target: SearchTarget
  readonly store: Store
  readonly bus: Bus
}

/** The actions of the search box; also publishes search events on the bus. */
export function useSearchEvents({ search, target, store, bus }: SearchEventsInput): {
  readonly actions: BoxActions
  readonly root: RefObject<HTMLDivElement | null>
} {
  const root = useRef<HTMLDivElement>(null)
  usePublishSearches({ search, target, store, bus })
  usePublishClicks(root, { search, target, bus })
  return { actions: useBoxActions(store, bus), root }
}

/** What a search box does in a browser. */
export const useBoxActions = (store: Store, bus: Bus): BoxActions =>
  useMemo(
    () => ({
      go: (path: string) => bus.emit('route.requested', { path }),
      opened: () => void store.dispatch(boxOpened()),
      typed: (term: string) => void store.dispatch(termTyped({ term })),
      recentCleared: () => void store.dispatch(recentTermsCleared()),
    }),
    [store, bus],
  )

/** Publishes each search once its results are shown: as a new one, or as a refined one. */
function usePublishSearches({ search, target, store, bus }: SearchEventsInput): void {
  const published = useRef<SearchAddress>(null)
  const facet = own(search[target.context], target.key)
  const isAnswered = facet !== undefined && facet.pagingInfo.pagesLoaded.length > 0 && !isPending(facet)
  const address = addressOf(search, target.context, target.key)
  const publishSearch = (changes: AddressChanges | null, totalCount: number) => {
    const event = { ...sourceOf(search, target), totalCount }
    if (!changes || changes.isOtherTerm || changes.isOtherKey) {
      bus.emit('search.performed', event)
      if (search.term !== '') store.dispatch(termSearched({ term: search.term }))
    } else bus.emit('search.refined', { ...event, by: namesOf(changes) })
    if (totalCount === 0) bus.emit('search.zero', event)
  }
  const publish = useEffectEvent(() => {
    if (!facet || !isAnswered) return
    const changes = published.current && changesBetween(published.current, address)
    published.current = address
    // The same search again: its visitor came back before there was another answer, or has searched for options of a filter.
    if (!changes || isOtherSearch(changes))
      publishSearch(changes, facet.pagingInfo.totalCount || facet.featuredResults.length)
    if (facet.isPartial) store.dispatch(deferredRequested({ ...target, params: paramsOf(search, target) }))
  })
  const asked = isAnswered ? JSON.stringify(address) : ''
  useEffect(() => publish(), [asked])
}

/** The facet or listing that was searched, and the term, null if it looks personal. */
const sourceOf = ({ term }: SearchState, { context, key }: SearchTarget) => ({
  [context === 'listings' ? 'listing' : 'facet']: key,
  term: publishableTerm(term),
})

/** The parameters of the page's address, including its facet or listing. */
function paramsOf(search: SearchState, { context, key }: SearchTarget): Readonly<Record<string, string>> {
  const { pageIndex } = addressOf(search, context, key)
  const href = createLinks(search, { context, path: '' }, key).toPage(pageIndex)
  const name = context === 'listings' ? 'listingType' : 'facet'
  return { ...readParameters(href.split('?')[1]), [name]: key }
}

const isPending = ({ entries, pagingInfo }: FacetState): boolean =>
  entries.isLoading || entries.isError || pagingInfo.isLoading

const namesOf = (changes: AddressChanges): readonly string[] => [
  ...new Set(changes.toggled.map(({ filter }) => filter)),
  ...(changes.isOtherOrder ? ['orderBy'] : []),
  ...(changes.isOtherSize ? ['pageSize'] : []),
  ...(changes.isOtherPage ? ['pageIndex'] : []),
]

/** Publishes clicks on results, with their path and their position as it is shown. */
function usePublishClicks(
  root: RefObject<HTMLDivElement | null>,
  { search, target, bus }: Omit<SearchEventsInput, 'store'>,
): void {
  const publish = useEffectEvent(({ target: pressed }: Event) => {
    const link = pressed instanceof Element ? pressed.closest('[data-results] li a[href]') : null
    const path = link?.getAttribute('href')
    if (!link || !path) return
    bus.emit('search.result-clicked', { ...sourceOf(search, target), path, position: positionOf(link) })
  })
  // After each render, since the element may be another one.
  useEffect(() => {
    const element = root.current
    const listener = (event: Event) => publish(event)
    element?.addEventListener('click', listener)
    return () => element?.removeEventListener('click', listener)
  })
}

/** Position of a result in its list, counted from the start that the list names. Featured results are a list of their own, from 1. */
function positionOf(link: Element): number {
  const item = link.closest('li')
  const list = item?.parentElement
  const before = [...(list?.children ?? [])].findIndex((one) => one === item)
  return Number(list?.getAttribute('start') ?? 1) + before
}
