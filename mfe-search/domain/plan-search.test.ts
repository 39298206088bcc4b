import type { FacetConfig, SearchConfig } from '../config/search-config.ts'
import { anAddress } from '../testing/builders.ts'
import { withFacet } from './next-address.ts'
import { searchQuery } from './facet-query.ts'
import { readTotals } from './facet-totals.ts'
import { MAX_CALLS, planSearch, type PlanContext, type ResultsCall } from './plan-search.ts'
import type { SearchAddress } from './search-address.ts'
import { NO_VOCABULARY } from './vocabulary.ts'

const topic = { title: 'T', fieldId: 'topic.sys.id', contentTypeId: 'topic', isGrouped: true } as const
const all: FacetConfig = { title: 'All', filters: { topic } }
const ofType = (...contentTypeIds: readonly string[]): FacetConfig => ({
  title: 'F',
  queryParams: { contentTypeIds },
  filters: { topic },
})
const facetsOf = (facets: SearchConfig['facets'] = {}): SearchConfig => ({ facets })
const context: PlanContext = { language: 'en-GB', searchRoute: { context: 'facets' } }
const plan = (config: SearchConfig, change: Partial<SearchAddress> = {}, rest: Partial<PlanContext> = {}) =>
  planSearch(config, anAddress({ key: 'all', ...change }), { ...context, ...rest })
const kinds = (
  config: SearchConfig,
  change: Partial<SearchAddress> = {},
  rest: Partial<PlanContext> = {},
) => {
  const { rounds, deferred } = plan(config, change, rest)
  return {
    rounds: rounds.map((round) => round.map(({ kind }) => kind)),
    deferred: deferred.map(({ kind }) => kind),
  }
}

describe('calls of a view (specification 4 and 7, Search)', () => {
  test('are the results alone where there is nothing else to show', () => {
    expect(kinds(facetsOf({ all: { title: 'All' } }))).toEqual({ rounds: [['results']], deferred: [] })
  })

  test('are results and options of filters side by side; totals of facets that differ by content type come with the results', () => {
    const config = facetsOf({ all, news: ofType('news'), events: ofType('event', 'venue') })
    expect(kinds(config)).toEqual({ rounds: [['results', 'options']], deferred: [] })
    const [results] = plan(config).rounds[0] as readonly [ResultsCall]
    expect(results.totals).toEqual({ news: ['news'], events: ['event', 'venue'] })
    expect(results.query.aggregations).toHaveProperty('sf__types', { field: 'sys.contentTypeId', size: 1000 })
    expect(
      readTotals(results.totals, {
        totalCount: 9,
        aggregations: { sf__types: { news: 3, event: 4, venue: 1 } },
      }),
    ).toEqual({ news: 3, events: 5 })
    expect(readTotals(results.totals, { totalCount: 9 })).toEqual({})
  })

  test('totals of facets that differ by content type are one call where the results are narrowed further', () => {
    const own: FacetConfig = { ...all, filters: { topic, own: { title: 'O', fieldId: 'own' } } }
    const config = facetsOf({ all: own, news: ofType('news'), events: ofType('event') })
    const { rounds } = plan(config, { filters: { own: ['x'] } })
    expect(rounds[0]?.map(({ kind }) => kind)).toEqual(['results', 'options', 'totals', 'counts'])
    const totals = rounds[0]?.[2]
    expect(totals).toMatchObject({ facets: { news: ['news'], events: ['event'] }, query: { pageSize: 1 } })
    expect(JSON.stringify(totals)).not.toContain('own')
  })

  test('totals of a facet within the shown one’s types come with its results, of others not', () => {
    const config = facetsOf({
      all: ofType('news', 'event'),
      news: ofType('news'),
      pages: ofType('page'),
      mixed: ofType('event', 'page'),
    })
    const { rounds } = plan(config)
    expect((rounds[0]?.[0] as ResultsCall).totals).toEqual({ news: ['news'] })
    expect(rounds[0]?.[2]).toMatchObject({
      kind: 'totals',
      facets: { pages: ['page'], mixed: ['event', 'page'] },
    })
    expect(rounds[0]?.[2]).toMatchObject({
      query: { where: expect.arrayContaining([{ field: 'sys.contentTypeId', in: ['page', 'event'] }]) },
    })
  })

  test('a facet with its own conditions has its own call, the same as on a visit', () => {
    const special: FacetConfig = {
      title: 'S',
      queryParams: { contentTypeIds: ['!news'], customWhere: [{ field: 'a', equalTo: 1 }] },
    }
    const config = facetsOf({ all, special, files: { title: 'Files', queryParams: { assetTypes: ['pdf'] } } })
    const { rounds } = plan(config, { term: 'x' })
    const totals = rounds[0]?.filter((call) => call.kind === 'totals') ?? []
    expect(totals.map(({ facets }) => facets)).toEqual([{ special: null }, { files: null }])
    const visit = withFacet(config, anAddress({ key: 'all', term: 'x' }), 'special')
    expect(totals[0]?.query.where).toEqual(searchQuery(config, visit, context).where)
    expect(readTotals({ special: null }, { totalCount: 7 })).toEqual({ special: 7 })
  })

  test('siblings with their own conditions need no call where the results apply these to each type', () => {
    const open = { field: 'open', equalTo: true }
    const event: FacetConfig = {
      title: 'E',
      queryParams: { contentTypeIds: ['event'], customWhere: [open] },
    }
    const record: FacetConfig = {
      title: 'R',
      queryParams: { contentTypeIds: ['record'], languages: ['cy'] },
    }
    const byType = { event: { customWhere: [open] }, record: { languages: ['cy'] } }
    const queryParams = { contentTypeIds: ['news', 'event', 'record'], byType }
    const config = facetsOf({ all: { title: 'A', queryParams }, event, record })
    expect(plan(config).rounds).toMatchObject([[{ totals: { event: ['event'], record: ['record'] } }]])
    expect(plan(config, { key: 'event' }).rounds).toMatchObject([
      [{ totals: {} }, { kind: 'totals', facets: { all: queryParams.contentTypeIds, record: ['record'] } }],
    ])
    const loose = facetsOf({
      all: { title: 'A', queryParams: { contentTypeIds: ['event', 'record'] } },
      event,
      record,
    })
    expect(plan(loose).rounds).toMatchObject([
      [{ totals: {} }, { kind: 'totals', facets: { event: ['event'], record: ['record'] } }],
    ])
    // One call cannot count a type both with and without its own condition.
    const totals = plan(loose, { key: 'record' }).rounds[0]?.filter(({ kind }) => kind === 'totals')
    expect(totals).toMatchObject([{ facets: { all: null } }, { facets: { event: null } }])
  })

  test('an excluded type or another project says nothing about the counts of a sibling', () => {
    const config = facetsOf({
      all: { title: 'A', queryParams: { contentTypeIds: ['!x'] } },
      news: { title: 'N', queryParams: { contentTypeIds: ['news'] } },
    })
    expect((plan(config).rounds[0]?.[0] as ResultsCall).totals).toEqual({})
    const elsewhere = facetsOf({
      all: { title: 'A' },
      news: { title: 'N', projectId: 'other', queryParams: { contentTypeIds: ['news'] } },
    })
    expect((plan(elsewhere).rounds[0]?.[0] as ResultsCall).totals).toEqual({})
  })

  test('a selection in a filter of a sibling’s kind narrows its total where it is grouped', () => {
    const config = facetsOf({ all, news: ofType('news') })
    const { rounds } = plan(config, { filters: { topic: ['a'] } })
    expect((rounds[0]?.[0] as ResultsCall).totals).toEqual({ news: ['news'] })
  })

  test('a facet of which some results are featured apart from the others has no total', () => {
    const featuredResults = { contentTypeId: 'news', count: 1 } as const
    const news = { title: 'News', queryParams: { contentTypeIds: ['news'], featuredResults } }
    const config = facetsOf({ all, news, events: ofType('event') })
    const told = (change: Partial<SearchAddress>) =>
      (plan(config, change).rounds[0]?.[0] as ResultsCall | undefined)?.totals
    expect(told({ term: 'x' })).toEqual({ events: ['event'] })
    // Without a term nothing is featured.
    expect(told({})).toEqual({ news: ['news'], events: ['event'] })
  })

  describe('where facets differ in how they search for a term', () => {
    const special = (field: string, queryParams: FacetConfig['queryParams'] = {}): FacetConfig => ({
      title: field,
      queryParams: { customWhere: [{ field, exists: true }], ...queryParams },
    })
    const config = facetsOf({
      all: { title: 'All' },
      plain: special('p'),
      best: special('b', { relevance: true }),
      homes: special('h', { relevance: { homeTypes: ['page'] } }),
    })
    const totals = (
      key: string,
      change: Partial<SearchAddress>,
      termOptions?: PlanContext['termOptions'],
    ) => {
      const given = { key, ...change }
      const { rounds, deferred } = plan(config, given, termOptions ? { termOptions } : {})
      return [...rounds.flat(), ...deferred].flatMap((call) => (call.kind === 'totals' ? [call] : []))
    }
    const keys = (...given: Parameters<typeof totals>) =>
      totals(...given).flatMap(({ facets }) => Object.keys(facets))

    test('each is counted as its visit searches, or not at all where the words of authors are not there', () => {
      const byRelevance = { relevance: { language: 'en-GB' }, vocabulary: NO_VOCABULARY }
      expect(keys('all', { term: 'bins' })).toEqual(['plain'])
      expect(keys('best', { term: 'bins' }, byRelevance)).toEqual(['all', 'plain'])
      const [first] = totals('best', { term: 'bins' }, byRelevance)
      const there = withFacet(config, anAddress({ key: 'best', term: 'bins' }), 'all')
      expect(first?.query.where).toEqual(searchQuery(config, there, context).where)
    })

    test('those by relevance are not counted by the plain query that was made instead of one too expensive', () => {
      const twins = facetsOf({
        all: special('a', { relevance: true }),
        best: special('b', { relevance: true }),
      })
      const plainly = { termOptions: { relevance: undefined } }
      expect(kinds(twins, { term: 'bins' }).rounds).toEqual([['results', 'totals']])
      expect(kinds(twins, { term: 'bins' }, plainly).rounds).toEqual([['results']])
      expect(kinds(twins, { term: 'bins', asWritten: true }, plainly).rounds).toEqual([['results', 'totals']])
    })

    test('all are counted where there is no term', () => {
      expect(keys('all', {})).toEqual(['plain', 'best', 'homes'])
    })
  })

  test('featured results come first, and the others without them; counts that depend on it wait too', () => {
    const config = facetsOf({
      all: { ...all, queryParams: { featuredResults: { contentTypeId: 'hint', count: 1 } } },
      news: ofType('news'),
    })
    expect(kinds(config, { term: 'x', filters: { topic: ['a'] } })).toEqual({
      rounds: [['featured', 'options', 'totals'], ['results']],
      deferred: ['counts'],
    })
    const alone = { facets: { all: config.facets!['all']! } }
    const { rounds } = plan(alone, { term: 'x', filters: { topic: ['a'] } })
    expect(rounds.map((round) => round.map(({ kind }) => kind))).toEqual([
      ['featured', 'options'],
      ['results', 'counts'],
    ])
    expect(rounds[1]).toMatchObject([
      { isWithoutFeatured: true },
      { isWithoutFeatured: true, filter: 'topic' },
    ])
  })

  test('featured results that the others do not hold come beside them, and take nothing from totals', () => {
    const featuredResults = { contentTypeId: 'guide', count: 2 } as const
    const pages = {
      ...ofType('page', 'news'),
      queryParams: { contentTypeIds: ['page', 'news'], featuredResults },
    }
    const config = facetsOf({ all: pages, news: ofType('news') })
    expect(kinds(config, { term: 'x', filters: { topic: ['a'] } })).toEqual({
      rounds: [['featured', 'results', 'options', 'counts']],
      deferred: [],
    })
    expect(plan(config, { term: 'x' }).rounds[0]?.[1]).toMatchObject({
      totals: { news: ['news'] },
      isWithoutFeatured: false,
    })
    const among = facetsOf({
      all: { ...pages, queryParams: { contentTypeIds: ['page', 'guide'], featuredResults } },
    })
    expect(kinds(among, { term: 'x' }).rounds).toEqual([['featured', 'options'], ['results']])
  })

  test('calls that were made before the plan count towards the limit', () => {
    const config = facetsOf({ all, a: { title: 'A', queryParams: { customWhere: [{ a: 1 }] } } })
    const usage = { usage: { calls: 3, rounds: 1 }, loadedFilters: ['topic'] }
    expect(kinds(config, {}, usage)).toEqual({ rounds: [['results']], deferred: ['totals'] })
  })

  test('there are never more than four in two rounds; what there is no room for is for later, options before totals before counts', () => {
    const filters: FacetConfig['filters'] = {
      topic,
      tree: { title: 'T', fieldId: 'tax', path: 'topics' },
      other: { title: 'T', fieldId: 'tax2', path: 'places' },
      year: { title: 'Y', fieldId: 'year', valueType: 'number', aggregations: true },
    }
    const config = facetsOf({
      all: { title: 'A', filters },
      a: { title: 'A', queryParams: { customWhere: [{ a: 1 }] } },
    })
    const planned = kinds(config, { filters: { topic: ['x'], year: ['2024'] } })
    expect(planned).toEqual({
      rounds: [['results', 'counts', 'options', 'taxonomy']],
      deferred: ['taxonomy', 'totals', 'counts'],
    })
    expect(planned.rounds.flat()).toHaveLength(MAX_CALLS)
    const queries = [...plan(config).rounds.flat(), ...plan(config).deferred].map((call) =>
      JSON.stringify(call),
    )
    expect(new Set(queries).size).toBe(queries.length)
  })

  test('options that are loaded are not requested again', () => {
    expect(kinds(facetsOf({ all }), {}, { loadedFilters: ['topic'] })).toEqual({
      rounds: [['results']],
      deferred: [],
    })
  })

  test('a term without searchable words makes no call', () => {
    expect(plan(facetsOf({ all, news: ofType('news') }), { term: ' *** ' })).toEqual({
      rounds: [],
      deferred: [],
    })
  })

  test('listings are not preloaded, unless a composition shows several', () => {
    const config: SearchConfig = {
      listings: { all, news: { title: 'N', queryParams: { customWhere: [{ a: 1 }] } }, more: { title: 'M' } },
      compositions: { both: { title: 'B', listings: ['all', 'news'] } },
    }
    expect(kinds(config, { context: 'listings' }, { searchRoute: { context: 'listings' } }).rounds).toEqual([
      ['results', 'options'],
    ])
    const { rounds } = plan(
      config,
      { context: 'listings' },
      { searchRoute: { context: 'listings', composition: 'both' } },
    )
    expect(rounds[0]?.[2]).toMatchObject({ kind: 'totals', facets: { news: null } })
  })

  test('a minilist requests only its results', () => {
    const config: SearchConfig = {
      minilist: {
        all: { title: 'L', filters: { topic: { ...topic, defaultValue: 'a' } } },
        other: { title: 'O' },
      },
    }
    expect(kinds(config, { context: 'minilist' }, { searchRoute: { context: 'minilist' } })).toEqual({
      rounds: [['results']],
      deferred: [],
    })
  })

  test('a custom API is called in place of the platform, which still gives the options', () => {
    const config: SearchConfig = {
      facets: { all: { ...all, customApi: 'other' }, more: ofType('x') },
      customApis: { other: { uri: 'https://api.example/find' } },
    }
    expect(kinds(config)).toEqual({ rounds: [['customApi', 'options']], deferred: [] })
    expect(kinds(config, { key: 'more' })).toEqual({ rounds: [['results', 'options']], deferred: [] })
  })
})
