import { jest } from '@jest/globals'
import { createStore, EMPTY, mergeMap, pathChanged, storePart, withEpics } from '@tessera/shared/store'
import type { Action, AppEpic, RouteState } from '@tessera/shared/contract'
import { until } from '@tessera/shared/testing'
import { aFacet, aFilter, aSearch } from '../testing/a-search.ts'
import { followPathEpic, moreLoadedEpic } from './follow-path.epic.ts'
import { deferredEpic } from './deferred.epic.ts'
import * as actions from './search-actions.ts'
import { recentTermsEpic, suggestEpic, type SearchIo } from './search-box.epic.ts'
import type { SearchState } from '../domain/search-state.ts'
import { TYPING_MS } from '../domain/typed-term.ts'
import { searchSlice, selectSearch } from './search.slice.ts'

const pauseFor = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const SEARCH_PAGE = { currentPath: '/search', staticRoute: { path: '/search/:facet?', params: {} } }

function aStore(
  given: Partial<SearchIo> = {},
  search: SearchState = aSearch(),
  routing: object = SEARCH_PAGE,
) {
  const io: SearchIo = {
    suggest: async () => [],
    deferred: async () => ({ totals: {}, items: {}, cut: [] }),
    pause: async () => undefined,
    recentTerms: { read: () => [], add: () => undefined, clear: () => undefined },
    ...given,
  }
  const store = createStore({
    preloadedState: { search, routing: routing as RouteState },
    epics: withEpics(),
  })
  const seen: Action[] = []
  const record: AppEpic = (action$) => action$.pipe(mergeMap((action) => (seen.push(action), EMPTY)))
  const epics = [suggestEpic, recentTermsEpic, deferredEpic, followPathEpic, moreLoadedEpic, record] as const
  store.inject(storePart({ owner: 'mfe-search', slices: [searchSlice], epics, io }))
  return { store, seen, state: () => selectSearch(store.getState()) }
}
const typed = (term: string) => actions.termTyped({ term })
const page = (title: string) => ({ title, path: `/${title}` })

describe('suggestions (newest wins, with abort)', () => {
  test('six letters typed fast make one request, for all six', async () => {
    const asked: string[] = []
    const { store } = aStore({
      pause: (ms, signal) =>
        new Promise((resolve, reject) => {
          expect(ms).toBe(TYPING_MS)
          const timer = setTimeout(resolve, 10)
          signal.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason as Error)))
        }),
      suggest: async (term) => (asked.push(term), []),
    })
    for (const length of [1, 2, 3, 4, 5, 6]) store.dispatch(typed('recycl'.slice(0, length)))
    await until(() => asked.length > 0)
    await pauseFor(20)
    expect(asked).toEqual(['recycl'])
  })

  test('answers that are forced out of order end on the last term, and earlier questions are aborted', async () => {
    const open = new Map<string, (items: readonly { title: string; path: string }[]) => void>()
    const signals = new Map<string, AbortSignal>()
    const { store, state } = aStore({
      suggest: (term, signal) => {
        signals.set(term, signal)
        return new Promise((resolve) => open.set(term, resolve))
      },
    })
    for (const term of ['bi', 'bin', 'bins']) {
      store.dispatch(typed(term))
      await until(() => open.has(term))
    }
    open.get('bins')!([page('last')])
    await until(() => state().suggestions !== undefined)
    open.get('bi')!([page('first')])
    open.get('bin')!([page('second')])
    await pauseFor(5)
    expect(state().suggestions).toEqual({ term: 'bins', items: [page('last')] })
    expect([...signals.values()].map(({ aborted }) => aborted)).toEqual([true, true, false])
  })

  test('there are none for one letter, after a search, and where the request fails', async () => {
    const suggest = jest.fn<SearchIo['suggest']>(async () => [page('a')])
    const { store, state } = aStore({ suggest })
    store.dispatch(typed('b'))
    await pauseFor(5)
    expect(suggest).not.toHaveBeenCalled()
    store.dispatch(typed('bin'))
    await until(() => state().suggestions !== undefined)
    store.dispatch(actions.termSearched({ term: 'bin' }))
    expect(state().suggestions).toBeUndefined()
    suggest.mockRejectedValueOnce(new Error('down'))
    store.dispatch(typed('bins'))
    await until(() => suggest.mock.calls.length === 2)
    await pauseFor(5)
    expect(state().suggestions).toBeUndefined()
    store.dispatch(typed('bins!'))
    await until(() => state().suggestions !== undefined)
  })
})

describe('recent searches', () => {
  test('are read when the box is opened, stored after a search, and deleted when cleared', () => {
    const recentTerms = {
      read: () => ['roads'],
      add: jest.fn<(term: string) => void>(),
      clear: jest.fn<() => void>(),
    }
    const { store, state } = aStore({ recentTerms })
    store.dispatch(actions.boxOpened())
    expect(state().recentTerms).toEqual(['roads'])
    store.dispatch(actions.termSearched({ term: 'bins' }))
    expect(recentTerms.add.mock.calls).toEqual([['bins']])
    store.dispatch(actions.recentTermsCleared())
    expect(state().recentTerms).toEqual([])
    expect(recentTerms.clear).toHaveBeenCalledTimes(1)
  })
})

describe('what a page was served without (specification 4, Search: the other facets are preloaded)', () => {
  const wanted = actions.deferredRequested({ context: 'facets', key: 'all', params: { facet: 'all' } })

  test('totals of other facets and items of filters come later', async () => {
    const search = aSearch({
      facets: {
        all: aFacet({ filters: { topic: aFilter({ items: [] }) } }),
        news: aFacet({ pagingInfo: { ...aFacet().pagingInfo, pagesLoaded: [] } }),
      },
    })
    const items = { topic: [{ key: 'homes', title: 'Homes', isSelected: false }] }
    const deferred = jest.fn<SearchIo['deferred']>(async () => ({
      totals: { news: 4 },
      items,
      cut: ['topic'],
      without: { all: 5, each: { topic: 3 } },
    }))
    const { store, state } = aStore({ deferred }, search)
    store.dispatch(wanted)
    await until(() => state().facets['news']!.preloaded === true)
    expect(deferred.mock.calls[0]![0]).toEqual({ facet: 'all' })
    expect(state().facets['news']!.pagingInfo.totalCount).toBe(4)
    expect(state().facets['all']!.filters['topic']).toMatchObject({ items: items.topic, isCut: true })
    expect(state().facets['all']!.without).toEqual({ all: 5, each: { topic: 3 } })
  })

  describe('of a filter whose items are left to the browser', () => {
    const items = [{ key: 'homes', title: 'Homes', isSelected: false }]
    const chosen = { key: 'roads', isSelected: true }
    const left = aFilter({ isLoading: true, items: [chosen] })
    const filtersAfter = async (deferred: SearchIo['deferred']) => {
      const filters = { topic: left, ward: left, size: aFilter() }
      const { store, state } = aStore({ deferred }, aSearch({ facets: { all: aFacet({ filters }) } }))
      store.dispatch(wanted)
      await pauseFor(5)
      return state().facets['all']!.filters
    }

    test('come, or are an error; what was loaded with the page stays', async () => {
      const filters = await filtersAfter(async () => ({ totals: {}, items: { topic: items }, cut: [] }))
      expect(filters).toMatchObject({
        topic: { isLoading: false, isError: false, items: [...items, chosen] },
        ward: { isLoading: false, isError: true, items: [chosen] },
        size: aFilter(),
      })
    })

    test('are an error where the request fails', async () => {
      const filters = await filtersAfter(() => Promise.reject(new Error('down')))
      expect(filters).toMatchObject({
        topic: { isLoading: false, isError: true },
        ward: { isLoading: false, isError: true },
        size: aFilter(),
      })
    })

    test('are needed, also where the visitor saves data', async () => {
      const deferred = jest.fn<SearchIo['deferred']>(async () => ({ totals: {}, items: {}, cut: [] }))
      await filtersAfter(deferred)
      aStore({ deferred }, aSearch({ facets: { all: aFacet() } })).store.dispatch(wanted)
      expect(deferred.mock.calls.map(([, , isNeeded]) => isNeeded)).toEqual([true, false])
    })
  })

  test('of a composition are requested with its name, so that the totals of its other lists come too', async () => {
    const list = aFacet({ pagingInfo: { ...aFacet().pagingInfo, pagesLoaded: [0] } })
    const other = aFacet({ pagingInfo: { ...aFacet().pagingInfo, pagesLoaded: [] } })
    const search = aSearch({
      context: 'listings',
      currentListing: 'events',
      currentComposition: 'whatsOn',
      listings: { events: list, news: other },
    })
    const deferred = jest.fn<SearchIo['deferred']>(async () => ({ totals: { news: 4 }, items: {}, cut: [] }))
    const { store, state } = aStore({ deferred }, search)
    const params = { listingType: 'events' }
    store.dispatch(actions.deferredRequested({ context: 'listings', key: 'events', params }))
    await until(() => state().listings['news']!.preloaded === true)
    expect(deferred.mock.calls[0]![0]).toEqual({ ...params, composition: 'whatsOn' })
    expect(state().listings['news']!.pagingInfo.totalCount).toBe(4)
  })

  test('are aborted when the visitor navigates, and have no effect when they fail', async () => {
    let signal: AbortSignal | undefined
    const deferred = jest.fn<SearchIo['deferred']>((_, own) => ((signal = own), new Promise(() => undefined)))
    const { store, state } = aStore({ deferred })
    store.dispatch(wanted)
    expect(signal?.aborted).toBe(false)
    store.dispatch(pathChanged({ path: '/', search: '', hash: '' }))
    expect(signal?.aborted).toBe(true)
    deferred.mockRejectedValueOnce(new Error('down'))
    const before = state()
    store.dispatch(wanted)
    await pauseFor(5)
    expect(state()).toBe(before)
  })
})

describe('on the way to another state of the search (specification 4, Search)', () => {
  const search = aSearch({
    facets: {
      all: aFacet({
        filters: { topic: aFilter() },
        sortOptions: [{ title: 'Newest', orderBy: '-date' }],
        pageSizes: [50],
        pagingInfo: { ...aFacet().pagingInfo, pagesLoaded: [0], pageCount: 9, totalCount: 99 },
      }),
      news: aFacet({ pagingInfo: { ...aFacet().pagingInfo, pagesLoaded: [] } }),
    },
  })
  const go = (path: string, text = '') => {
    const { store, state } = aStore({}, search)
    store.dispatch(pathChanged({ path, search: text, hash: '' }))
    return state()
  }

  test('selections are applied at once, and the results are marked as being replaced', () => {
    const { facets, term } = go('/search', '?term=roads&topic=homes&orderBy=-date&pageSize=50&pageIndex=2')
    expect(term).toBe('roads')
    expect(facets['all']).toMatchObject({
      queryParams: { dynamicOrderBy: ['-date'] },
      pagingInfo: { pageIndex: 1, pageSize: 50, isLoading: true },
      entries: { isLoading: true },
      results: [{ id: '1' }],
    })
    expect(facets['all']!.filters['topic']!.items[0]).toMatchObject({ key: 'homes', isSelected: true })
  })

  test('of several parameters of one name the first counts, as on the server', () => {
    const { facets } = go('/search', '?term=bins&topic=homes&topic=roads')
    expect(facets['all']!.filters['topic']!.items.map(({ isSelected }) => isSelected)).toEqual([true, false])
  })

  test('another facet only shows that it is loading', () => {
    const state = go('/search/news', '?term=bins')
    expect(state.currentFacet).toBe('all')
    expect(state.facets['all']!.entries.isLoading).toBe(true)
  })

  test('a facet or tab that has results is shown at once, marked as being replaced', () => {
    const tabs = [
      { id: 'all', label: 'All', facets: ['all'], totalCount: null },
      { id: 'more', label: 'More', facets: ['events', 'news'], totalCount: null },
    ]
    const facets = { ...search.facets, news: aFacet(), events: aFacet() }
    for (const key of ['news', 'events']) {
      const { store, state } = aStore({}, { ...search, tabs, facets })
      store.dispatch(pathChanged({ path: `/search/${key}`, search: '?term=bins', hash: '' }))
      expect(state().currentFacet).toBe(key)
      expect(state().facets[key]!.entries.isLoading).toBe(true)
      expect(state().facets['all']!.entries.isLoading).toBe(false)
    }
  })

  test('filters that nothing is selected of any more are cleared, one or all, and others keep their items', () => {
    const chosen = aFilter({ items: aFilter().items.map((item) => ({ ...item, isSelected: true })) })
    const two = { ...search.facets['all']!, filters: { topic: chosen, ward: chosen } }
    const selectedAt = (text: string) => {
      const { store, state } = aStore({}, { ...search, facets: { all: two } })
      store.dispatch(pathChanged({ path: '/search', search: text, hash: '' }))
      const { filters, entries } = state().facets['all']!
      expect(entries.isLoading).toBe(true)
      return Object.values(filters).map(({ items }) =>
        items.filter((item) => item.isSelected).map(({ key }) => key),
      )
    }
    expect(selectedAt('?term=bins')).toEqual([[], []])
    expect(selectedAt('?term=bins&topic=homes,roads')).toEqual([['homes', 'roads'], []])
    expect(selectedAt('?term=bins&topic=homes')).toEqual([['homes'], []])
  })

  test('what was chosen in a listing holds at once too, but nothing of another listing of its page', () => {
    const listing = aFacet({
      filters: { topic: aFilter() },
      sortOptions: [{ title: 'Oldest', orderBy: 'date' }],
    })
    const before = aSearch({
      context: 'listings',
      currentListing: 'news',
      currentFacet: null,
      term: '',
      facets: {},
      listings: { news: listing, events: listing },
    })
    const goFrom = (here: string, path: string, text: string) => {
      const { store, state } = aStore({}, before, { currentPath: '/news', location: { search: here } })
      store.dispatch(pathChanged({ path, search: text, hash: '' }))
      return state()
    }
    const { listings } = goFrom('', '/news', '?topic=homes&orderBy=date&term=x')
    expect(listings['news']).toMatchObject({
      queryParams: { dynamicOrderBy: ['date'] },
      entries: { isLoading: true },
      results: [{ id: '1' }],
    })
    expect(listings['news']!.filters['topic']!.items[0]).toMatchObject({ key: 'homes', isSelected: true })
    expect(listings['events']!.filters).toBe(listing.filters)
    const [others, same] = ['?listingType=events&topic=homes', '?listingType=news&topic=homes']
    for (const [here, path, text] of [
      ['', '/news', others],
      ['', '/events', '?topic=homes'],
      ['', '/news/roads', '?topic=homes'],
      ['', '/news', '?term=x&utm_source=letter'],
    ] as const)
      expect(goFrom(here, path, text)).toBe(before)
    expect(goFrom('?listingType=news', '/news', same).listings['news']!.entries.isLoading).toBe(true)
  })

  test('what has failed is requested again', () => {
    const failed = aFacet({ entries: { isLoading: false, isError: true } })
    const { store, state } = aStore({}, aSearch({ facets: { all: failed } }))
    store.dispatch(pathChanged({ path: '/search', search: '?term=bins', hash: '' }))
    expect(state().facets['all']).toMatchObject({
      entries: { isLoading: true, isError: false },
      pagingInfo: { pagesLoaded: [] },
    })
  })

  test('without a change of the search there is no request', () => {
    expect(go('/search', '?term=bins')).toBe(search)
    expect(go('/search', '?term=bins&utm_source=letter&pageSize=20&pageIndex=1')).toBe(search)
  })

  test('a link out of the search changes nothing', () => {
    expect(go('/news', '?term=x')).toBe(search)
    expect(go('/search/a/b/c')).toBe(search)
  })

  test('a path that only begins like that of the search is another page', () => {
    for (const path of ['/search-help', '/searching/all', '/sear']) expect(go(path, '?term=x')).toBe(search)
  })
})

describe('pages that are loaded one after another (specification 4, Search)', () => {
  const withPage = (pageIndex: number, term = 'bins') => {
    const given = aFacet()
    const facet = aFacet({
      answeredTerm: term,
      queryParams: { ...given.queryParams, loadMorePaging: true },
      results: given.results.map((result) => ({ ...result, id: `of page ${pageIndex}`, pageIndex })),
      pagingInfo: { ...given.pagingInfo, pageIndex, pagesLoaded: [pageIndex] },
    })
    return {
      term,
      context: 'listings',
      currentListing: 'news',
      facets: {},
      listings: { news: facet },
    } as const
  }

  test('an added page dispatches an action, another search or the same page does not', () => {
    const { store, seen, state } = aStore({}, aSearch(withPage(0)))
    const more = () => seen.filter(actions.moreLoaded.match).map(({ payload }) => payload)
    store.adopt({ search: aSearch(withPage(0)) })
    expect(more()).toEqual([])
    store.adopt({ search: aSearch(withPage(1)) })
    expect(state().listings['news']!.results).toHaveLength(2)
    expect(more()).toEqual([{ context: 'listings', key: 'news', pageIndex: 1 }])
    store.adopt({ search: aSearch(withPage(1)) })
    // After leaving and coming back, exactly the loaded results are there again.
    const { listings, ...rest } = withPage(0)
    store.adopt({
      search: aSearch({ ...rest, currentListing: 'events', listings: { events: listings.news } }),
    })
    store.adopt({ search: aSearch(withPage(1)) })
    expect(state().listings['news']!.pagingInfo.pagesLoaded).toEqual([0, 1])
    store.adopt({ search: aSearch(withPage(2, 'roads')) })
    expect(more()).toHaveLength(1)
    const first = aStore({}, aSearch({ ...withPage(0), listings: {} }))
    first.store.adopt({ search: aSearch(withPage(0)) })
    expect(first.seen.some(actions.moreLoaded.match)).toBe(false)
  })
})
