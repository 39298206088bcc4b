import { jest } from '@jest/globals'
import type { Entry, PagedList } from '@tessera/shared/content'
import type { ContentClient, DataRequest, LoadRequest } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { catalogues, type SearchMessages } from '../messages/index.ts'
import { loadDeferred } from './load-deferred.ts'
import { loadSearch } from './load-search.ts'
import { createLinks } from './search-links.ts'
import { searchSlice, selectSearch } from './search.slice.ts'
import { vocabularyAnswer } from '../testing/a-vocabulary.ts'

type Search = ContentClient['search']

const topic = {
  title: 'Topic',
  fieldId: 'topic',
  items: [{ key: 'homes', title: 'Homes' }],
  isGrouped: true,
} as const
const config: SearchConfig = {
  tabs: [
    { id: 'all', label: 'Everything' },
    { id: 'more', label: { 'en-GB': 'More', cy: 'Mwy' } },
  ],
  facets: {
    all: {
      title: 'Everything',
      tabId: 'all',
      filters: { topic },
      sortOptions: [{ title: 'Best', orderBy: '' }],
    },
    news: { title: 'News', tabId: 'more', queryParams: { contentTypeIds: ['news'] }, filters: { topic } },
    events: { title: 'Events', tabId: 'more', queryParams: { contentTypeIds: ['event'] } },
  },
  contactPath: { 'en-GB': '/contact', cy: '/cy/cysylltu' },
  cards: { news: { kind: 'News' } },
}
const anEntry: Entry = { sys: { id: '1', uri: '/a', contentTypeId: 'news' }, entryTitle: 'A' }
const aList = (items: readonly Entry[], totalCount = items.length, more: object = {}): PagedList<Entry> => ({
  pageIndex: 0,
  pageSize: 20,
  totalCount,
  pageCount: 1,
  items,
  ...more,
})
const found: Search = async () => aList([anEntry], 1, { aggregations: { sf__types: { news: 1 } } })

/** An error of the host's content client. */
const unreachable = Object.assign(new Error('secret detail'), { code: 'content/unreachable', status: 503 })

/** Loads the search of an address. Returns the result, and the state that its actions make. */
async function load(
  query: Record<string, string>,
  search: Search,
  { signal = new AbortController().signal, params = {}, site = config, client, route = {} }: LoadOptions = {},
) {
  const parts = Object.values(params).join('/')
  const result = await loadSearch(site, {
    slot: { id: 'main', view: 'results', props: {} },
    language: 'en-GB',
    messages: catalogues['en-GB']!,
    query,
    client: client ?? ({ search } as unknown as ContentClient),
    signal,
    origin: 'https://www.larkmoor.example',
    sanitise: (html: string) => html,
    route: {
      currentPath: parts ? `/search/${parts}` : '/search',
      staticRoute: { path: '/search/:facet?', params },
      ...route,
    } as unknown as LoadRequest['route'],
  })
  const after = (result.actions ?? []).reduce<unknown>(
    (before, action) => searchSlice.reducer(before, action),
    undefined,
  )
  const state = selectSearch({ search: after })
  return { result, search: state, state: state.facets[state.currentFacet ?? '']! }
}
interface LoadOptions {
  readonly signal?: AbortSignal
  readonly params?: Record<string, string>
  readonly site?: SearchConfig
  readonly client?: ContentClient
  readonly route?: Partial<LoadRequest['route']>
}

describe('search loader', () => {
  test('searches for the term and page of the address', async () => {
    const search = jest.fn<Search>(async () => aList([anEntry], 30))
    const { result, state, search: whole } = await load({ term: 'bins', pageIndex: '2' }, search)
    expect(search).toHaveBeenCalledTimes(1)
    expect(search.mock.calls[0]![0]).toMatchObject({ pageIndex: 1, pageSize: 20 })
    expect(whole.term).toBe('bins')
    expect(state).toMatchObject({
      results: [{ title: 'A' }],
      pagingInfo: { pageIndex: 1, pageCount: 2, pageSize: 20, totalCount: 30 },
    })
    expect(result.head).toMatchObject({
      title: 'Search results for “bins” (page 2 of 2)',
      robots: 'noindex,follow',
      announcement: '30 results, showing 21 to 21. Page 2',
    })
    expect(result.status).toBeUndefined()
  })

  test.each<[string, object]>([
    ['a default value', { defaultValue: 'page' }],
    ['an item that is selected', {}],
  ])(
    'an address that does not mention a filter with %s has what that selects, and so do its links',
    async (name, more) => {
      const kinds = [
        { key: 'page', title: 'Pages', ...(name.includes('item') && { isSelected: true }) },
        { key: 'news', title: 'News' },
      ]
      const kind = { title: 'Kind', fieldId: 'kind', items: kinds, ...more }
      const site = { facets: { all: { title: 'All', filters: { kind } } } }
      const of = async (query: Record<string, string>) => {
        const { search, state } = await load(query, async () => aList([anEntry], 30), { site })
        const links = createLinks(search, { context: 'facets', path: '/search' }, 'all')
        const selected = state.filters['kind']!.items.filter(({ isSelected }) => isSelected)
        return [selected.map(({ key }) => key), links.toPage(1), links.toToggled('kind', 'page')]
      }
      expect(await of({})).toEqual([['page'], '/search?pageIndex=2', '/search?kind='])
      expect(await of({ kind: '' })).toEqual([[], '/search?kind=&pageIndex=2', '/search'])
    },
  )

  test('leads to other tabs in the same order and page size, where these have them', async () => {
    const orders = [{ title: 'A to Z', orderBy: 'entryTitle' }]
    const choices = { sortOptions: orders, pageSizes: [50] }
    const facets = {
      all: { title: 'All', ...choices },
      news: { title: 'News', ...choices },
      plain: { title: 'Plain' },
    }
    const query = { term: 'bins', orderBy: 'entryTitle', pageSize: '50' }
    const { search } = await load(query, async () => aList([anEntry], 30), { site: { facets } })
    const links = createLinks(search, { context: 'facets', path: '/search', hasParts: true }, 'all')
    expect(links.toFacet('news')).toBe('/search/news?orderBy=entryTitle&pageSize=50&term=bins')
    expect(links.toFacet('plain')).toBe('/search/plain?term=bins')
  })

  test('names the tab of a term in its title, but for the first, in every language', async () => {
    const titleOf = async (params = {}) =>
      (await load({ term: 'bins' }, async () => aList([anEntry]), { params })).result.head?.title
    expect(await titleOf()).toBe('Search results for “bins”')
    expect(await titleOf({ facet: 'news' })).toBe('Search results for “bins”: News')
    expect(catalogues['cy']!.titleFor('biniau', 'Newyddion')).toBe(
      'Canlyniadau chwilio am “biniau”: Newyddion',
    )
  })

  test('names each later page of results in its title, in every language, and no page past the end', async () => {
    const titleOf = async (query: Record<string, string>, params = {}) =>
      (await load(query, async () => aList([anEntry], 30), { params })).result.head?.title
    expect(await titleOf({ term: 'bins' })).toBe('Search results for “bins”')
    expect(await titleOf({ pageIndex: '2' }, { facet: 'news' })).toBe('Search: News (page 2 of 2)')
    expect(await titleOf({ term: 'bins', pageIndex: '9' })).toBe('Search results for “bins”')
    const tabs = [config.tabs![0]!, { id: 'more', label: 'Press' }]
    const { events: _, ...facets } = config.facets!
    const { result } = await load({}, found, { params: { facet: 'news' }, site: { ...config, tabs, facets } })
    expect(result.head?.title).toBe('Search: Press')
    expect(catalogues['cy']!.titleOfPage('Chwilio', 2, 9)).toBe('Chwilio (tudalen 2 o 9)')
  })

  test('names the term and the filters that the page in another language keeps, even when it fails', async () => {
    const query = { term: 'bins', topic: 'homes', pageIndex: '2' }
    const failing: Search = () => Promise.reject(unreachable)
    for (const search of [found, failing])
      expect((await load(query, search)).result.sharedSearch).toBe('?term=bins&topic=homes')
  })

  test('shows tabs with their totals, the facet of the path, and what leads to the others', async () => {
    const { search: whole, state } = await load({ topic: 'homes' }, found, { params: { facet: 'news' } })
    expect(whole).toMatchObject({
      currentFacet: 'news',
      config: { isLoaded: true, isError: false, ssr: true },
      tabs: [
        { id: 'all', label: 'Everything', facets: ['all'] },
        { id: 'more', label: 'More', facets: ['news', 'events'], currentFacet: 'news' },
      ],
      contactPath: '/contact',
    })
    expect(state).toMatchObject({
      title: 'News',
      tabId: 'more',
      filters: { topic: { items: [{ key: 'homes', title: 'Homes', isSelected: true }] } },
      entries: { isLoading: false, isError: false },
    })
    // A grouped selection is kept for the other facets.
    expect(whole.facets['all']!.filters['topic']!.items).toMatchObject([{ key: 'homes', isSelected: true }])
    const all = await load({}, found)
    expect(all.search.tabs.map(({ totalCount }) => totalCount)).toEqual([1, 1])
    expect(all.search.facets['news']).toMatchObject({ preloaded: true, results: [] })
  })

  test('makes no call for a term without searchable words, and keeps what was typed', async () => {
    const search = jest.fn<Search>()
    const { result, state, search: whole } = await load({ term: ']]>' }, search)
    expect(search).not.toHaveBeenCalled()
    expect(whole.term).toBe(']]>')
    expect(state).toMatchObject({ results: [], pagingInfo: { totalCount: 0 } })
    expect(result.head).toMatchObject({
      robots: 'noindex,follow',
      announcement: 'Nothing was found for “]]>”',
    })
  })

  test.each([
    ['/search', {}, {}, { title: 'Search', canonicalPath: '/search' }],
    ['a facet', {}, { facet: 'news' }, { title: 'Search: News', canonicalPath: '/search/news' }],
    ['a filter', { topic: 'homes' }, {}, { robots: 'noindex,follow', canonicalPath: null }],
    ['a later page', { pageIndex: '1' }, {}, { canonicalPath: '/search' }],
  ])('search engines keep %s or follow it only', async (_, query, params, head) => {
    const { result } = await load(query, found, { params })
    expect(result.head).toMatchObject(head)
    expect('robots' in result.head!).toBe('robots' in head)
  })

  test('a search at its path in another case has the canonical address of the page', async () => {
    const route = { currentPath: '/Search/news', canonicalPath: '/search/news' }
    const { result } = await load({}, found, { params: { facet: 'news' }, route })
    expect(result.head?.canonicalPath).toBe('/search/news')
  })

  test('a failed search is a page with the term kept, and no good status', async () => {
    const { result, state, search: whole } = await load({ term: 'bins' }, () => Promise.reject(unreachable))
    expect(whole.term).toBe('bins')
    expect(state.entries).toEqual({
      isError: true,
      isLoading: false,
      error: { code: 'content/unreachable', status: 503 },
    })
    expect(result.head).toMatchObject({ announcement: 'The search did not work' })
    expect(result.status).toBe(503)
  })

  test('reports the cause of a failure to the host, and only the error code to visitors', async () => {
    const { result, search: whole } = await load({ term: 'bins' }, () => Promise.reject(unreachable))
    expect(result.problem).toBe(unreachable)
    expect(JSON.stringify(whole)).not.toContain('secret')
  })

  test('a mistake in its own code is no failed search: the slot fails, so that its release is held to it', async () => {
    const mistake = new TypeError('x is not a function')
    await expect(load({ term: 'bins' }, () => Promise.reject(mistake))).rejects.toBe(mistake)
  })

  test('a page whose entries have no titles is not past the end', async () => {
    const { result } = await load({ term: 'bins' }, async () => aList([{ sys: anEntry.sys }]))
    expect(result.status).toBeUndefined()
    expect(result.head?.announcement).toBe('There is nothing to show here at the moment.')
  })

  test('a page past the end is not found', async () => {
    const { result } = await load({ term: 'bins', pageIndex: '7' }, async () => aList([], 30))
    expect(result.status).toBe(404)
  })

  test('says what is on now, of featured results too, and is true until the first of them begins, ends or goes on', async () => {
    jest.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })
    const on = (id: string, from: string, to: string): Entry => ({
      ...anEntry,
      sys: { ...anEntry.sys, id },
      dates: { from, to },
    })
    const market = on('market', '2026-11-01T09:00:00Z', '2026-11-24T17:00:00Z')
    const parade = on('parade', '2026-11-28T16:30:00Z', '2026-11-28T19:00:00Z')
    const queryParams = { featuredResults: { fieldId: 'isTop', count: 1 } } as const
    const site: SearchConfig = {
      facets: { all: { title: 'All', queryParams } },
      cards: { '*': { dates: 'dates' } },
    }
    const until = async (featured: Entry, others: Entry) => {
      const { result, state } = await load(
        { term: 'x' },
        async ({ where }) => aList([JSON.stringify(where).includes('isTop') ? featured : others]),
        { site },
      )
      const { results, featuredResults } = state
      return [result.validUntil, ...[...featuredResults, ...results].map(({ dates }) => dates?.isOn ?? false)]
    }
    expect(await until(market, parade)).toEqual([Date.parse('2026-11-24T17:00:00Z'), true, false])
    expect(await until(parade, market)).toEqual([Date.parse('2026-11-24T17:00:00Z'), false, true])
    jest.useRealTimers()
    expect((await load({ term: 'x' }, found)).result).not.toHaveProperty('validUntil')
  })

  test('is aborted when the visitor has left', async () => {
    const gone = new AbortController()
    gone.abort()
    await expect(
      load({ term: 'x' }, () => Promise.reject(new Error('aborted')), { signal: gone.signal }),
    ).rejects.toThrow('aborted')
  })
})

describe('a search that finds nothing (no-results help)', () => {
  const isOf = (text: string, query: Parameters<Search>[0]) => JSON.stringify(query.where).includes(text)

  const [ward, party, price] = ['ward', 'party', 'price'].map((key) => ({
    title: key,
    fieldId: key,
    items: [{ key: 'north', title: 'North' }],
  }))
  const size = { title: 'Size', fieldId: 'size', view: 'range', valueType: 'number' } as const
  const day = { title: 'Day', fieldId: 'day', view: 'range', valueType: 'date' } as const
  const filters = { topic, ward: ward!, party: party!, price: price!, size, day }
  const narrowed: SearchConfig = { facets: { all: { title: 'All', filters } } }

  test('says how much there would be without the filter that leaves nothing, as its counts tell', async () => {
    const search = jest.fn<Search>(async (query) => (isOf('homes', query) ? aList([]) : aList([anEntry], 12)))
    const { state, result } = await load({ term: 'bins', topic: 'homes' }, search)
    expect(state).toMatchObject({ results: [], without: { each: { topic: 12 } } })
    expect(state.without).not.toHaveProperty('all')
    expect(result.status).toBeUndefined()
    // The results, the topic's counts, the totals of the other facets.
    expect(search).toHaveBeenCalledTimes(3)
  })

  test('offers to remove all filters, and each one, within four calls', async () => {
    const search = jest.fn<Search>(async (query) => {
      const where = JSON.stringify(query.where)
      const conditions = ['"ward"', '"size"', '"day"'].filter((field) => where.includes(field))
      return aList(
        [],
        conditions.length === 3 ? 0 : conditions.length === 0 ? 90 : where.includes('"day"') ? 4 : 7,
      )
    })
    const query = { term: 'bins', ward: 'north', size: '1--2', day: '2026-01-01--' }
    const { state } = await load(query, search, { site: narrowed })
    expect(state.without).toEqual({ each: { ward: 4, size: 4 }, all: 90 })
    // The results, the ward's own counts, and then a call for all of them and for the size. The limit leaves none for the day.
    expect(search).toHaveBeenCalledTimes(4)
    const many = { ...query, topic: 'homes', party: 'north', price: 'north' }
    search.mockClear()
    await load({ ...many, term: 'bins' }, search, { site: narrowed })
    expect(search).toHaveBeenCalledTimes(4)
  })

  test('asks nothing more where something was found, nothing is selected or the term has no words', async () => {
    for (const [query, calls] of [
      [{ term: 'bins', size: '1--2' }, 1],
      [{ term: 'bins' }, 1],
      [{ term: '***', size: '1--2' }, 0],
      [{ term: '🎉' }, 0],
    ] as const) {
      const found = 'size' in query && calls === 1 ? [anEntry] : []
      const search = jest.fn<Search>(async () => aList(found))
      await load(query, search, { site: narrowed })
      expect([query, search.mock.calls.length]).toEqual([query, calls])
    }
  })

  test('works without these counts where they are not available', async () => {
    const { state, result } = await load({ term: 'bins', topic: 'homes' }, async (query) => {
      if (isOf('homes', query)) return aList([])
      throw new Error('down')
    })
    expect(state).toMatchObject({ results: [], entries: { isError: false } })
    expect(result.status).toBeUndefined()
  })
})

describe('a search by similar words (docs/decisions/0039)', () => {
  const site: SearchConfig = { facets: { all: { title: 'All', queryParams: { relevance: true } } } }
  const isAbout = (text: string, query: Parameters<Search>[0]) => JSON.stringify(query.where).includes(text)
  const isLoose = (query: Parameters<Search>[0]) =>
    /"searchContent","freeText":{"term":"[^"]*","fuzzy":true/.test(JSON.stringify(query.where))

  test('says that no page has all the words, unless it is by another spelling', async () => {
    const second: Search = async (query) => (isLoose(query) ? aList([anEntry]) : aList([]))
    const { state } = await load({ term: 'parcels' }, second, { site })
    expect(state).toMatchObject({ results: [{ title: 'A' }], isLoose: true })
    expect(state.correctedTerm).toBeUndefined()
    const misspelt: Entry = { ...anEntry, entryTitle: 'Parcels' }
    const spelt: Search = async (query) => (isLoose(query) ? aList([misspelt]) : aList([]))
    const corrected = await load({ term: 'parcles' }, spelt, { site })
    expect(corrected.state.correctedTerm).toBe('parcels')
    expect(corrected.state.isLoose).toBeUndefined()
  })

  test('keeps the featured results of the words themselves, in four calls', async () => {
    const featuredResults = { contentTypeId: 'guide', count: 1 } as const
    const queryParams = { relevance: true, contentTypeIds: ['news'], featuredResults } as const
    const featuring: SearchConfig = { facets: { all: { title: 'All', queryParams } } }
    const aGuide: Entry = { ...anEntry, entryTitle: 'Guide' }
    const search = jest.fn<Search>(async (query) =>
      isAbout('"guide"', query) ? aList([aGuide]) : isLoose(query) ? aList([anEntry]) : aList([]),
    )
    const { state } = await load({ term: 'parcles' }, search, { site: featuring })
    expect(state).toMatchObject({ featuredResults: [{ title: 'Guide' }], results: [{ title: 'A' }] })
    expect(search).toHaveBeenCalledTimes(4)
  })

  test('is not made where all that has the words is featured, which the others leave out', async () => {
    const queryParams = { relevance: true, featuredResults: { fieldId: 'isTop', count: 3 } } as const
    const featuring: SearchConfig = { facets: { all: { title: 'All', queryParams } } }
    const search: Search = async (query) =>
      isAbout('"isTop"', query) || isLoose(query) ? aList([anEntry]) : aList([])
    const { state, result } = await load({ term: 'parcles' }, search, { site: featuring })
    expect(state).toMatchObject({ results: [], featuredResults: [{ title: 'A' }] })
    expect(state.isLoose).toBeUndefined()
    expect(result.head?.announcement).toBe('1 result')
  })

  test('suggests corrected words where nothing was found, if there are any', async () => {
    const words = vocabularyAnswer({ synonyms: [{ words: ['parcels'], means: ['post'] }] })
    const none: Search = async (query) => (isAbout('searchSynonyms', query) ? words : aList([]))
    const misspelt = await load({ term: 'parcles' }, none, { site })
    expect(misspelt.state).toMatchObject({ results: [], correctedTerm: 'parcels' })
    expect((await load({ term: 'parcels' }, none, { site })).state.correctedTerm).toBeUndefined()
    const past: Search = async (query) => (isAbout('searchSynonyms', query) ? words : aList([], 9))
    const later = await load({ term: 'parcles', pageIndex: '9' }, past, { site })
    expect(later.state.correctedTerm).toBeUndefined()
  })

  describe('with tabs and filters, beside which stands what they lead to or no number', () => {
    const relevant = (...contentTypeIds: readonly string[]) => ({ contentTypeIds, relevance: true }) as const
    const tabbed: SearchConfig = {
      facets: {
        all: { title: 'All', queryParams: relevant('news', 'event'), filters: { topic } },
        news: { title: 'News', queryParams: relevant('news') },
        events: { title: 'Events', queryParams: relevant('event') },
      },
    }
    const counts = (found: number, types: object, topics: object = {}) =>
      aList([anEntry].slice(0, found), found, { aggregations: { sf__types: types, sf_topic: topics } })
    /** Two articles have the words and no event has; five events have similar words. */
    const search: Search = async (query) =>
      isLoose(query) ? counts(5, { event: 5 }, { homes: 3 }) : counts(2, { news: 2 }, { homes: 2 })
    const nothing: Search = async (query) => (isLoose(query) ? search(query) : counts(0, {}))

    test('a tab without results for the words themselves has no number, until what its visit finds was counted', async () => {
      const { search: whole, state } = await load({ term: 'parcles' }, search, { site: tabbed })
      expect(whole.facets).toMatchObject({
        news: { preloaded: true, pagingInfo: { totalCount: 2 } },
        all: { isPartial: true },
      })
      expect(whole.facets['events']).not.toHaveProperty('preloaded')
      expect(state.isLoose).toBeUndefined()
      const rest = await loadDeferred(tabbed, aRequest({ term: 'parcles', facet: 'all' }, search))
      expect(rest).toMatchObject({ totals: { news: 2, events: 5 } })
    })

    test('numbers that come with results by similar words are right, zero too', async () => {
      const { search: whole, state } = await load({ term: 'parcles' }, nothing, { site: tabbed })
      expect(state.isLoose).toBe(true)
      expect(whole.facets).toMatchObject({
        news: { preloaded: true, pagingInfo: { totalCount: 0 } },
        events: { preloaded: true, pagingInfo: { totalCount: 5 } },
      })
    })

    test('a filter of results by similar words leads to such results, and its items are still there once they are counted', async () => {
      const { state } = await load({ term: 'parcles', topic: 'homes' }, nothing, { site: tabbed })
      expect(state).toMatchObject({ results: [{ title: 'A' }], isLoose: true })
      const rest = await loadDeferred(
        tabbed,
        aRequest({ term: 'parcles', facet: 'all', topic: 'homes' }, nothing),
      )
      expect(rest).toMatchObject({ items: { topic: [{ key: 'homes', isSelected: true, count: 3 }] } })
    })

    test('a filter that leaves nothing is offered to be dropped where similar words may be found without it', async () => {
      const none: Search = async () => counts(0, {})
      const { state } = await load({ term: 'parcles', topic: 'homes' }, none, { site: tabbed })
      expect(state).toMatchObject({ results: [], isPartial: true, without: { each: {} } })
    })
  })

  test('is not made for words that are looked for as they are written: once, by the plain query, and not corrected', async () => {
    const asked: Parameters<Search>[0][] = []
    const none: Search = async (query) => (asked.push(query), aList([]))
    const { state } = await load({ term: 'parcles', asWritten: 'true' }, none, { site })
    expect(state.pagingInfo.totalCount).toBe(0)
    const searches = asked.filter((query) => isAbout('parcles', query))
    expect(searches).toHaveLength(1)
    expect(JSON.stringify(searches)).not.toContain('"fuzzy":true')
    const misspelt: Entry = { ...anEntry, entryTitle: 'Parcels' }
    const other = await load({ term: 'parcles', asWritten: 'true' }, async () => aList([misspelt]), { site })
    expect(other.state.results).toMatchObject([{ title: 'Parcels' }])
    expect(other.state.correctedTerm).toBeUndefined()
  })

  test('is not what results of the words themselves are called', async () => {
    const { state } = await load({ term: 'parcels' }, found, { site })
    expect(state.isLoose).toBeUndefined()
  })
})

const aRequest = (query: Record<string, string>, search: Search): DataRequest<SearchMessages> => ({
  language: 'en-GB',
  messages: catalogues['en-GB']!,
  query,
  client: { search } as unknown as ContentClient,
  origin: 'https://www.larkmoor.example',
  sanitise: (html: string) => html,
  signal: new AbortController().signal,
  onProblem: (problem) => {
    throw problem
  },
  setValidUntil: () => undefined,
})

describe('named answers for the browser half', () => {
  test('what a first view had no room for is counted later', async () => {
    const special = (field: string) => ({
      title: field,
      queryParams: { customWhere: [{ field, exists: true }] },
    })
    const many: SearchConfig = {
      facets: {
        all: { title: 'All' },
        ...Object.fromEntries('abcdef'.split('').map((key) => [key, special(key)])),
      },
    }
    const first = jest.fn<Search>(async () => aList([anEntry], 3))
    const { search: whole, state } = await load({ term: 'bins' }, first, { site: many })
    expect(first).toHaveBeenCalledTimes(4)
    expect(state.isPartial).toBe(true)
    const known = Object.keys(whole.facets).filter((key) => whole.facets[key]!.preloaded)
    const answer = await loadDeferred(
      many,
      aRequest({ term: 'bins', facet: 'all' }, async () => aList([], 5)),
    )
    expect(Object.keys((answer as { totals: object }).totals)).toEqual(['d', 'e', 'f'])
    expect(known).toEqual(['a', 'b', 'c'])
  })

  test('where filters leave nothing, how much there would be without them comes later, and only there', async () => {
    const ward = { title: 'Ward', fieldId: 'ward', items: [{ key: 'e', title: 'East' }] }
    const two: SearchConfig = {
      facets: { all: { title: 'All', filters: { ward, size: { ...ward, fieldId: 'size' } } } },
    }
    const isOf = (field: string, where: unknown) => JSON.stringify(where).includes(`"field":"${field}"`)
    const search =
      (found: number) =>
      async ({ where }: Parameters<Search>[0]) => {
        const selected = ['ward', 'size'].filter((field) => isOf(field, where)).length
        return aList([], selected === 2 ? found : selected === 1 ? 4 : 9)
      }
    const query = { facet: 'all', ward: 'e', size: 'e' }
    expect(await loadDeferred(two, aRequest(query, search(0)))).toMatchObject({
      without: { all: 9, each: { ward: 4, size: 4 } },
    })
    expect(await loadDeferred(two, aRequest(query, search(2)))).not.toHaveProperty('without')
  })

  test('filters that a first view had no room for come later as a whole: options, counts and what is selected', async () => {
    const taxonomy = (key: string) => ({ title: key, fieldId: key, path: `Root/${key}` })
    const filters = {
      a: taxonomy('a'),
      b: taxonomy('b'),
      c: taxonomy('c'),
      d: taxonomy('d'),
      e: taxonomy('e'),
    }
    const many: SearchConfig = { facets: { all: { title: 'All', filters } } }
    const taxonomyNodeByPath = async (path: string) => ({
      key: '0',
      name: path,
      children: ['1', '2', '3'].map((key) => ({ key: `0/${key}`, name: `${path} ${key}` })),
    })
    const buckets = { '0/1': 5, '0/2': 2 }
    const search = jest.fn<Search>(async ({ where, aggregations = {} }) => {
      // Results that are narrowed to the selected value do not have the others.
      const isNarrowed = JSON.stringify(where).includes('0/1')
      const found = Object.keys(aggregations).map((name) => [name, isNarrowed ? { '0/2': 1 } : buckets])
      return aList([anEntry], 3, { aggregations: Object.fromEntries(found) })
    })
    const client = { search, taxonomyNodeByPath } as unknown as ContentClient
    const first = await load({ d: '0/1' }, search, { site: many, client })
    expect(Object.values(first.state.filters).map(({ isLoading }) => isLoading)).toEqual([
      false,
      false,
      false,
      true,
      true,
    ])
    search.mockClear()
    const answer = await loadDeferred(many, { ...aRequest({ facet: 'all', d: '0/1' }, search), client })
    const item = (key: string, count: number, isSelected = false) =>
      expect.objectContaining({ key, count, isSelected }) as unknown
    expect(answer).toEqual({
      totals: {},
      items: { d: [item('0/1', 5, true), item('0/2', 2)], e: [item('0/2', 1)] },
      cut: [],
    })
    // Only its own counts, and nothing for filters that the first view has shown.
    for (const [query] of search.mock.calls) expect(query).toMatchObject({ pageSize: 1 })
  })

  test('a listing has its rest too, and no other search’s', async () => {
    const source = (contentTypeId: string) => ({
      title: 'S',
      queryParams: { contentTypeIds: [contentTypeId] },
      filters: Object.fromEntries(
        'abcde'.split('').map((key) => [key, { title: key, fieldId: key, path: `Root/${key}` }]),
      ),
    })
    const site: SearchConfig = { facets: { all: source('page') }, listings: { jobs: source('job') } }
    const itemsOf = async (query: Record<string, string>) => {
      const search = jest.fn<Search>(async () => aList([anEntry], 1))
      const taxonomyNodeByPath = async () => ({
        key: '0',
        name: 'R',
        children: [{ key: '0/1', name: 'One' }],
      })
      const client = { search, taxonomyNodeByPath } as unknown as ContentClient
      await loadDeferred(site, { ...aRequest(query, search), client })
      return JSON.stringify(search.mock.calls.map(([{ where }]) => where))
    }
    expect(await itemsOf({ listingType: 'jobs' })).toContain('"job"')
    const others: readonly Record<string, string>[] = [{}, { listingType: 'toString' }]
    for (const more of others) expect(await itemsOf({ facet: 'all', ...more })).toContain('"page"')
  })

  test('the totals of a composition’s other lists come later, and a list has none of other compositions', async () => {
    const list = (field: string) => ({
      title: field,
      queryParams: { customWhere: [{ field, exists: true }] },
    })
    const site: SearchConfig = {
      listings: Object.fromEntries('abcdefg'.split('').map((key) => [key, list(key)])),
      compositions: {
        many: { title: 'Many', listings: ['a', 'b', 'c', 'd', 'e', 'f'] },
        others: { title: 'Others', listings: ['f', 'g'] },
      },
    }
    const totals = async (query: Record<string, string>) => {
      const answer = await loadDeferred(
        site,
        aRequest(query, async () => aList([], 5)),
      )
      return (answer as { totals: object }).totals
    }
    expect(await totals({ listingType: 'a', composition: 'many' })).toEqual({ e: 5, f: 5 })
    for (const composition of ['', 'others', 'toString'])
      expect(await totals({ listingType: 'a', composition })).toEqual({})
  })

  test('what is counted later is looked for as a visit would: by relevance where that is configured', async () => {
    const facet = (field: string) => ({
      title: field,
      queryParams: { customWhere: [{ field, exists: true }], relevance: true as const },
    })
    const facets = Object.fromEntries('abcdef'.split('').map((key) => [key, facet(key)]))
    const written = vocabularyAnswer({ synonyms: [{ words: ['bins'], means: ['rubbish'] }] })
    const search = jest.fn<Search>(async ({ where }) =>
      JSON.stringify(where).includes('searchSynonyms') ? written : aList([anEntry], 5),
    )
    await loadDeferred({ facets }, aRequest({ term: 'bins', facet: 'a' }, search))
    const [vocabulary, ...totals] = search.mock.calls.map(([query]) => JSON.stringify(query.where))
    expect(vocabulary).toContain('searchSynonyms')
    expect(totals.length).toBeGreaterThan(0)
    for (const where of totals) expect(where).toContain('rubbish')
  })
})
