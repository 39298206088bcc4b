import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { Action, AppEpic, BusEventName, JsonObject, RouteState } from '@tessera/shared/contract'
import { createBus, createStore, EMPTY, mergeMap, storePart, withEpics } from '@tessera/shared/store'
import { StoreProvider } from '@tessera/shared/ui'
import type { FacetState, SearchState } from '../domain/search-state.ts'
import { catalogues } from '../messages/index.ts'
import { filterSelected, deferredRequested, resultsRequested } from '../state/search-actions.ts'
import { searchSlice } from '../state/search.slice.ts'
import { aFacet, aFilter, aSearch } from '../testing/a-search.ts'
import { SearchSlot } from './search-slot.tsx'

const NAMES = ['search.performed', 'search.refined', 'search.zero', 'search.result-clicked'] as const

/** A search slot with a state, its events on the bus, and a way to show another page. */
function show(
  view: 'results' | 'listing' | 'minilist',
  search: SearchState,
  currentPath: string,
  props: JsonObject = { listing: 'news' },
) {
  const routing = { currentPath, location: { pathname: currentPath, search: '', hash: '' } }
  const store = createStore({
    preloadedState: { search, routing: routing as unknown as RouteState },
    epics: withEpics(),
  })
  const seen: Action[] = []
  const record: AppEpic = (action$) => action$.pipe(mergeMap((action) => (seen.push(action), EMPTY)))
  store.inject(storePart({ owner: 'mfe-search', slices: [searchSlice], epics: [record] }))
  const bus = createBus()
  const told: (readonly [BusEventName, unknown])[] = []
  for (const name of NAMES) bus.on(name, (payload) => told.push([name, payload]))
  const slot = {
    slotId: 'main',
    view,
    props,
    store,
    bus,
    messages: catalogues['en-GB']!,
  }
  render(
    <StoreProvider store={store}>
      <SearchSlot {...slot} />
    </StoreProvider>,
  )
  const adopt = (next: SearchState) => act(() => store.adopt({ search: next }))
  return { told, seen, store, adopt }
}

/** Presses a link, which leads nowhere in a test. */
function follow(name: string) {
  const link = screen.getByRole('link', { name })
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
}

const listing = (given: Partial<FacetState> = {}): SearchState =>
  aSearch({
    context: 'listings',
    currentFacet: null,
    currentListing: 'news',
    term: '',
    facets: {},
    listings: { news: aFacet(given) },
  })
const narrowed = aFilter({ items: [{ key: 'homes', title: 'Homes', isSelected: true }] })
const secondPage = { ...aFacet().pagingInfo, pageIndex: 1, pageCount: 3, pagesLoaded: [1], totalCount: 60 }
const none = { results: [], pagingInfo: { ...aFacet().pagingInfo, pageCount: 0, totalCount: 0 } }

describe('what is told on the bus (search, refinement, zero results, result click)', () => {
  test('of a listing, each once its results are on the screen', () => {
    const start = listing({ filters: { topic: aFilter() } })
    const { told, store, adopt } = show('listing', start, '/news')
    expect(told).toEqual([['search.performed', { listing: 'news', term: '', totalCount: 1 }]])
    act(() => void store.dispatch(resultsRequested({ context: 'listings', key: 'news' })))
    expect(told).toHaveLength(1)
    adopt(listing({ filters: { topic: narrowed }, ...none }))
    const zero = { listing: 'news', term: '', totalCount: 0 }
    expect(told.slice(1)).toEqual([
      ['search.refined', { ...zero, by: ['topic'] }],
      ['search.zero', zero],
    ])
  })

  test('which result of a listing is followed: where it stood, and nothing of who did', () => {
    const { told } = show('listing', listing({ pagingInfo: secondPage }), '/news')
    follow('Bins')
    expect(told.at(-1)).toEqual([
      'search.result-clicked',
      { listing: 'news', term: '', path: '/bins', position: 21 },
    ])
  })

  test('which result of a list by months is followed: where it is shown, though it was found in another order', () => {
    const onDay = (id: string, from: string) => ({
      ...{ id, contentTypeId: 'event', title: `Event ${id}`, path: `/${id}` },
      dates: { from },
    })
    const results = [onDay('late', '2026-05-02'), onDay('early', '2026-04-01'), onDay('later', '2026-05-03')]
    const { told } = show('listing', listing({ layout: 'months', results, pagingInfo: secondPage }), '/news')
    const places = ['Event early', 'Event late', 'Event later'].map(
      (name) => (follow(name), told.at(-1)?.[1]),
    )
    expect(places).toMatchObject([
      { path: '/early', position: 21 },
      { path: '/late', position: 22 },
      { path: '/later', position: 23 },
    ])
  })

  test('which featured result is followed: its place among those', () => {
    const featuredResults = ['Rates', 'Waste'].map((title) => ({
      ...{ id: title, contentTypeId: 'page', title, path: `/${title.toLowerCase()}` },
    }))
    const { told } = show('results', aSearch({ facets: { all: aFacet({ featuredResults }) } }), '/search')
    follow('Waste')
    expect(told.at(-1)).toEqual([
      'search.result-clicked',
      { facet: 'all', term: 'bins', path: '/waste', position: 2 },
    ])
  })

  test('only of results: not of links to further ones', () => {
    const queryParams = { ...aFacet().queryParams, loadMorePaging: true }
    const { told } = show('listing', listing({ pagingInfo: secondPage, queryParams }), '/news')
    follow('Show earlier results')
    follow('Show more results')
    expect(told).toHaveLength(1)
  })

  test('of results that come only after the slot', () => {
    const { told, adopt } = show('listing', aSearch({ facets: {} }), '/news')
    adopt(listing())
    follow('Bins')
    expect(told.map(([name]) => name)).toEqual(['search.performed', 'search.result-clicked'])
  })

  test('once, where the visitor goes on and comes back before there is an answer', () => {
    const { told, store, adopt } = show('listing', listing({ filters: { topic: aFilter() } }), '/news')
    const target = { context: 'listings', key: 'news' } as const
    act(() => {
      store.dispatch(filterSelected({ ...target, filter: 'topic', item: 'homes' }))
      store.dispatch(resultsRequested(target))
    })
    adopt(listing({ filters: { topic: aFilter() } }))
    expect(told.map(([name]) => name)).toEqual(['search.performed'])
  })

  test('once, where only the options of a filter are searched for', () => {
    const topic = aFilter({ contentTypeId: 'topic' })
    const { told, adopt } = show('listing', listing({ filters: { topic } }), '/news')
    adopt(listing({ filters: { topic: { ...topic, optionTerm: 'hom' } } }))
    expect(told.map(([name]) => name)).toEqual(['search.performed'])
  })

  test('of the search page, without a term that names a person', () => {
    const { told, adopt } = show('results', aSearch(), '/search')
    adopt(aSearch({ term: 'jo@example.com' }))
    expect(told).toEqual([
      ['search.performed', { facet: 'all', term: 'bins', totalCount: 1 }],
      ['search.performed', { facet: 'all', term: null, totalCount: 1 }],
    ])
  })

  test('what a first view had no room for is asked for, of a listing as of a facet', () => {
    const { seen } = show('listing', listing({ isPartial: true, filters: { topic: narrowed } }), '/news')
    expect(seen.filter(deferredRequested.match).map(({ payload }) => payload)).toEqual([
      { context: 'listings', key: 'news', params: { topic: 'homes', listingType: 'news' } },
    ])
  })
})

describe('a search that is hydrated', () => {
  test.each([
    ['page', 'results', aSearch(), '/search'],
    ['listing', 'listing', listing(), '/news'],
  ] as const)('has all it needs on its %s: nothing is asked for', (_, view, search, path) => {
    const { seen } = show(view, search, path)
    expect(seen.filter(({ type }) => /Requested$/.test(type))).toEqual([])
  })

  test.each([
    ['narrowed', {}, 'Show 1 result', 'Bins'],
    ['empty', none, 'Show 0 results', 'Search without Topic: Homes'],
  ])(
    'as a listing that is %s is worked by what a keyboard reaches by itself',
    (_, facet, showResults, last) => {
      show('listing', listing({ filters: { topic: narrowed }, ...facet }), '/news')
      const worked = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary')]
      expect(worked.map(({ textContent }) => textContent)).toEqual([
        'Filters (1 selected)',
        'Clear Topic',
        'Homes',
        showResults,
        'Remove Topic: Homes',
        'Clear all filters',
        last,
      ])
      expect(worked.filter(({ tabIndex }) => tabIndex < 0)).toEqual([])
      expect(document.querySelectorAll('a:not([href]), [role="button"], [role="link"]')).toHaveLength(0)
    },
  )
})

describe('a listing in which nothing was found', () => {
  test('shows what is featured, and that is found', () => {
    const featuredResults = [{ id: '9', contentTypeId: 'page', title: 'Waste', path: '/waste' }]
    const { told } = show('listing', listing({ ...none, featuredResults }), '/news')
    expect(told).toEqual([['search.performed', { listing: 'news', term: '', totalCount: 1 }]])
    expect(screen.getByRole('link', { name: 'Waste' })).toBeVisible()
  })

  test.each([
    ['says that there is nothing to show', 'where only a hidden filter has a selection', false],
    ['offers to drop the filter', 'where a filter was chosen', true],
  ])('%s, %s', (_, _where, renderable) => {
    show('listing', listing({ filters: { topic: { ...narrowed, renderable } }, ...none }), '/news')
    const said = screen.queryByText('There is nothing to show here at the moment.')
    expect(Boolean(said)).toBe(!renderable)
    expect(screen.queryAllByRole('link', { name: 'Search without Topic: Homes' })).toHaveLength(
      renderable ? 1 : 0,
    )
  })
})

describe('a short list inside a page', () => {
  const minilist = aSearch({ minilist: { main: aFacet({ title: 'News' }) } })

  test('leads to all of it, by a link that says where', () => {
    show('minilist', minilist, '/', { link: { title: 'All our news', href: '/news' } })
    expect(screen.getByRole('region', { name: 'News' })).toBeVisible()
    expect(screen.getByRole('link', { name: /: All our news$/ })).toHaveAttribute('href', '/news')
  })

  test('has no such link where its author has named no page', () => {
    show('minilist', minilist, '/')
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Bins'])
  })
})
