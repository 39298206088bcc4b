import type { FacetConfig, MinilistConfig, QueryParamsConfig, SearchConfig } from '../config/search-config.ts'
import { anAddress } from '../testing/builders.ts'
import { searchQuery, withoutEntries } from './facet-query.ts'
import { featuredQuery } from './featured-query.ts'
import type { SearchAddress } from './search-address.ts'
import { isUnsearchable } from './search-conditions.ts'

const context = { language: 'en-GB' }
const language = { field: 'sys.language', equalTo: 'en-GB' }
const address = { field: 'sys.uri', exists: true }
const marked = (field: string) => ({
  or: [
    { field, equalTo: true },
    { field, exists: false },
  ],
})

const configOf = (facet: Partial<FacetConfig>, rest: Partial<SearchConfig> = {}): SearchConfig => ({
  ...rest,
  facets: { all: { title: 'All', ...facet } },
})
const here = (change: Partial<SearchAddress> = {}) => anAddress({ key: 'all', ...change })
type FacetParams = NonNullable<FacetConfig['queryParams']>
const ask = (
  queryParams: FacetParams,
  change: Partial<SearchAddress> = {},
  rest: Partial<FacetConfig> = {},
) => searchQuery(configOf({ queryParams, ...rest }), here(change), context)

describe('query of a search (specification 3, Query params)', () => {
  test('asks for entries with an address, in the language, that are in search', () => {
    expect(ask({})).toEqual({
      where: [
        { field: 'sys.dataFormat', equalTo: 'entry' },
        language,
        address,
        marked('sys.metadata.includeInSearch'),
      ],
      fields: ['entryTitle', 'entryDescription', 'sys.properties', 'focalPoint'],
      linkDepth: 0,
      pageIndex: 0,
      pageSize: 20,
    })
  })

  test.each<readonly [FacetParams, readonly unknown[]]>([
    [
      { contentTypeIds: ['news', 'event'] },
      [{ field: 'sys.contentTypeId', in: ['news', 'event'] }, language],
    ],
    [
      { contentTypeIds: ['!news'] },
      [
        { field: 'sys.dataFormat', equalTo: 'entry' },
        language,
        { not: [{ field: 'sys.contentTypeId', in: ['news'] }] },
      ],
    ],
    [
      { contentTypeIds: ['a', '!b'], webpageTemplates: ['w', 'a'], assetTypes: ['pdf', '!c'] },
      [
        { field: 'sys.contentTypeId', in: ['a', 'w', 'pdf'] },
        language,
        { not: [{ field: 'sys.contentTypeId', in: ['b', 'c'] }] },
      ],
    ],
  ])(
    'content types, web pages and assets %j: one list, and those with ! are excluded',
    (queryParams, types) => {
      expect(ask(queryParams).where.slice(0, types.length)).toEqual(types)
      expect(ask(queryParams).where[types.length]).toEqual(address)
    },
  )

  test('fields that keep an entry out of search, languages, status, own conditions and ids are conditions', () => {
    const own = { field: 'open', equalTo: true }
    const { where } = ask({
      includeInSearch: ['shown'],
      languages: ['en-GB', 'cy'],
      versionStatus: 'latest',
      customWhere: [own],
      excludeIds: ['1'],
    })
    expect(where.slice(1)).toEqual([
      { field: 'sys.language', in: ['en-GB', 'cy'] },
      own,
      { field: 'sys.versionStatus', equalTo: 'latest' },
      address,
      marked('sys.metadata.includeInSearch'),
      marked('shown'),
      { not: [{ field: 'sys.id', in: ['1'] }] },
    ])
  })

  test('a content type may have its own languages and conditions', () => {
    const open = { field: 'open', equalTo: true }
    const { where } = ask({
      contentTypeIds: ['news', 'event', 'record', 'page'],
      byType: { event: { customWhere: [open] }, record: { languages: ['cy'] } },
    })
    expect(where).toEqual([
      {
        or: [
          { and: [{ field: 'sys.contentTypeId', in: ['news', 'page'] }, language] },
          { and: [{ field: 'sys.contentTypeId', in: ['event'] }, language, open] },
          {
            and: [
              { field: 'sys.contentTypeId', in: ['record'] },
              { field: 'sys.language', equalTo: 'cy' },
            ],
          },
        ],
      },
      address,
      marked('sys.metadata.includeInSearch'),
    ])
  })

  test('excluded ids of the configuration and of the page are merged, each once', () => {
    const config = configOf({ queryParams: { excludeIds: ['1', '2'] } })
    expect(searchQuery(config, here(), { ...context, excludeIds: ['2', '3'] }).where).toContainEqual({
      not: [{ field: 'sys.id', in: ['1', '2', '3'] }],
    })
  })

  test('the term and the filters are conditions, what the configuration selects among them', () => {
    const filters: FacetConfig['filters'] = {
      topic: { title: 'T', fieldId: 'topic' },
      hidden: { title: 'H', fieldId: 'kind', renderable: false, defaultValue: 'page' },
    }
    const { where } = ask({}, { term: 'bins', filters: { topic: ['a'], hidden: ['x'] } }, { filters })
    expect(where.slice(-3, -1)).toEqual([
      { field: 'topic', in: ['a'] },
      { field: 'kind', in: ['page'] },
    ])
    expect(JSON.stringify(where.at(-1))).toContain('"equalTo":"bins","weight":10')
  })

  test('weighted fields, omitted fields and fuzzy search follow the configuration and the vocabulary', () => {
    const text = (query: unknown) => JSON.stringify(query)
    expect(
      text(
        ask(
          {
            weightedSearchFields: [{ fieldId: 'code', weight: 5 }],
            omitDefaultSearchFields: ['searchContent'],
          },
          { term: 'x' },
        ).where.at(-1),
      ),
    ).toBe('{"or":[{"field":"code","freeText":{"term":"x","fuzzy":false,"operator":"and"},"weight":5}]}')
    expect(text(ask({ fuzzySearch: true }, { term: 'x' }))).toContain('"fuzzy":true')
    expect(
      text(
        searchQuery(configOf({}), here({ term: 'x' }), { ...context, termOptions: { fuzzySearch: true } }),
      ),
    ).toContain('"fuzzy":true')
  })

  test('relevance is used where it is configured, in the language of the page', () => {
    const plain = JSON.stringify(ask({}, { term: 'bins' }).where)
    expect(JSON.stringify(ask({ relevance: false }, { term: 'bins' }).where)).toBe(plain)
    expect(JSON.stringify(ask({ relevance: true }, { term: 'bins' }).where)).not.toBe(plain)
  })

  test('a term without searchable words is recognised', () => {
    expect(isUnsearchable({ title: '' }, here({ term: '***' }))).toBe(true)
    expect(isUnsearchable({ title: '' }, here({ term: '' }))).toBe(false)
    expect(isUnsearchable({ title: '' }, here({ term: 'x' }))).toBe(false)
    expect(isUnsearchable({ title: '' }, here({ context: 'minilist', term: '***' }))).toBe(false)
    expect(
      isUnsearchable(
        { title: '', queryParams: { useSearchTerm: true } },
        here({ context: 'minilist', term: '***' }),
      ),
    ).toBe(true)
  })

  test('the configured order is for results without a term, the visitor’s for all', () => {
    const config: FacetParams = { orderBy: ['-date', 'entryTitle'] }
    expect(ask(config).orderBy).toEqual(['-date', 'entryTitle'])
    expect(ask(config, { term: 'x' }).orderBy).toBeUndefined()
    expect(ask(config, { term: 'x', orderBy: 'a,-b' }).orderBy).toEqual(['a', '-b'])
    expect(ask({}).orderBy).toBeUndefined()
  })

  test('near a place the nearest results come first, unless there is a term or another order', () => {
    const filters: FacetConfig['filters'] = { near: { title: 'N', fieldId: 'location', view: 'near' } }
    const near = { filters: { near: ['52 2'] } }
    expect(ask({ orderBy: ['date'] }, near, { filters }).orderBy).toEqual(['location'])
    expect(ask({ orderBy: ['date'] }, {}, { filters }).orderBy).toEqual(['date'])
    expect(ask({}, { ...near, term: 'x' }, { filters }).orderBy).toBeUndefined()
    expect(ask({}, { ...near, orderBy: 'date' }, { filters }).orderBy).toEqual(['date'])
  })

  test('pages have 20 results by default; the configuration or the visitor may change that', () => {
    expect(ask({}, { pageIndex: 3 })).toMatchObject({ pageIndex: 3, pageSize: 20 })
    expect(ask({ pageSize: 12 })).toMatchObject({ pageSize: 12 })
    expect(ask({ pageSize: 12, loadMorePaging: true }, { pageSize: 50, pageIndex: 2 })).toMatchObject({
      pageIndex: 2,
      pageSize: 50,
    })
  })

  test('with internal paging all results are requested in one call', () => {
    expect(ask({ pageSize: 12, internalPaging: true }, { pageIndex: 2 })).toMatchObject({
      pageIndex: 0,
      pageSize: 1000,
    })
  })

  test('fields are those that cards of the content types show, and those configured; links of cards are resolved', () => {
    const cards = {
      news: { image: 'image', date: 'published' },
      venue: { location: 'place', facts: ['ward'] },
      event: { dates: 'dates' },
      '*': { date: 'other' },
    }
    const fieldsOf = (queryParams: FacetParams) =>
      searchQuery(configOf({ queryParams }, { cards }), here(), context)
    expect(fieldsOf({ contentTypeIds: ['news', 'unknown'], fields: ['extra'] })).toMatchObject({
      fields: [
        'entryTitle',
        'entryDescription',
        'sys.properties',
        'focalPoint',
        'image',
        'published',
        'other',
        'extra',
      ],
      fieldLinkDepths: { image: 1 },
    })
    expect(
      fieldsOf({ contentTypeIds: ['venue'], linkDepth: 2, fieldLinkDepths: { ward: 3, bad: 'x' } }),
    ).toMatchObject({
      fields: ['entryTitle', 'entryDescription', 'sys.properties', 'focalPoint', 'ward', 'place'],
      linkDepth: 2,
      fieldLinkDepths: { ward: 3 },
    })
    expect(fieldsOf({}).fields).toEqual(
      expect.arrayContaining(['image', 'published', 'place', 'ward', 'dates', 'other']),
    )
  })

  test('a mapper of results gets every field, or those configured', () => {
    const mappers = { results: () => [] }
    expect(ask({}, {}, { mappers })).not.toHaveProperty('fields')
    expect(ask({ fields: ['a'], fieldLinkDepths: { a: 1 } }, {}, { mappers })).toMatchObject({
      fields: ['a'],
      fieldLinkDepths: { a: 1 },
    })
  })

  test('own aggregations stand beside those of filters, whose names begin with sf_', () => {
    const filters: FacetConfig['filters'] = { topic: { title: 'T', fieldId: 'topic' } }
    expect(ask({ customAggregations: { wards: { field: 'ward' } } }, {}, { filters }).aggregations).toEqual({
      wards: { field: 'ward' },
      sf_topic: { field: 'topic', size: 1000 },
    })
  })

  test('further entries are left out beside those that are left out already', () => {
    const query = ask({ excludeIds: ['1'] })
    expect(withoutEntries(query, ['2']).where).toEqual([
      ...query.where,
      { not: [{ field: 'sys.id', in: ['2'] }] },
    ])
    expect(withoutEntries(query, [])).toEqual(query)
  })
})

describe('query of a minilist (specification 3, Query params)', () => {
  const list = (queryParams: MinilistConfig['queryParams'], change: Partial<MinilistConfig> = {}) =>
    searchQuery(
      {
        minilist: {
          all: {
            title: 'L',
            filters: { topic: { title: 'T', fieldId: 'topic', defaultValue: 'a' } },
            queryParams,
            ...change,
          },
        },
      },
      here({ context: 'minilist', term: 'bins' }),
      { ...context, excludeIds: ['7'] },
    )

  test('ignores the term of the page, requests no counts, and leaves out the entries that the page shows', () => {
    expect(list({ pageSize: 3 })).toEqual({
      where: [
        { field: 'sys.dataFormat', equalTo: 'entry' },
        language,
        address,
        { not: [{ field: 'sys.id', in: ['7'] }] },
        { field: 'topic', in: ['a'] },
      ],
      fields: ['entryTitle', 'entryDescription', 'sys.properties', 'focalPoint'],
      linkDepth: 0,
      pageIndex: 0,
      pageSize: 3,
    })
  })

  test('uses the term with useSearchTerm, among entries that are in search', () => {
    const { where } = list({ useSearchTerm: true })
    expect(where).toContainEqual(marked('sys.metadata.includeInSearch'))
    expect(JSON.stringify(where)).toContain('"bins"')
  })
})

describe('featured results (specification 3, Query params)', () => {
  const featured = (
    featuredResults: QueryParamsConfig['featuredResults'],
    change: Partial<SearchAddress> = {},
  ) =>
    featuredQuery(
      configOf({
        queryParams: {
          contentTypeIds: ['news'],
          excludeIds: ['1'],
          ...(featuredResults && { featuredResults }),
        },
        filters: { topic: { title: 'T', fieldId: 'topic', defaultValue: 'a' } },
      }),
      here(change),
      context,
    )

  test('are none where none are configured', () => {
    expect(featured(undefined)).toBeNull()
    expect(featured({ count: 0 })).toBeNull()
  })

  test('by content type: for the term, without filters, up to the configured number, on every page', () => {
    const query = featured({ contentTypeId: 'hint', count: 2 }, { term: 'x', pageIndex: 4 })
    expect(query).toMatchObject({ pageIndex: 0, pageSize: 2 })
    expect(query?.where[0]).toEqual({ field: 'sys.contentTypeId', in: ['hint'] })
    expect(query?.where).toContainEqual({ not: [{ field: 'sys.id', in: ['1'] }] })
    expect(JSON.stringify(query)).not.toContain('topic')
    expect(JSON.stringify(query)).toContain('"x"')
  })

  test('by content type only there are none without a term, because none is a better match than the others', () => {
    expect(featured({ contentTypeId: 'hint', count: 2 })).toBeNull()
    expect(featured({ contentTypeId: 'hint', fieldId: 'top', count: 2 })).not.toBeNull()
  })

  test('with a field: among the other results, filters included; its value is true unless given', () => {
    expect(featured({ fieldId: 'top', count: 1 })?.where).toEqual(
      expect.arrayContaining([
        { field: 'sys.contentTypeId', in: ['news'] },
        { field: 'topic', in: ['a'] },
        { field: 'top', equalTo: true },
      ]),
    )
    expect(featured({ fieldId: 'top', fieldValue: 'yes', count: 1 })?.where.at(-1)).toEqual({
      field: 'top',
      equalTo: 'yes',
    })
  })

  test('do not follow the visitor’s order: with a term the best match comes first, without one as configured', () => {
    const newest = { orderBy: '-published' } as const
    expect(featured({ contentTypeId: 'hint', count: 1 }, { term: 'x', ...newest })).not.toHaveProperty(
      'orderBy',
    )
    expect(featured({ fieldId: 'top', count: 1 }, newest)).not.toHaveProperty('orderBy')
    const ordered = configOf({
      queryParams: { orderBy: ['entryTitle'], featuredResults: { fieldId: 'top', count: 1 } },
    })
    expect(featuredQuery(ordered, here(newest), context)?.orderBy).toEqual(['entryTitle'])
  })

  test('request no counts', () => {
    expect(featured({ contentTypeId: 'hint', count: 1 }, { term: 'x' })).toBeTruthy()
    expect(featured({ contentTypeId: 'hint', count: 1 }, { term: 'x' })).not.toHaveProperty('aggregations')
  })
})
