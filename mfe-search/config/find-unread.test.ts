import { jest } from '@jest/globals'
import { checkSearch } from './check-search.ts'
import { defineSearch } from './define-search.ts'
import { findUnread } from './find-unread.ts'
import type { SearchConfig } from './search-config.ts'

const linesOf = (find: typeof checkSearch, config: unknown) =>
  find(config as SearchConfig).map(({ keyPath, message }) => `${keyPath}: ${message}`)
const facet = (change: object) => ({ facets: { a: { title: 'A', ...change } } })
const listing = (change: object) => ({ listings: { l: { title: 'L', ...change } } })
const minilist = (change: object) => ({ minilist: { m: { title: 'M', ...change } } })
const filter = (change: object) => ({ filters: { f: { title: 'F', fieldId: 'f', ...change } } })
const params = (queryParams: object) => ({ queryParams })
const customApis = { x: { uri: 'https://api.example' } }
const asked = (queryParams: object) => ({ ...listing({ customApi: 'x', queryParams }), customApis })
const items = [{ key: '1', title: 'One' }]
const near = { view: 'near', valueType: 'geo' }

describe('options that nothing reads at their place (specification 3, Search state)', () => {
  test.each<readonly [string, object]>([
    ['facets.a.queryParams.useSearchTerm: is for minilists only', facet(params({ useSearchTerm: true }))],
    ['listings.l.queryParams.useSearchTerm: is for minilists only', listing(params({ useSearchTerm: true }))],
    ...['weightedSearchFields', 'omitDefaultSearchFields', 'fuzzySearch', 'relevance'].flatMap((option) => {
      const given = params({ [option]: option.endsWith('Fields') ? [] : true })
      return [
        [`listings.l.queryParams.${option}: is ignored: a listing has no term`, listing(given)],
        [`minilist.m.queryParams.${option}: needs useSearchTerm`, minilist(given)],
      ] as const
    }),
    [
      'listings.l.queryParams.featuredResults.contentTypeId: needs fieldId where no term is searched for',
      listing(params({ featuredResults: { contentTypeId: 't', count: 1 } })),
    ],
    ...['internalPaging', 'loadMorePaging'].map(
      (option) =>
        [
          `minilist.m.queryParams.${option}: is ignored: a minilist has one page`,
          minilist(params({ [option]: true })),
        ] as const,
    ),
    [
      'minilist.m.filters.f: selects nothing, and a minilist shows no filters',
      minilist(filter({ aggregations: true })),
    ],
    ...(
      [
        ['contentTypeIds', ['t']],
        ['customWhere', []],
        ['excludeIds', ['1']],
        ['customAggregations', {}],
        ['featuredResults', { fieldId: 'f', count: 1 }],
      ] as const
    ).map(
      ([option, value]) =>
        [
          `listings.l.queryParams.${option}: is ignored: a custom API answers the search`,
          asked({ [option]: value }),
        ] as const,
    ),
    ['facets.a.mappers.customApi: needs customApi', facet({ mappers: { customApi: () => ({}) } })],
    [
      'facets.a.mappers.filterItems: needs a filter that shows options from entries',
      facet({ mappers: { filterItems: () => [] }, ...filter({ items }) }),
    ],
    ['facets.a.filters.f.customWhere: needs contentTypeId', facet(filter({ items, customWhere: [] }))],
    ['facets.a.filters.f.pageSize: needs contentTypeId', facet(filter({ path: 'p', pageSize: 5 }))],
  ])('%s: the site starts, and its team is warned', (warning, config) => {
    expect(linesOf(checkSearch, config)).toEqual([])
    expect(linesOf(findUnread, config)).toContain(warning)
  })

  test('are one warning of the process, with their places', () => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    const config = { listings: { l: { title: 'L', queryParams: { fuzzySearch: true, relevance: true } } } }
    expect(defineSearch(config)).toBe(config)
    expect(warn.mock.calls).toEqual([
      [
        'Options without effect where they stand: listings.l.queryParams.fuzzySearch: is ignored: a listing has no term; listings.l.queryParams.relevance: is ignored: a listing has no term.',
        'SearchConfigWarning',
      ],
    ])
    warn.mockClear()
    defineSearch({ listings: { l: { title: 'L' } } })
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test.each<readonly [string, object]>([
    ['facets.a.filters.f.childDepth: needs path', facet(filter({ items, childDepth: 1 }))],
    ['facets.a.filters.f.hasOneValue: needs path', facet(filter({ items, hasOneValue: true }))],
    ['facets.a.filters.f.isSorted: needs items', facet(filter({ path: 'p', isSorted: true }))],
    ['facets.a.filters.f.hidesUnselected: needs items', facet(filter({ path: 'p', hidesUnselected: true }))],
    [
      'facets.a.filters.f.view: needs path: other options have no levels',
      facet(filter({ items, view: 'tree' })),
    ],
    ['facets.a.filters.f.view: needs isSingleSelect', facet(filter({ items, view: 'select' }))],
    [
      'facets.a.filters.f.items: cannot be combined with the view range, which is filled in',
      facet(filter({ items, view: 'range', valueType: 'number' })),
    ],
    [
      'facets.a.filters.f.contentTypeId: cannot be combined with the view near, which is filled in',
      facet(filter({ ...near, contentTypeId: 't' })),
    ],
    ['facets.a.filters.f.distances: must not be empty', facet(filter({ ...near, distances: [] }))],
    ['facets.a.filters.f.distances: must not be empty', facet(filter({ ...near, distances: { cy: [] } }))],
    [
      'facets.a.queryParams.byType.u: u is not one of the content types that are searched',
      facet(params({ contentTypeIds: ['t'], byType: { u: { languages: ['cy'] } } })),
    ],
    ['facets.a.queryParams: t is both searched and excluded', facet(params({ contentTypeIds: ['t', '!t'] }))],
    ...['assetTypes', 'webpageTemplates'].map(
      (option) =>
        [
          `facets.a.queryParams.${option}[0]: must be the id of a content type`,
          facet(params({ [option]: ['a b'] })),
        ] as const,
    ),
  ])('of our own are mistakes: %s', (mistake, config) => {
    expect(linesOf(checkSearch, config)).toContain(mistake)
  })

  test.each<readonly [string, object]>([
    [
      'options for a term, in a minilist that searches for it',
      minilist(params({ useSearchTerm: true, fuzzySearch: true, relevance: true })),
    ],
    ['options that are off', listing(params({ useSearchTerm: false, relevance: false }))],
    ['what a minilist selects itself', minilist(filter({ items, defaultValue: '1' }))],
    [
      'featured results by field, in a listing',
      listing(params({ featuredResults: { contentTypeId: 't', fieldId: 'f', count: 1 } })),
    ],
    [
      'what a custom API is told',
      asked({ fields: ['f'], linkDepth: 1, orderBy: ['f'], pageSize: 5, loadMorePaging: true }),
    ],
    [
      'the conditions of suggestions, in the facet that is shown first',
      { ...facet({ customApi: 'x', queryParams: { contentTypeIds: ['t'] } }), customApis },
    ],
    [
      'a rule for a type that is only featured',
      facet(
        params({ featuredResults: { contentTypeId: 'u', count: 1 }, byType: { u: { languages: ['cy'] } } }),
      ),
    ],
    [
      'options of a taxonomy by a mapper',
      facet({ mappers: { filterItems: () => [] }, ...filter({ path: 'p', view: 'tree' }) }),
    ],
  ])('%s: accepted', (_, config) => {
    expect([...linesOf(checkSearch, config), ...linesOf(findUnread, config)]).toEqual([])
  })
})
