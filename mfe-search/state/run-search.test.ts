import { jest } from '@jest/globals'
import type { Entry, PagedList, TaxonomyNode } from '@tessera/shared/content'
import type { SearchQuery } from '@tessera/shared/contract'
import type { SearchConfig, SearchMappers } from '../config/search-config.ts'
import { anAddress } from '../testing/builders.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { fromUrl } from '../domain/search-url.ts'
import { pause } from '../io/pause.ts'
import { vocabularyAnswer } from '../testing/a-vocabulary.ts'
import type { SearchCalls } from './make-call.ts'
import { openFacet } from './open-facet.ts'
import { runSearch } from './run-search.ts'
import { resultsLoaded, searchOpened } from './search-actions.ts'
import { searchSlice, selectSearch } from './search.slice.ts'

const config: SearchConfig = {
  listings: {
    events: {
      title: { 'en-GB': 'Events', cy: 'Digwyddiadau' },
      queryParams: { contentTypeIds: ['event'], orderBy: ['dates.from'], pageSize: 10 },
      sortOptions: [{ title: { 'en-GB': 'Soonest', cy: 'Cynharaf' }, orderBy: 'dates.from' }],
      pageSizes: [10, 50],
      filters: {
        topic: { title: 'Topic', fieldId: 'topic', path: 'topics', view: 'tree' },
        venue: { title: 'Venue', fieldId: 'venue.sys.id', contentTypeId: 'venue' },
        price: { title: 'Price', fieldId: 'price', items: [{ key: 'Free', title: 'Free' }] },
      },
    },
  },
  cards: { event: { kind: { 'en-GB': 'Event', cy: 'Digwyddiad' }, dates: 'dates', facts: ['price'] } },
}
const anEvent: Entry = {
  sys: { id: 'e1', uri: '/events/parade', contentTypeId: 'event', language: 'en-GB' },
  entryTitle: 'Parade',
  entryDescription: `${'A long walk. '.repeat(30)}`,
  dates: { from: '2026-11-28T16:00:00Z' },
  price: 'Free',
}
const aVenue: Entry = { sys: { id: 'v1', contentTypeId: 'venue' }, entryTitle: 'Library' }
const topics: TaxonomyNode = {
  key: '0/1',
  name: 'Topics',
  children: [{ key: '0/1/9', name: 'Leisure' }],
} as TaxonomyNode
const aList = (items: readonly Entry[], totalCount = items.length, more: object = {}): PagedList<Entry> => ({
  pageIndex: 0,
  pageSize: 10,
  totalCount,
  pageCount: 1,
  items,
  ...more,
})
type InfoInput = Parameters<NonNullable<SearchMappers['resultsInfo']>>[0]
type Search = (query: SearchQuery) => Promise<PagedList<Entry>>
const isOfVenues = ({ where }: SearchQuery) => JSON.stringify(where).includes('"venue"')
const answer: Search = async (query) =>
  isOfVenues(query) ? aList([aVenue]) : aList([anEvent], 21, { aggregations: { sf_price: { free: 21 } } })

async function run(
  search: Search,
  change: Partial<SearchAddress> = {},
  taxonomy = async () => topics,
  site = config,
  customApi?: SearchCalls['customApi'],
) {
  const address = anAddress({ context: 'listings', key: 'events', ...change })
  const target = { context: 'listings', key: 'events' } as const
  const language = 'en-GB'
  const opened = searchOpened({ ...target, listings: { events: openFacet(site, address, language) } })
  const { actions, ...counts } = await runSearch(
    { config: site, address, target, context: { language, searchRoute: { context: 'listings' } } },
    { client: { search, taxonomyNodeByPath: taxonomy }, ...(customApi && { customApi }) },
  )
  const state = [opened, ...actions].reduce<unknown>(
    (before, action) => searchSlice.reducer(before, action),
    undefined,
  )
  return { counts, facet: selectSearch({ search: state }).listings['events']! }
}

describe('a search that is made (specification 4, Search)', () => {
  test('has results as cards, paging, and every filter with its items, selection and counts', async () => {
    const { facet, counts } = await run(answer, { filters: { price: ['Free'] }, pageIndex: 1 })
    expect(facet.results).toMatchObject([
      { id: 'e1', title: 'Parade', path: '/events/parade', facts: ['Free'] },
    ])
    expect(facet.results[0]?.summary).toMatch(/^A long walk.{200,230}…$/)
    expect(facet.pagingInfo).toMatchObject({ pageCount: 3, pageIndex: 1, pageSize: 10, totalCount: 21 })
    expect(facet.queryDuration).toBeGreaterThan(0)
    expect(facet.filters['price']?.items).toEqual([
      { key: 'Free', title: 'Free', isSelected: true, count: 21 },
    ])
    expect(facet.filters['venue']?.items).toMatchObject([{ key: 'v1', title: 'Library', isSelected: false }])
    expect(facet.filters['topic']?.items).toMatchObject([{ key: '0/1/9', title: 'Leisure' }])
    expect(counts).toMatchObject({ totalCount: 21, pageCount: 3 })
  })

  test('makes all calls in parallel', async () => {
    let open = 0
    let most = 0
    const slow: Search = async (query) => {
      most = Math.max(most, ++open)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open--
      return answer(query)
    }
    const search = jest.fn(slow)
    await run(search)
    expect([search.mock.calls.length, most]).toEqual([2, 2])
  })

  test('a filter that fails has an error, without affecting the others', async () => {
    const failing: Search = (query) => (isOfVenues(query) ? Promise.reject(new Error('down')) : answer(query))
    const { facet } = await run(failing, {}, () => Promise.reject(new Error('down')))
    expect(facet.results).toHaveLength(1)
    expect([facet.filters['venue']?.isError, facet.filters['topic']?.isError]).toEqual([true, true])
    expect(facet.filters['price']?.isError).toBe(false)
  })

  test('options that were displaced by those of another filter are requested alone, and incomplete lists are marked', async () => {
    const of = (contentTypeId: string) => ({ title: 'F', fieldId: 'f', contentTypeId, pageSize: 1 })
    const two: SearchConfig = { listings: { events: { title: 'E', filters: { a: of('a'), b: of('b') } } } }
    const entry = (type: string, id: string): Entry => ({ sys: { id, contentTypeId: type }, entryTitle: id })
    const search = jest.fn<Search>(async ({ where }) => {
      const text = JSON.stringify(where)
      if (text.includes('"a","b"')) return aList([entry('a', '1'), entry('a', '2')], 5)
      return text.includes('"b"') ? aList([entry('b', '3')], 2) : aList([anEvent])
    })
    const { facet } = await run(search, {}, undefined, two)
    expect(search).toHaveBeenCalledTimes(3)
    expect(facet.filters['a']).toMatchObject({ items: [{ key: '1' }], isCut: true })
    expect(facet.filters['b']).toMatchObject({ items: [{ key: '3' }], isCut: true })
    const all = await run(answer)
    expect(all.facet.filters['venue']?.isCut).toBeUndefined()
  })

  describe('of a list that is cut off (docs/decisions/0089)', () => {
    const names = ['Abbey', 'Barn', 'Chapel', 'Library', 'Little library']
    const few: SearchConfig = {
      listings: {
        events: {
          title: 'E',
          filters: { venue: { title: 'V', fieldId: 'v', contentTypeId: 'venue', pageSize: 2 } },
        },
      },
    }
    /** Answers as the platform does: entries whose titles have a text, or with certain ids. */
    const venues: Search = async (query) => {
      if (!isOfVenues(query)) return aList([anEvent])
      const text = JSON.stringify(query.where)
      const part = /"contains":"(\w+)"/.exec(text)?.[1]?.toLowerCase() ?? ''
      const ids = /"sys.id","in":\["(\w+)"/.exec(text)?.[1]
      const found = names.filter((name, at) =>
        part === '' && ids !== undefined
          ? `v${at}` === ids
          : name.toLowerCase().includes(part) || `v${at}` === ids,
      )
      const items = found.map((entryTitle) => ({
        sys: { id: `v${names.indexOf(entryTitle)}`, contentTypeId: 'venue' },
        entryTitle,
      }))
      return aList(items.slice(0, query.pageSize), items.length)
    }
    const titles = async (change: Partial<SearchAddress>, search = venues) => {
      const { facet } = await run(search, change, undefined, few)
      const { items = [], isCut = false, optionTerm } = facet.filters['venue'] ?? {}
      return { titles: items.map(({ key, title }) => title ?? key), isCut, optionTerm }
    }

    test('any is found by a part of its name', async () => {
      expect(await titles({})).toEqual({ titles: ['Abbey', 'Barn'], isCut: true, optionTerm: undefined })
      const found = { titles: ['Library', 'Little library'], isCut: false, optionTerm: 'librar' }
      expect(await titles({ optionTerms: { venue: 'librar' } })).toEqual(found)
      expect((await titles({ optionTerms: { venue: 'zoo' } })).titles).toEqual([])
    })

    test('what is selected has its name, on the list or not', async () => {
      const selected = { filters: { venue: ['v4'] } }
      expect((await titles(selected)).titles).toEqual(['Abbey', 'Barn', 'Little library'])
      expect((await titles({ ...selected, optionTerms: { venue: 'chap' } })).titles).toEqual([
        'Chapel',
        'Little library',
      ])
      const failing: Search = (query) =>
        JSON.stringify(query.where).includes('sys.id') ? Promise.reject(new Error('down')) : venues(query)
      expect((await titles(selected, failing)).titles).toEqual(['Abbey', 'Barn', 'v4'])
    })
  })

  test('offers no items that lead to nothing', async () => {
    const items = ['Free', 'Dear'].map((key) => ({ key, title: key }))
    const priced: SearchConfig = {
      listings: { events: { title: 'E', filters: { price: { title: 'P', fieldId: 'price', items } } } },
    }
    const { facet } = await run(answer, {}, undefined, priced)
    expect(facet.filters['price']?.items).toMatchObject([{ key: 'Free', count: 21 }])
  })

  test('where nothing is found, no filter disappears: each offers all of its items', async () => {
    const none: Search = async (query) =>
      isOfVenues(query)
        ? aList([aVenue])
        : aList([], 0, { aggregations: { sf_topic: {}, sf_venue: {}, sf_price: {} } })
    const { facet } = await run(none, { filters: { topic: ['0/1/9'] } })
    const offered = Object.values(facet.filters).map(({ items }) =>
      items.map(({ title, count }) => [title, count]),
    )
    expect(offered).toEqual([[['Leisure', 0]], [['Library', 0]], [['Free', 0]]])
  })

  test('fails with its results', async () => {
    await expect(run(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  })

  test('offers no page behind the window of results', async () => {
    const { counts } = await run(async () => aList([anEvent], 1_000_000))
    expect(counts).toMatchObject({ totalCount: 1_000_000, pageCount: 1_000 })
  })

  test('offers no page that its address cannot name, whatever the page size', async () => {
    for (const pageSize of [1, 7, 10, 30, 99, 100]) {
      const site: SearchConfig = { listings: { events: { title: 'E', queryParams: { pageSize } } } }
      const { counts } = await run(async () => aList([anEvent], 1_000_000), {}, undefined, site)
      const last = { params: {}, query: { pageIndex: String(counts.pageCount) } }
      const searchRoute = { context: 'listings', path: '/events' } as const
      expect(fromUrl(site, searchRoute, last).pageIndex).toBe(counts.pageCount - 1)
    }
  })

  test('has what the configuration counts besides, in its state and for its mapper', async () => {
    const aggregations = { wards: { north: 4 }, sf_price: { free: 21 } }
    const counting = (more: object): SearchConfig => ({
      listings: {
        events: { title: 'E', filters: { price: config.listings!['events']!.filters!['price']! }, ...more },
      },
    })
    const mappers = {
      resultsInfo: ({ aggregations: counted, totalCount }: InfoInput) => ({ counted, totalCount }),
    }
    const wards = { customAggregations: { wards: { field: 'ward' } } }
    const search: Search = async () => aList([anEvent], 21, { aggregations })
    const { facet } = await run(search, {}, undefined, counting({ queryParams: wards, mappers }))
    expect(facet.aggregations).toEqual({ wards: { north: 4 } })
    expect(facet.resultsInfo).toEqual({ counted: { wards: { north: 4 } }, totalCount: 21 })
    expect((await run(search, {}, undefined, counting({}))).facet.aggregations).toBeUndefined()
    const none = await run(answer, {}, undefined, counting({ queryParams: wards }))
    expect(none.facet.aggregations).toEqual({})
  })

  test('begins as configured, in the words of the page', () => {
    const facet = openFacet(config, anAddress({ context: 'listings', key: 'events', pageSize: 50 }), 'cy')
    expect(facet).toMatchObject({
      title: 'Digwyddiadau',
      sortOptions: [{ title: 'Cynharaf', orderBy: 'dates.from' }],
      pageSizes: [10, 50],
      queryParams: { pageSize: 10, orderBy: ['dates.from'], loadMorePaging: false },
      pagingInfo: { pageSize: 50, pagesLoaded: [] },
    })
    expect(facet.filters['topic']).toMatchObject({ view: 'tree', path: 'topics', items: [] })
  })
})

describe('results that are all fetched at once, and paged without further requests (internalPaging)', () => {
  const events = (count: number) =>
    Array.from({ length: count }, (_, at): Entry => ({
      sys: { id: `e${at}`, uri: `/e/${at}`, contentTypeId: 'event' },
      entryTitle: `Event ${at}`,
    }))
  const notAsked: Search = () => Promise.reject(new Error('not asked'))
  const queryParams = { internalPaging: true, pageSize: 20 } as const
  const internal: SearchConfig = { listings: { events: { title: 'E', queryParams } } }
  const sizes = async (site: SearchConfig, search: Search, customApi?: SearchCalls['customApi']) => {
    const pages = [0, 1, 2].map((pageIndex) => run(search, { pageIndex }, undefined, site, customApi))
    return (await Promise.all(pages)).map(({ facet, counts }) => [
      facet.results.length,
      counts.totalCount,
      counts.pageCount,
    ])
  }

  test('fill every page, whether the platform answers or a custom API', async () => {
    const pages = [
      [20, 50, 3],
      [20, 50, 3],
      [10, 50, 3],
    ]
    expect(await sizes(internal, async () => aList(events(50)))).toEqual(pages)
    const custom: SearchConfig = {
      customApis: { other: { uri: 'https://api.example/find' } },
      listings: { events: { title: 'E', queryParams, customApi: 'other' } },
    }
    for (const answer of [events(50), { items: events(50), totalCount: 50 }])
      expect(await sizes(custom, notAsked, async () => answer)).toEqual(pages)
  })

  test('are as many as were fetched: no page is offered that would be empty', async () => {
    expect(await sizes(internal, async () => aList(events(1_000), 1_500))).toEqual([
      [20, 1_000, 50],
      [20, 1_000, 50],
      [20, 1_000, 50],
    ])
  })
})

describe('a facet of another project (specification 3, Facet: projectId)', () => {
  const { topic, venue } = config.listings!['events']!.filters!
  const size = { title: 'Size', fieldId: 'size', view: 'range', valueType: 'number' } as const
  const site: SearchConfig = {
    facets: {
      staff: {
        title: 'Staff',
        projectId: 'intranet',
        queryParams: { contentTypeIds: ['person'] },
        filters: { topic: topic!, venue: venue!, size },
      },
      news: { title: 'News', queryParams: { contentTypeIds: ['news'] } },
    },
  }
  const ask = async (key: string, filters: SearchAddress['filters'] = {}) => {
    const projects: Record<string, unknown> = {}
    const typeOf = ({ where }: SearchQuery) => /"(person|venue|news)"/.exec(JSON.stringify(where))?.[1] ?? ''
    await runSearch(
      {
        config: site,
        address: anAddress({ key, term: 'x', filters }),
        target: { context: 'facets', key },
        context: { language: 'en-GB', searchRoute: { context: 'facets' } },
      },
      {
        client: {
          search: async (query) => {
            projects[
              `${typeOf(query)}${JSON.stringify(query.where).includes('"size"') ? ' of a size' : ''}`
            ] = query.projectId
            return aList([])
          },
          taxonomyNodeByPath: async (_path, options) => {
            projects['topics'] = options?.projectId
            return topics
          },
        },
      },
    )
    return projects
  }

  test('is asked there for its results, its options and what there would be without a filter; other facets are not', async () => {
    expect(await ask('staff', { size: ['1--2'] })).toEqual({
      'person of a size': 'intranet',
      venue: 'intranet',
      topics: 'intranet',
      news: undefined,
    })
    const alone: SearchConfig = { facets: { staff: { ...site.facets!['staff']!, filters: { size } } } }
    const asked: unknown[] = []
    await runSearch(
      {
        config: alone,
        address: anAddress({ key: 'staff', term: 'x', filters: { size: ['1--2'] } }),
        target: { context: 'facets', key: 'staff' },
        context: { language: 'en-GB', searchRoute: { context: 'facets' } },
      },
      {
        client: {
          search: async ({ projectId }) => (asked.push(projectId), aList([])),
          taxonomyNodeByPath: async () => topics,
        },
      },
    )
    expect(asked).toEqual(['intranet', 'intranet'])
  })

  test("its total is requested there, on every facet's page", async () => {
    expect(await ask('news')).toEqual({ news: undefined, person: 'intranet' })
  })
})

describe('what authors say about words (docs/decisions/0039, 0044)', () => {
  const site: SearchConfig = {
    facets: {
      all: {
        title: 'All',
        queryParams: { contentTypeIds: ['event'], relevance: true },
        filters: {
          topic: { title: 'Topic', fieldId: 'topic', path: 'Root/Topics' },
          venue: { title: 'Venue', fieldId: 'venue.sys.id', contentTypeId: 'venue' },
          size: { title: 'Size', fieldId: 'size', view: 'range', valueType: 'number' },
        },
      },
      news: { title: 'News', queryParams: { contentTypeIds: ['news'] } },
      page: { title: 'Pages', queryParams: { contentTypeIds: ['!news'] } },
    },
  }

  const aParade = { synonyms: [{ words: ['parade'], means: ['procession'] }] }

  /**
   * Searches for a term, and returns in which round each call was made: a call belongs to a later round than one whose answer it waited
   * for. A cached answer is there at once, and is no call.
   */
  async function rounds(
    found: number,
    change: Partial<SearchAddress> = {},
    { config = site, kept = [], written = {}, similar = found }: RoundsOptions = {},
  ) {
    const asked: string[][] = []
    let open: string[] | null = null
    const ask = async (name: string) => {
      if (kept.includes(name)) return
      if (!open) asked.push((open = []))
      open.push(name)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open = null
    }
    const search: Search = async (query) => {
      const where = JSON.stringify(query.where)
      const name = where.includes('searchSynonyms')
        ? 'words'
        : isOfVenues(query)
          ? 'options'
          : query.pageSize === 1
            ? 'count'
            : where.includes('"searchContent","freeText":{"term":"parade","fuzzy":true')
              ? 'similar'
              : 'results'
      await ask(name)
      if (name === 'words') return vocabularyAnswer(written)
      const count = name === 'similar' ? similar : found
      return name === 'options' ? aList([]) : aList([anEvent].slice(0, count), count)
    }
    const taxonomyNodeByPath = async () => {
      await ask('taxonomy')
      return topics
    }
    const address = anAddress({ key: 'all', term: 'parade', ...change })
    const request = {
      config,
      address,
      target: { context: 'facets', key: 'all' },
      context: { language: 'en-GB', searchRoute: { context: 'facets' } },
    } as const
    const { actions } = await runSearch(request, { client: { search, taxonomyNodeByPath }, pause })
    return { asked, loaded: actions.find(resultsLoaded.match)?.payload }
  }

  interface RoundsOptions {
    readonly config?: SearchConfig
    readonly kept?: readonly string[]
    readonly written?: Parameters<typeof vocabularyAnswer>[0]
    /** How many results there are by similar words; as many as without unless given. */
    readonly similar?: number
  }

  test('is requested in parallel with all that does not depend on the term: four calls in two rounds', async () => {
    const { asked, loaded } = await rounds(1, {}, { written: aParade })
    expect(asked).toEqual([
      ['options', 'words'],
      ['results', 'taxonomy'],
    ])
    // The totals of the other facets are loaded later.
    expect(loaded?.isPartial).toBe(true)
  })

  test('a term with an unknown word is also searched for by similar words at the same time, so that no result takes four calls in two rounds', async () => {
    const { asked, loaded } = await rounds(0)
    expect(asked).toEqual([
      ['options', 'words'],
      ['similar', 'results'],
    ])
    expect(loaded).toMatchObject({ results: [], isPartial: true })
    expect((await rounds(1)).asked).toEqual(asked)
  })

  test('results by similar words are shown only where nothing else was found', async () => {
    expect((await rounds(1)).loaded).not.toHaveProperty('isLoose')
    const { venue } = site.facets!['all']!.filters!
    const queryParams = { relevance: true, contentTypeIds: ['event'] } as const
    const small: SearchConfig = { facets: { all: { title: 'All', queryParams, filters: { venue: venue! } } } }
    const { asked } = await rounds(0, {}, { config: small, kept: ['words', 'options'] })
    expect(asked).toEqual([['results'], ['similar']])
    const found = await rounds(1, {}, { config: small, kept: ['words', 'options'] })
    expect(found.asked).toEqual([['results']])
  })

  test.each([
    ['nothing, and has a word that authors do not use', 0, {}],
    ['nothing, and has words that authors use', 0, { written: aParade }],
    ['nothing behind filters', 0, { filters: { size: ['1--2'] } }],
    ['something', 1, {}],
  ])(
    'a page shows the same whether or not they were kept, where a term finds %s',
    async (_what, found, change) => {
      const { written, ...address } = change as { readonly written?: RoundsOptions['written'] }
      const options = written ? { written } : {}
      const cold = await rounds(found, address, options)
      const warm = await rounds(found, address, { ...options, kept: ['words', 'options', 'taxonomy'] })
      expect(warm.asked.flat().length).toBeLessThan(cold.asked.flat().length)
      expect(warm.loaded).toEqual({ ...cold.loaded, queryDuration: expect.any(Number) as number })
    },
  )

  test('a filter of results by similar words asks for similar words too, still in four calls and two rounds', async () => {
    const filters = { size: ['1--2'] }
    const { asked, loaded } = await rounds(0, { filters })
    expect(asked).toEqual([
      ['options', 'words'],
      ['similar', 'results'],
    ])
    expect(loaded).toMatchObject({ without: { each: {} }, isPartial: true })
    const found = await rounds(0, { filters }, { similar: 1 })
    expect(found.asked).toEqual(asked)
    expect(found.loaded).toMatchObject({ isLoose: true, results: [{ title: 'Parade' }] })
  })

  test('a postcode has no search by similar words, since another postcode is another place', async () => {
    const { asked } = await rounds(0, { term: 'LK5 3QT' })
    expect(asked.flat().toSorted()).toEqual(['options', 'results', 'taxonomy', 'words'])
  })

  test('a term of known words has no search by similar words', async () => {
    for (const kept of [[], ['words', 'options', 'taxonomy']])
      expect((await rounds(0, {}, { kept, written: aParade })).asked.flat()).not.toContain('similar')
  })

  test('where filters leave no results, the totals without them are shown, as far as two rounds of calls give them', async () => {
    const filters = { size: ['1--2'] }
    const cold = await rounds(0, { filters }, { written: aParade })
    expect(cold.asked).toEqual([
      ['options', 'words'],
      ['results', 'taxonomy'],
    ])
    // The browser requests the rest.
    expect(cold.loaded).toMatchObject({ without: { each: {} }, isPartial: true })
    const alone: SearchConfig = { facets: { all: site.facets!['all']! } }
    const third = await rounds(0, { filters }, { config: alone, kept: ['options'], written: aParade })
    expect(third.asked).toEqual([['words'], ['results', 'taxonomy']])
    expect(third.loaded).not.toHaveProperty('isLoose')
  })
})
