import type { Action } from '@tessera/shared/contract'
import { aFacet, aFilter, aSearch } from '../testing/a-search.ts'
import { adoptSearch } from './loaded-pages.ts'
import * as actions from './search-actions.ts'
import type { FacetState, ResultCard, SearchState } from '../domain/search-state.ts'
import { searchSlice } from './search.slice.ts'

const reduce = (state: SearchState, ...done: readonly Action[]): SearchState =>
  done.reduce<unknown>((before, action) => searchSlice.reducer(before, action), state) as SearchState

const ALL = { context: 'facets', key: 'all' } as const
const paged = { ...aFacet().pagingInfo, pageIndex: 2, pagesLoaded: [1, 2], totalCount: 90, pageCount: 5 }
const twoFacets = aSearch({
  facets: {
    all: aFacet({ pagingInfo: paged, filters: { topic: aFilter(), ward: aFilter({ title: 'Ward' }) } }),
    news: aFacet({ pagingInfo: paged, filters: { topic: aFilter() } }),
  },
  tabs: [
    { id: 'main', label: 'All', facets: ['all'], currentFacet: 'all', totalCount: null },
    { id: 'news', label: 'News', facets: ['news'], defaultFacet: 'news', totalCount: null },
  ],
})
const IS_RESET = { queryDuration: 0, pagingInfo: { pageIndex: 0, pagesLoaded: [] } }
const selected = ({ filters }: FacetState, name = 'topic') =>
  filters[name]?.items.filter(({ isSelected }) => isSelected).map(({ key }) => key)

describe('search state (specification 4, Search)', () => {
  test('applying the route filters sets facet, term, filters, page, size and order from the address', () => {
    const address = {
      context: 'facets',
      key: 'news',
      term: 'homes',
      orderBy: '-date,title',
      pageIndex: 1,
      pageSize: 50,
      filters: { topic: ['roads', 'unheard-of'] },
      hash: null,
    } as const
    const state = reduce(twoFacets, actions.routeFiltersApplied(address))
    expect(state).toMatchObject({ term: 'homes', currentFacet: 'news' })
    expect(state.tabs[1]).toMatchObject({ currentFacet: 'news' })
    expect(state.facets['news']).toMatchObject({
      queryParams: { dynamicOrderBy: ['-date', 'title'], pageSize: 20 },
      pagingInfo: { pageIndex: 1, pageSize: 50 },
    })
    expect(selected(state.facets['news']!)).toEqual(['roads', 'unheard-of'])
    expect(state.facets['all']).toBe(twoFacets.facets['all'])
    // What the next address does not name is reset.
    const next = reduce(state, actions.routeFiltersApplied({ ...address, filters: {}, orderBy: null }))
    expect(selected(next.facets['news']!)).toEqual([])
    expect(next.facets['news']!.filters['topic']!.items).toHaveLength(2)
    expect(next.facets['news']!.queryParams.dynamicOrderBy).toEqual([])
  })

  test('a search that is requested is loading, and then has results, or has failed with the old ones kept', () => {
    const requested = reduce(aSearch(), actions.resultsRequested(ALL))
    expect(requested.facets['all']!.entries).toEqual({ isLoading: true, isError: false })
    const failed = reduce(requested, actions.resultsFailed({ ...ALL, error: { code: 'content/no-answer' } }))
    expect(failed.facets['all']).toMatchObject({
      entries: { isLoading: false, isError: true, error: { code: 'content/no-answer' } },
      results: [{ id: '1' }],
    })
    const loaded = reduce(
      failed,
      actions.resultsLoaded({
        ...ALL,
        results: [],
        queryDuration: 5,
        correctedTerm: 'bins',
        pagingInfo: { pageCount: 0, pageIndex: 0, pageSize: 20, totalCount: 0 },
      }),
    )
    expect(loaded.facets['all']).toMatchObject({
      entries: { isLoading: false, isError: false },
      results: [],
      correctedTerm: 'bins',
      queryDuration: 5,
      answeredTerm: 'bins',
      pagingInfo: { totalCount: 0, pagesLoaded: [0], isLoading: false },
    })
    const again = reduce(loaded, actions.resultsLoaded({ ...ALL, results: [], pagingInfo: paged }))
    expect(again.facets['all']!.correctedTerm).toBeUndefined()
  })

  test('filters load lazily: loading, then their items with the selection kept, or an error', () => {
    const filter = { ...ALL, filter: 'topic' }
    const chosen = reduce(twoFacets, actions.filterSelected({ ...filter, item: 'gone' }))
    const loading = reduce(chosen, actions.filterItemsRequested(filter))
    expect(loading.facets['all']!.filters['topic']).toMatchObject({ isLoading: true, isError: false })
    const items = [{ key: 'roads', title: 'Roads', isSelected: false, count: 7 }]
    const loaded = reduce(loading, actions.filterItemsLoaded({ ...filter, items }))
    expect(loaded.facets['all']!.filters['topic']).toMatchObject({
      isLoading: false,
      items: [
        { key: 'roads', count: 7, isSelected: false },
        { key: 'gone', isSelected: true },
      ],
    })
    const failed = reduce(loading, actions.filterItemsFailed(filter))
    expect(failed.facets['all']!.filters['topic']).toMatchObject({ isLoading: false, isError: true })
    expect(selected(failed.facets['all']!)).toEqual(['gone'])
  })

  test('another term resets the paging of every facet, the same one none', () => {
    const state = reduce(twoFacets, actions.termChanged({ term: 'roads' }))
    expect(state).toMatchObject({ term: 'roads', facets: { all: IS_RESET, news: IS_RESET } })
    expect(reduce(twoFacets, actions.termChanged({ term: 'bins' }))).toBe(twoFacets)
    const asWritten = reduce(twoFacets, actions.termChanged({ term: 'bins', asWritten: true }))
    expect(asWritten).toMatchObject({ asWritten: true, facets: { all: IS_RESET, news: IS_RESET } })
  })

  test('another order resets the paging of every facet', () => {
    const state = reduce(twoFacets, actions.orderChanged({ ...ALL, orderBy: ['-date'] }))
    expect(state.facets).toMatchObject({
      all: { ...IS_RESET, queryParams: { dynamicOrderBy: ['-date'] } },
      news: { ...IS_RESET, queryParams: { dynamicOrderBy: [] } },
    })
  })

  test('another page size resets the paging of its facet', () => {
    const state = reduce(twoFacets, actions.pageSizeChanged({ ...ALL, pageSize: 50 }))
    expect(state.facets['all']).toMatchObject({
      queryDuration: 0,
      pagingInfo: { pageIndex: 0, pagesLoaded: [], pageSize: 50 },
    })
    expect(state.facets['news']).toBe(twoFacets.facets['news'])
  })

  test('selecting a filter resets the paging of its facet and toggles the item', () => {
    const select = actions.filterSelected({ ...ALL, filter: 'topic', item: 'homes' })
    const state = reduce(twoFacets, select)
    expect(selected(state.facets['all']!)).toEqual(['homes'])
    expect(state.facets['all']).toMatchObject(IS_RESET)
    expect(state.facets['news']).toBe(twoFacets.facets['news'])
    expect(selected(reduce(state, select).facets['all']!)).toEqual([])
  })

  test('single-select filters deselect the other items', () => {
    const single = aSearch({
      facets: { all: aFacet({ filters: { topic: aFilter({ isSingleSelect: true }) } }) },
    })
    const select = (item: string) => actions.filterSelected({ ...ALL, filter: 'topic', item })
    expect(selected(reduce(single, select('homes'), select('roads')).facets['all']!)).toEqual(['roads'])
  })

  test('grouped filters reset the other facets, which have the same selection then', () => {
    const grouped = { topic: aFilter({ isGrouped: true }) }
    const state = aSearch({
      facets: {
        all: aFacet({ pagingInfo: paged, filters: grouped }),
        news: aFacet({ pagingInfo: paged, filters: grouped }),
        events: aFacet({ pagingInfo: paged, filters: { topic: aFilter() } }),
      },
    })
    const { facets } = reduce(state, actions.filterSelected({ ...ALL, filter: 'topic', item: 'homes' }))
    expect(facets).toMatchObject({ all: IS_RESET, news: IS_RESET, events: IS_RESET })
    expect([selected(facets['news']!), selected(facets['events']!)]).toEqual([['homes'], []])
  })

  test('filters are cleared one by one or all at once', () => {
    const select = (filter: string) => actions.filterSelected({ ...ALL, filter, item: 'homes' })
    const both = reduce(twoFacets, select('topic'), select('ward'))
    const one = reduce(both, actions.filterCleared({ ...ALL, filter: 'topic' })).facets['all']!
    expect([selected(one), selected(one, 'ward')]).toEqual([[], ['homes']])
    const none = reduce(both, actions.filtersCleared(ALL)).facets['all']!
    expect([selected(none), selected(none, 'ward')]).toEqual([[], []])
    expect(none).toMatchObject(IS_RESET)
  })

  test('changing the page records the previous index and marks paging as loading', () => {
    const state = reduce(twoFacets, actions.pageChosen({ ...ALL, pageIndex: 4 }))
    expect(state.facets['all']).toMatchObject({
      queryDuration: 0,
      pagingInfo: { pageIndex: 4, prevPageIndex: 2, isLoading: true },
    })
  })

  test('with internal paging another page asks for nothing', () => {
    const { queryParams } = aFacet()
    const internal = aSearch({
      facets: { all: aFacet({ queryParams: { ...queryParams, internalPaging: true } }) },
    })
    expect(reduce(internal, actions.pageChosen({ ...ALL, pageIndex: 1 })).facets['all']).toMatchObject({
      queryDuration: 10,
      pagingInfo: { pageIndex: 1, isLoading: false },
    })
  })

  test('a facet is chosen by its name or by its tab, which remembers it', () => {
    expect(reduce(twoFacets, actions.tabChosen({ id: 'news' })).currentFacet).toBe('news')
    const state = reduce(twoFacets, actions.facetChosen({ key: 'news' }))
    expect(state).toMatchObject({ currentFacet: 'news', tabs: [{}, { currentFacet: 'news' }] })
    expect(reduce(twoFacets, actions.tabChosen({ id: 'unheard-of' }))).toBe(twoFacets)
  })

  test('totals of other facets are kept with them; a tab has a total when all its facets have', () => {
    const uncounted = aFacet({ pagingInfo: { ...paged, pagesLoaded: [], totalCount: 0 } })
    const facets = { all: aFacet(), news: uncounted, events: uncounted }
    const tabs = [
      { id: 'main', label: 'All', facets: ['all'], totalCount: null },
      { id: 'more', label: 'More', facets: ['news', 'events'], totalCount: null },
      { id: 'one', label: 'One', facets: ['all', 'events'], countedFacet: 'all', totalCount: null },
    ]
    const totalsOf = (...done: readonly Action[]) => {
      const state = reduce(aSearch({ facets, tabs }), ...done)
      return [state.tabs.map(({ totalCount }) => totalCount), state.facets['news']] as const
    }
    const [some, news] = totalsOf(actions.totalsLoaded({ totals: { news: 12 } }))
    expect(some).toEqual([1, null, 1])
    expect(news).toMatchObject({ preloaded: true, pagingInfo: { totalCount: 12 } })
    expect(totalsOf(actions.totalsLoaded({ totals: { news: 12, events: 3, all: 99 } }))[0]).toEqual([
      1, 15, 1,
    ])
    // A search that failed has no total.
    const failed = [actions.resultsFailed(ALL), actions.totalsLoaded({ totals: { news: 12, events: 3 } })]
    expect(totalsOf(...failed)[0]).toEqual([null, 15, null])
  })

  test('the searches of several slots of a page stand side by side', () => {
    const state = reduce(
      aSearch({ facets: {} }),
      actions.searchOpened({ context: 'listings', key: 'news', listings: { news: aFacet() } }),
      actions.searchOpened({ context: 'minilist', key: 'slot-1', minilist: { 'slot-1': aFacet() } }),
    )
    expect(state).toMatchObject({ context: 'listings', currentListing: 'news', currentFacet: 'all' })
    expect([Object.keys(state.listings), Object.keys(state.minilist)]).toEqual([['news'], ['slot-1']])
  })

  test('a reset starts the paging of one facet anew', () => {
    const state = reduce(twoFacets, actions.searchReset(ALL))
    expect(state.facets['all']).toMatchObject(IS_RESET)
    expect(state.facets['news']).toBe(twoFacets.facets['news'])
  })
})

const more = { ...aFacet().queryParams, loadMorePaging: true }
const card = (id: string, pageIndex: number): ResultCard => ({
  id,
  contentTypeId: 'page',
  title: id,
  path: `/${id}`,
  pageIndex,
})
/** A page of a list to which further pages are added. */
const grown = (pageIndex: number, ids: readonly string[], given: Partial<FacetState> = {}): FacetState =>
  aFacet({
    queryParams: more,
    answeredTerm: 'bins',
    results: ids.map((id) => card(id, pageIndex)),
    pagingInfo: { ...aFacet().pagingInfo, pageIndex, pagesLoaded: [pageIndex], totalCount: 9, pageCount: 5 },
    ...given,
  })
const withAll = (all: FacetState) => aSearch({ facets: { all } })
const ids = (state: SearchState) => state.facets['all']?.results.map(({ id }) => id)

describe('pages that are loaded one after another (specification 4, Search)', () => {
  test('a later page goes below those that are there, an earlier one above', () => {
    const both = adoptSearch(withAll(grown(1, ['c', 'd'])), withAll(grown(2, ['e'])))
    expect(ids(both)).toEqual(['c', 'd', 'e'])
    const all = adoptSearch(both, withAll(grown(0, ['a', 'b'])))
    expect(ids(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(all.facets['all']!.pagingInfo).toMatchObject({
      pagesLoaded: [0, 1, 2],
      pageIndex: 0,
      prevPageIndex: 2,
    })
  })

  test('a page that was loaded already is replaced by its newer version, without duplicates', () => {
    const both = adoptSearch(withAll(grown(0, ['a', 'b'])), withAll(grown(1, ['c'])))
    // An entry has been published meanwhile, so the last one of the first page has moved to the second.
    const again = adoptSearch(both, withAll(grown(1, ['b', 'c'])))
    expect(ids(again)).toEqual(['a', 'b', 'c'])
    expect(again.facets['all']!.pagingInfo.pagesLoaded).toEqual([0, 1])
  })

  test.each([
    ['with a page missing between them', grown(3, ['z'])],
    ['of another term', grown(1, ['z'], { answeredTerm: 'roads' })],
    ['in another order', grown(1, ['z'], { queryParams: { ...more, dynamicOrderBy: ['-date'] } })],
    [
      'with another filter',
      grown(1, ['z'], {
        filters: { topic: aFilter({ items: [{ key: 'homes', title: 'Homes', isSelected: true }] }) },
      }),
    ],
    ['of lists that are paged', aFacet({ ...grown(1, ['z']), queryParams: aFacet().queryParams })],
  ])('pages %s are never one list', (_, next) => {
    expect(ids(adoptSearch(withAll(grown(0, ['a'])), withAll(next)))).toEqual(['z'])
  })

  test('pages of a term as it is written, and as it may have been meant, are never one list', () => {
    const meant = withAll(grown(0, ['a']))
    expect(ids(adoptSearch(meant, { ...withAll(grown(1, ['z'])), asWritten: true }))).toEqual(['z'])
  })

  test('a search that failed keeps the earlier results and options, with the new selection and without their counts', () => {
    const topic = (isSelected: boolean) =>
      aFilter({ items: [{ key: 'homes', title: 'Homes', isSelected, count: 3 }] })
    const failed = { isLoading: false, isError: true, error: { status: 503 } }
    const none = { ...aFacet().pagingInfo, pagesLoaded: [], totalCount: 0, pageCount: 0 }
    for (const before of [aFacet({ answeredTerm: 'bins' }), grown(0, ['1'])]) {
      const served = aFacet({
        queryParams: before.queryParams,
        results: [],
        entries: failed,
        pagingInfo: none,
        filters: { topic: { ...topic(true), items: [{ key: 'homes', isSelected: true }] } },
      })
      const all = adoptSearch(withAll({ ...before, filters: { topic: topic(false) } }), withAll(served))
        .facets['all']!
      expect(all).toMatchObject({ entries: failed, pagingInfo: none, answeredTerm: 'bins' })
      expect(all.results).toEqual(before.results)
      expect(all.filters['topic']?.items).toEqual([{ key: 'homes', title: 'Homes', isSelected: true }])
      // The next answer replaces them.
      expect(ids(adoptSearch(withAll(all), withAll(grown(1, ['z']))))).toEqual(['z'])
    }
  })

  test('what was loaded is there again after another page, or another facet, was shown', () => {
    const both = adoptSearch(withAll(grown(0, ['a'])), withAll(grown(1, ['b'])))
    const elsewhere = adoptSearch(both, aSearch({ facets: {}, context: 'listings', term: '' }))
    expect(ids(adoptSearch(elsewhere, withAll(grown(1, ['b']))))).toEqual(['a', 'b'])
    const counted = aFacet({
      preloaded: true,
      pagingInfo: { ...aFacet().pagingInfo, pagesLoaded: [], totalCount: 8 },
    })
    const other = adoptSearch(
      both,
      aSearch({ currentFacet: 'news', facets: { news: aFacet(), all: counted } }),
    )
    expect(other.facets['all']!.pagingInfo.totalCount).toBe(8)
    expect(ids(adoptSearch(other, withAll(grown(1, ['b']))))).toEqual(['a', 'b'])
  })

  test('a facet that is kept has the total of its results until it is counted again, and is not kept for another term', () => {
    const left = aFacet({ pagingInfo: { ...aFacet().pagingInfo, pagesLoaded: [], totalCount: 0 } })
    const served = aSearch({ currentFacet: 'news', facets: { news: aFacet(), all: left } })
    const kept = adoptSearch(withAll(grown(0, ['a'])), served)
    expect(kept.facets['all']!.pagingInfo.totalCount).toBe(9)
    const counted = reduce(kept, actions.totalsLoaded({ totals: { all: 40, news: 3 } }))
    expect(counted.facets['all']!.pagingInfo.totalCount).toBe(40)
    expect(counted.facets['news']!.pagingInfo.totalCount).toBe(1)
    expect(ids(adoptSearch(withAll(grown(0, ['a'])), { ...served, term: 'roads' }))).toEqual(['1'])
  })

  test('the index of the page before is that of the page that the visitor came from, however the list is paged', () => {
    const plain = (pageIndex: number) => grown(pageIndex, ['z'], { queryParams: aFacet().queryParams })
    for (const page of [plain, (pageIndex: number) => grown(pageIndex, [`${pageIndex}`])]) {
      const chosen = reduce(withAll(page(1)), actions.pageChosen({ ...ALL, pageIndex: 2 }))
      expect(adoptSearch(chosen, withAll(page(2))).facets['all']!.pagingInfo.prevPageIndex).toBe(1)
      expect(adoptSearch(withAll(page(1)), withAll(page(2))).facets['all']!.pagingInfo.prevPageIndex).toBe(1)
    }
  })
})
