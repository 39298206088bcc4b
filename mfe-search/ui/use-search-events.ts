import { useEffect, useEffectEvent, useMemo, useRef, type RefObject } from 'react'
import type { Bus, Store } from '@tessera/shared/contract'
import { changesBetween } from '../domain/address-changes.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { tellableTerm } from '../domain/typed-term.ts'
import {
  boxOpened,
  recentTermsCleared,
  restRequested,
  termSearched,
  termTyped,
} from '../state/search-actions.ts'
import { addressOf, createLinks } from '../state/search-links.ts'
import type { SearchState } from '../domain/search-state.ts'
import type { BoxActions } from './search-view.ts'

interface SearchEventsInput {
  readonly search: SearchState
  readonly store: Store
  readonly bus: Bus
}

/** What the parts of the page may do, and the telling of searches to whoever listens on the bus. */
export function useSearchEvents({ search, store, bus }: SearchEventsInput): {
  readonly actions: BoxActions
  readonly root: RefObject<HTMLDivElement | null>
} {
  const root = useRef<HTMLDivElement>(null)
  useSearchTold({ search, store, bus })
  useClicksTold(root, search, bus)
  const actions = useMemo(
    () => ({
      go: (path: string) => bus.emit('route.requested', { path }),
      opened: () => void store.dispatch(boxOpened()),
      typed: (term: string) => void store.dispatch(termTyped({ term })),
      recentCleared: () => void store.dispatch(recentTermsCleared()),
    }),
    [store, bus],
  )
  return { actions, root }
}

/** Tell of each search once its results are on the screen: a new one, or one that was refined. */
function useSearchTold({ search, store, bus }: SearchEventsInput): void {
  const told = useRef<SearchAddress>(null)
  const key = search.currentFacet ?? ''
  const facet = search.facets[key]
  const isAnswered = facet !== undefined && facet.pagingInfo.pagesLoaded.length > 0 && !isPending(search)
  const address = addressOf(search, 'facets', key)
  const tell = useEffectEvent(() => {
    if (!facet || !isAnswered) return
    const changes = told.current && changesBetween(told.current, address)
    told.current = address
    const event = { facet: key, term: tellableTerm(search.term), totalCount: facet.pagingInfo.totalCount }
    if (!changes || changes.isOtherTerm || changes.isOtherKey) {
      bus.emit('search.performed', event)
      if (search.term !== '') store.dispatch(termSearched({ term: search.term }))
    } else bus.emit('search.refined', { ...event, by: namesOf(changes) })
    if (event.totalCount === 0) bus.emit('search.zero', event)
    if (facet.isPartial)
      store.dispatch(restRequested({ context: 'facets', key, params: paramsOf(search, key) }))
  })
  const asked = isAnswered ? JSON.stringify(address) : ''
  useEffect(() => tell(), [asked])
}

/** The parameters of the page's address, its facet among them. */
function paramsOf(search: SearchState, key: string): Readonly<Record<string, string>> {
  const { pageIndex } = addressOf(search, 'facets', key)
  const href = createLinks(search, { context: 'facets', path: '' }, key).toPage(pageIndex)
  return { ...Object.fromEntries(new URLSearchParams(href.split('?')[1])), facet: key }
}

const isPending = ({ facets, currentFacet }: SearchState): boolean => {
  const { entries, pagingInfo } = facets[currentFacet ?? ''] ?? {}
  return entries?.isLoading === true || entries?.isError === true || pagingInfo?.isLoading === true
}

const namesOf = (changes: ReturnType<typeof changesBetween>): readonly string[] => [
  ...new Set(changes.toggled.map(({ filter }) => filter)),
  ...(changes.isOtherOrder ? ['orderBy'] : []),
  ...(changes.isOtherSize ? ['pageSize'] : []),
  ...(changes.isOtherPage ? ['pageIndex'] : []),
]

/** Tell which result is followed: where it stood, and where it leads. */
function useClicksTold(root: RefObject<HTMLDivElement | null>, search: SearchState, bus: Bus): void {
  const tell = useEffectEvent(({ target }: Event) => {
    const link =
      target instanceof Element ? target.closest<HTMLAnchorElement>('[data-results] a[href]') : null
    const facet = search.facets[search.currentFacet ?? '']
    const path = link?.getAttribute('href')
    const place = facet?.results.findIndex((result) => result.path === path) ?? -1
    if (!facet || !path || place < 0) return
    const { pagesLoaded, pageSize } = facet.pagingInfo
    bus.emit('search.result-clicked', {
      facet: search.currentFacet ?? '',
      term: tellableTerm(search.term),
      path,
      position: Math.min(...pagesLoaded) * pageSize + place + 1,
    })
  })
  useEffect(() => {
    const element = root.current
    const listener = (event: Event) => tell(event)
    element?.addEventListener('click', listener)
    return () => element?.removeEventListener('click', listener)
  }, [root])
}
