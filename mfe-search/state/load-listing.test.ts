import { jest } from '@jest/globals'
import type { Entry, PagedList } from '@tessera/shared/content'
import type { ContentClient, LoadRequest, SearchQuery } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { catalogues, type SearchMessages } from '../messages/index.ts'
import { loadListing } from './load-listing.ts'
import { loadMinilist } from './load-minilist.ts'
import { searchSlice, selectSearch } from './search.slice.ts'

type Search = (query: SearchQuery) => Promise<PagedList<Entry>>

const config: SearchConfig = {
  listings: {
    news: {
      title: 'News',
      queryParams: { contentTypeIds: ['newsArticle'], orderBy: ['-publishedDate'] },
      filters: { topic: { title: 'Topic', fieldId: 'topic', items: [{ key: 'roads', title: 'Roads' }] } },
      sortOptions: [{ title: 'Oldest', orderBy: 'publishedDate' }],
      pageSizes: [20, 50],
    },
    events: { title: 'Events', queryParams: { contentTypeIds: ['event'] } },
    venues: {
      title: 'Venues',
      filters: { near: { title: 'Distance', fieldId: 'location', view: 'near', isSingleSelect: true } },
    },
    planning: { title: 'Planning', queryParams: { contentTypeIds: ['planningApplication'] } },
  },
  minilist: {
    latest: { title: 'Latest', queryParams: { contentTypeIds: ['newsArticle'], pageSize: 3 } },
    related: { title: 'Related', queryParams: { contentTypeIds: ['newsArticle'], useSearchTerm: true } },
  },
}
const anArticle: Entry = {
  sys: { id: 'a', uri: '/news/a', contentTypeId: 'newsArticle' },
  entryTitle: 'A',
}
const aList = (items: readonly Entry[], totalCount = items.length): PagedList<Entry> => ({
  pageIndex: 0,
  pageSize: 20,
  totalCount,
  pageCount: 1,
  items,
})

const aRequest = (
  slot: LoadRequest['slot'],
  search: Search,
  query: Record<string, string> = {},
): LoadRequest<SearchMessages> => ({
  slot,
  language: 'en-GB',
  messages: catalogues['en-GB'],
  query,
  client: { search } as unknown as ContentClient,
  signal: new AbortController().signal,
  origin: 'https://www.larkmoor.example',
  sanitise: (html) => html,
  route: { currentPath: '/news', canonicalPath: '/news' } as LoadRequest['route'],
})
const stateOf = (actions: Awaited<ReturnType<typeof loadListing>>['actions'] = []) =>
  selectSearch({
    search: actions.reduce<unknown>((before, action) => searchSlice.reducer(before, action), undefined),
  })
const aSlot = (listing: string) => ({ id: 'listing', view: 'listing', props: { listing, title: 'All news' } })
const load = async (search: Search, query: Record<string, string> = {}, listing = 'news') => {
  const result = await loadListing(config, aRequest(aSlot(listing), search, query))
  return { result, listing: stateOf(result.actions).listings[listing] }
}

describe('the list of a page (specification 4, Search)', () => {
  it('holds the entries of the page, in the order and with the filters that its address names, in one call', async () => {
    const search = jest.fn<Search>(async () => aList([anArticle], 41))
    const { listing } = await load(search, { pageIndex: '3', topic: 'roads', orderBy: 'publishedDate' })
    expect(search).toHaveBeenCalledTimes(2)
    expect(search.mock.calls[0]?.[0]).toMatchObject({
      pageIndex: 2,
      pageSize: 20,
      orderBy: ['publishedDate'],
    })
    expect(search.mock.calls[0]?.[0].where).toContainEqual({ field: 'topic', in: ['roads'] })
    expect(listing).toMatchObject({
      results: [{ id: 'a', title: 'A', path: '/news/a' }],
      pagingInfo: { pageCount: 3, pageIndex: 2, totalCount: 41 },
    })
  })

  it('names the filters and the order that its translation keeps', async () => {
    const query = { pageIndex: '3', topic: 'roads', orderBy: 'publishedDate', utm_source: 'mail' }
    const { result } = await load(async () => aList([anArticle], 41), query)
    expect(result.sharedSearch).toBe('?orderBy=publishedDate&topic=roads')
  })

  it('says what is on now, and is true until that begins, ends or goes on', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })
    const entries = [
      { from: '2026-10-24T09:00:00Z', to: '2027-01-31T17:00:00Z' },
      { from: '2026-11-28T16:30:00Z', to: '2026-11-28T19:00:00Z' },
    ].map((dates, index) => ({ ...anArticle, sys: { ...anArticle.sys, uri: `/events/${index}` }, dates }))
    const dated: SearchConfig = { ...config, cards: { '*': { dates: 'dates' } } }
    const result = await loadListing(
      dated,
      aRequest(aSlot('events'), async () => aList(entries)),
    )
    jest.useRealTimers()
    const shown = stateOf(result.actions).listings['events']?.results
    expect(shown?.map(({ dates }) => dates?.isOn ?? false)).toEqual([true, false])
    expect(result.validUntil).toBe(Date.parse('2026-11-28T16:30:00Z'))
  })

  it('is one call where nothing is selected', async () => {
    const search = jest.fn<Search>(async () => aList([anArticle]))
    await load(search)
    expect(search).toHaveBeenCalledTimes(1)
  })

  it('has a title and an address of its own for each page', async () => {
    const { result } = await load(async () => aList([anArticle], 41), { pageIndex: '3' })
    expect(result.head).toEqual({
      title: 'All news (page 3 of 3)',
      canonicalPath: '/news?pageIndex=3',
      announcement: '41 results, showing 41 to 41. Page 3',
    })
    expect((await load(async () => aList([anArticle], 41))).result.head).toEqual({
      announcement: '41 results, showing 1 to 1. Page 1',
    })
  })

  it.each([[{ topic: 'roads' }], [{ orderBy: 'publishedDate' }], [{ pageSize: '50' }]])(
    'is no page of its own for search engines once a visitor has changed it: %j',
    async (query) => {
      const { result } = await load(async () => aList([anArticle], 41), query)
      expect(result.head).toEqual({
        robots: 'noindex,follow',
        canonicalPath: null,
        announcement: expect.stringMatching(/^41 results, showing 1 to 1/),
      })
    },
  )

  it.each(['4', '999999'])('is not found past its last page: %s', async (pageIndex) => {
    const { result, listing } = await load(async () => aList([], 41), { pageIndex })
    expect(result).toMatchObject({
      status: 404,
      head: { robots: 'noindex', announcement: 'There is no such page of results.' },
    })
    expect(listing?.results).toEqual([])
  })

  it('says aloud how many there are, in which order, and on which page', async () => {
    const said = async (query: Record<string, string>, total: number) =>
      (await load(async () => aList(total > 0 ? [anArticle] : [], total), query)).result.head?.announcement
    expect(await said({ orderBy: 'publishedDate', pageIndex: '2' }, 41)).toBe(
      '41 results, showing 21 to 21. Sort by: Oldest. Page 2',
    )
    expect(await said({ topic: 'roads' }, 1)).toBe('1 result')
    expect(await said({ topic: 'roads' }, 0)).toBe('Nothing was found')
  })

  it('says aloud that a place is not known, and that the results are not limited by it', async () => {
    const query = { 'near-place': 'zzzz', 'near-distance': '5mi' }
    const { result } = await load(async () => aList([anArticle]), query, 'venues')
    expect(result.head?.announcement).toBe(
      'We do not know “zzzz”, so these results are not limited by distance. 1 result',
    )
  })

  it('is a page of its own when there is nothing to list, and when the configuration has no such list', async () => {
    expect((await load(async () => aList([]))).result.status).toBeUndefined()
    const search = jest.fn<Search>()
    for (const name of ['gone', 'toString']) expect((await load(search, {}, name)).result).toEqual({})
    expect(search).not.toHaveBeenCalled()
  })

  it('is about its own list and no other, and has no term, whatever the address says', async () => {
    const search = jest.fn<Search>(async () => aList([anArticle]))
    const { listing } = await load(search, { listingType: 'planning', term: 'bins' })
    expect(JSON.stringify(search.mock.calls[0]?.[0].where)).toContain('newsArticle')
    expect(JSON.stringify(search.mock.calls[0]?.[0].where)).not.toMatch(/planning|bins/)
    expect(listing?.results).toHaveLength(1)
  })

  it('fails with its search', async () => {
    await expect(load(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  })
})

describe('a short list (reference react-base 2.16)', () => {
  const open = async (search: Search, props: Record<string, unknown>, query = {}, id = 'minilist-latest') => {
    const slot = { id, view: 'minilist', props: props as LoadRequest['slot']['props'] }
    const result = await loadMinilist(config, aRequest(slot, search, query))
    return { result, state: stateOf(result.actions) }
  }

  it('is one call for as many as it shows, without what the page shows already, and says nothing of the head', async () => {
    const search = jest.fn<Search>(async () => aList([anArticle], 9))
    const { result, state } = await open(search, { minilist: 'latest', excludeIds: ['x', 7, 'y'] })
    expect(search).toHaveBeenCalledTimes(1)
    expect(search.mock.calls[0]?.[0]).toMatchObject({ pageIndex: 0, pageSize: 3 })
    expect(search.mock.calls[0]?.[0].where).toContainEqual({ not: [{ field: 'sys.id', in: ['x', 'y'] }] })
    expect(state.minilist['minilist-latest']?.results).toMatchObject([{ id: 'a' }])
    expect(state.minilist['minilist-latest']?.queryParams.excludeIds).toEqual(['x', 'y'])
    expect(Object.keys(result)).toEqual(['actions'])
  })

  it('is in the state under its slot, so that a page may have the same list twice', async () => {
    const search: Search = async () => aList([anArticle])
    const first = await open(search, { minilist: 'latest' })
    const second = await open(search, { minilist: 'latest' }, {}, 'minilist-latest-2')
    const both = stateOf([...(first.result.actions ?? []), ...(second.result.actions ?? [])])
    expect(Object.keys(both.minilist)).toEqual(['minilist-latest', 'minilist-latest-2'])
    expect(both).toMatchObject({ context: 'facets', currentListing: null, currentFacet: null })
  })

  it('ignores the term and the page of the address, unless configured to use the term', async () => {
    const search = jest.fn<Search>(async () => aList([anArticle]))
    await open(search, { minilist: 'latest' }, { term: 'bins', pageIndex: '4' })
    await open(search, { minilist: 'related' }, { term: 'bins', pageIndex: '4' })
    const [plain, searching] = search.mock.calls.map(([query]) => JSON.stringify(query))
    expect(plain).not.toContain('bins')
    expect(searching).toContain('bins')
    expect(searching).toContain('"pageIndex":0')
  })

  it('is nothing where the configuration has no such list, and fails alone', async () => {
    expect((await open(jest.fn<Search>(), { minilist: 'gone' })).result).toEqual({})
    await expect(open(() => Promise.reject(new Error('down')), { minilist: 'latest' })).rejects.toThrow(
      'down',
    )
  })
})
