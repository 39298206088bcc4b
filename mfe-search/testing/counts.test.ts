import { readObject, type Entry } from '@tessera/shared/content'
import { aPlatform, type TestPlatform } from '@tessera/shared/testing'
import type { FilterConfig } from '../config/filter-config.ts'
import type { SearchConfig } from '../config/search-config.ts'
import { searchQuery, withoutEntries } from '../domain/facet-query.ts'
import { readTotals } from '../domain/facet-totals.ts'
import { countOf, valuesOf } from '../domain/filter-counts.ts'
import { readTaxonomy } from '../domain/filter-options.ts'
import { withFacet, withFilter, withFilterToggled } from '../domain/next-address.ts'
import { planSearch, type SearchCall } from '../domain/plan-search.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { searchConfig } from '../search.config.ts'
import { loadDeferred } from '../state/load-deferred.ts'
import { runSearch } from '../state/run-search.ts'
import { filterItemsLoaded, resultsLoaded, totalsLoaded } from '../state/search-actions.ts'
import { anAddress } from './builders.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await aPlatform({ limits: { callDeadlineMs: 60_000, requestDeadlineMs: 120_000 } })
})
afterAll(() => platform.close())

const LANGUAGE = 'en-GB'
const contextIn = (language: string) => ({ language, searchRoute: { context: 'facets' } }) as const
const context = contextIn(LANGUAGE)
const search = (query: Parameters<ReturnType<TestPlatform['client']>['search']>[0]) =>
  platform.client({ language: LANGUAGE }).search(query)
const calls = (config: SearchConfig, address: SearchAddress): readonly SearchCall[] => {
  const { rounds, deferred } = planSearch(config, address, context)
  return [...rounds.flat(), ...deferred]
}
/** The number of results that a visitor finds at an address. */
const visit = async (config: SearchConfig, address: SearchAddress) =>
  (await search(searchQuery(config, address, context))).totalCount

const facilities = { title: 'Facilities', fieldId: 'facilities', aggregations: true } as const
const weeks = { title: 'Weeks', fieldId: 'everyWeeks', valueType: 'number' } as const
const kind = { title: 'Kind', fieldId: 'kind', aggregations: true } as const
const facetWith = (contentTypeId: string, filter: FilterConfig): SearchConfig => ({
  facets: {
    one: { title: 'One', queryParams: { contentTypeIds: [contentTypeId] }, filters: { f: filter, kind } },
  },
})

/** The values of a filter and their counts, as the plan's calls tell them. */
async function counted(config: SearchConfig, filter: FilterConfig, address: SearchAddress) {
  const planned = calls(config, address)
  const call =
    planned.find((one) => one.kind === 'counts' && one.filter === 'f') ??
    planned.find((one) => one.kind === 'results')
  if (!call || !('query' in call)) throw new Error('nothing counts the filter')
  const answer = await search(call.query)
  return valuesOf('f', answer).map((key) => ({ key, count: countOf(filter, 'f', key, answer) }))
}

describe('counts are the real totals (specification 3, Search state)', () => {
  test.each<[string, FilterConfig, string?]>([
    ['any of the values', facilities],
    ['all of the values', { ...facilities, logicOperator: 'and' }],
    ['none of the values', { ...facilities, logicOperator: 'not' }],
    ['one value at a time', { ...facilities, isSingleSelect: true }],
    ['none of one value at a time', { ...facilities, isSingleSelect: true, logicOperator: 'not' }],
    ['in', { ...facilities, fieldOperator: 'in' }],
    ['equalTo', { ...kind, fieldOperator: 'equalTo' }],
    ['numbers', { ...weeks, aggregations: true }, 'event'],
    ['one number at a time', { ...weeks, aggregations: true, isSingleSelect: true }, 'event'],
    ['entries', { title: 'Venue', fieldId: 'venue.sys.id', contentTypeId: 'venue' }, 'event'],
  ])('of %s: with nothing selected, and with something', async (_, filter, contentTypeId = 'venue') => {
    const config = facetWith(contentTypeId, filter)
    const start = anAddress({ key: 'one' })
    const free = await counted(config, filter, start)
    expect(free.length).toBeGreaterThan(1)
    for (const { key, count } of free)
      expect([key, count]).toEqual([key, await visit(config, withFilterToggled(config, start, 'f', key))])

    const selected = withFilterToggled(config, start, 'f', free[0]?.key ?? '')
    const isAdded = filter.logicOperator !== undefined && filter.isSingleSelect !== true
    for (const { key, count } of await counted(config, filter, selected)) {
      if (key === free[0]?.key) continue
      // With `or` each value has its own results; with `and` and `not` a further value narrows the present ones.
      const there = isAdded
        ? withFilterToggled(config, selected, 'f', key)
        : withFilter(config, selected, 'f', [key])
      expect([key, count]).toEqual([key, await visit(config, there)])
    }
  })

  test('of ranges, places, parts of texts and several fields: there are none, rather than wrong ones', () => {
    const none: readonly FilterConfig[] = [
      { title: 'F', fieldId: 'location', view: 'near' },
      { title: 'F', fieldId: 'entryTitle', fieldOperator: 'contains' },
      { title: 'F', fieldId: ['kind', 'facilities'] },
    ]
    for (const filter of none)
      expect(
        searchQuery(facetWith('venue', filter), anAddress({ key: 'one' }), context).aggregations,
      ).toEqual({
        sf_kind: { field: 'kind', size: 1000 },
      })
  })

  test.each(['en-GB', 'cy', 'ar'])(
    'in %s everything is what the other tabs have together',
    async (language) => {
      const here = anAddress({ key: 'all' })
      const { rounds, deferred } = planSearch(searchConfig, here, contextIn(language))
      const [results, ...others] = [...rounds.flat(), ...deferred]
      if (results?.kind !== 'results') throw new Error('results come first')
      const answer = await platform.client({ language }).search(results.query)
      const totals = Object.values(readTotals(results.totals, answer))
      expect(totals).toHaveLength(Object.keys(searchConfig.facets ?? {}).length - 1)
      expect(totals.reduce((sum, total) => sum + total, 0)).toBe(answer.totalCount)
      expect(answer.totalCount).toBeGreaterThan(200)
      expect(others.filter(({ kind }) => kind === 'totals')).toEqual([])
    },
  )

  test.each([
    ['without a term', {}],
    ['with a term', { term: 'council' }],
    ['from another facet', { key: 'news', term: 'park' }],
  ])('of the demonstration site’s other facets %s', async (_, change) => {
    const here = anAddress({ key: 'all', ...change })
    const totals: Record<string, number> = {}
    for (const call of calls(searchConfig, here)) {
      if (call.kind === 'results') Object.assign(totals, readTotals(call.totals, await search(call.query)))
      if (call.kind === 'totals') Object.assign(totals, readTotals(call.facets, await search(call.query)))
    }
    const others = Object.keys(searchConfig.facets ?? {}).filter((key) => key !== here.key)
    expect(Object.keys(totals).toSorted()).toEqual(others.toSorted())
    for (const key of others)
      expect([key, totals[key]]).toEqual([key, await visit(searchConfig, withFacet(searchConfig, here, key))])
  })

  test('of a taxonomy: with what is below each key, in every facet that has topics', async () => {
    const topics = await platform.client({ language: LANGUAGE }).taxonomyNodeByPath('Root/Topics')
    const keys = readTaxonomy(topics).map(({ key }) => key)
    let parents = 0
    for (const key of ['news', 'services']) {
      const start = anAddress({ key })
      const filter = searchConfig.facets?.[key]?.filters?.['topic']
      if (!filter) throw new Error('has no topics')
      const answer = await search(searchQuery(searchConfig, start, context))
      for (const topic of keys) {
        const there = await visit(searchConfig, withFilterToggled(searchConfig, start, 'topic', topic))
        expect([key, topic, countOf(filter, 'topic', topic, answer)]).toEqual([key, topic, there])
        const own = answer.aggregations?.['sf_topic']?.[topic] ?? 0
        if (there > own) parents += 1
      }
    }
    expect(parents).toBeGreaterThan(2)
  })

  test('without featured results there are so many fewer', async () => {
    const config = facetWith('venue', facilities)
    const query = searchQuery(config, anAddress({ key: 'one' }), context)
    const all = await search(query)
    const [first] = all.items
    expect((await search(withoutEntries(query, [first?.sys.id ?? '']))).totalCount).toBe(all.totalCount - 1)
  })
})

describe('numbers beside tabs and filters of a whole search', () => {
  const client = () => platform.client({ language: LANGUAGE })
  /** What a visitor sees at an address: how many results, and the numbers beside tabs and items of filters. */
  async function shownAt(config: SearchConfig, address: SearchAddress) {
    const target = { context: 'facets', key: address.key } as const
    const { actions, totalCount } = await runSearch(
      { config, address, context, target },
      { client: client() },
    )
    const loaded = actions.filter(filterItemsLoaded.match).map(({ payload }) => payload)
    return {
      found: totalCount,
      totals: actions.find(totalsLoaded.match)?.payload.totals ?? {},
      filters: Object.fromEntries(loaded.map(({ filter, items }) => [filter, items])),
    }
  }
  /** The numbers that the browser asks for when it is idle. */
  const totalsLater = async (config: SearchConfig, { key, term }: SearchAddress) => {
    const request = { language: LANGUAGE, client: client(), query: { facet: key, term } }
    const rest = await loadDeferred(config, request as unknown as Parameters<typeof loadDeferred>[1])
    return (rest as { readonly totals: Readonly<Record<string, number>> }).totals
  }

  test.each(['tax rebait', 'garden wast', 'swiming lesons', 'planing permision', 'council tax'])(
    'are what their links lead to, at once and later: %s',
    async (term) => {
      const keys = Object.keys(searchConfig.facets ?? {})
      const shown = new Map<string, Awaited<ReturnType<typeof shownAt>>>()
      for (const key of keys) shown.set(key, await shownAt(searchConfig, anAddress({ key, term })))
      const visits = Object.fromEntries([...shown].map(([key, { found }]) => [key, found]))
      for (const [key, { totals }] of shown) expect([key, visits]).toMatchObject([key, totals])
      const [all] = keys
      const { [all ?? '']: _, ...others } = visits
      expect({
        ...shown.get('all')?.totals,
        ...(await totalsLater(searchConfig, anAddress({ key: 'all', term }))),
      }).toEqual(others)
      for (const key of ['planning', 'councillors']) {
        for (const [filter, items] of Object.entries(shown.get(key)?.filters ?? {}))
          for (const item of items.slice(0, 3)) {
            const there = withFilterToggled(searchConfig, anAddress({ key, term }), filter, item.key)
            expect([key, filter, item]).toMatchObject([
              key,
              filter,
              { count: (await shownAt(searchConfig, there)).found },
            ])
          }
      }
    },
  )

  test('of a facet that features some of its own results there is none; those of the others are right', async () => {
    const featuredResults = { contentTypeId: 'landingPage', count: 1 } as const
    const facet = (...contentTypeIds: readonly string[]) => ({ title: 'F', queryParams: { contentTypeIds } })
    const pages = facet('landingPage', 'document')
    const config: SearchConfig = {
      facets: {
        all: facet('landingPage', 'document', 'newsArticle'),
        pages: { ...pages, queryParams: { ...pages.queryParams, featuredResults } },
        news: facet('newsArticle'),
      },
    }
    const [all, own, news] = await Promise.all(
      ['all', 'pages', 'news'].map((key) => shownAt(config, anAddress({ key, term: 'recycling' }))),
    )
    expect(all?.totals).toEqual({ news: news?.found })
    expect(own?.totals).toEqual({ all: all?.found, news: news?.found })
    expect(own?.found).toBe((all?.found ?? 0) - (news?.found ?? 0) - 1)
  })
})

describe('featured results of the demonstration site (specification 3, Query params)', () => {
  const loadedFor = async (term: string) => {
    const address = anAddress({ key: 'documents', term })
    const target = { context: 'facets', key: 'documents' } as const
    const made = await runSearch(
      { config: searchConfig, address, context, target },
      { client: platform.client({ language: LANGUAGE }) },
    )
    return made.actions.find(resultsLoaded.match)?.payload
  }

  test('are the page that a term leads to, above the documents that mention it', async () => {
    const loaded = await loadedFor('recycling')
    expect(loaded?.featuredResults?.map(({ path }) => path)).toEqual(['/services/bins-and-recycling'])
    expect(loaded?.results.length).toBeGreaterThan(0)
    expect(loaded?.results.every(({ contentTypeId }) => contentTypeId === 'document')).toBe(true)
  })

  test('are none without a term', async () => {
    expect((await loadedFor(''))?.featuredResults).toEqual([])
  })
})

describe('the demonstration site’s list of events', () => {
  const endOf = (entry: Entry) => String(readObject(entry['dates'])?.['to'])
  const listed = (site: SearchConfig) =>
    search({
      ...searchQuery(site, anAddress({ context: 'listings', key: 'events' }), context),
      fields: ['dates'],
      pageSize: 500,
    })

  test('has those that are not over, and no others', async () => {
    const events = searchConfig.listings?.['events'] ?? { title: '' }
    const all: SearchConfig = {
      listings: { events: { ...events, queryParams: { ...events.queryParams, customWhere: [] } } },
    }
    const now = new Date().toISOString()
    const [shown, every] = await Promise.all([listed(searchConfig), listed(all)])
    const isOver = (entry: Entry) => new Date(endOf(entry)).toISOString() < now
    expect(every.items.filter(isOver).length).toBeGreaterThan(0)
    expect(shown.items.filter(isOver)).toEqual([])
    expect(shown.totalCount).toBe(every.items.filter((entry) => !isOver(entry)).length)
  })
})
