import { AppError } from '@tessera/shared/contract'
import { searchConfig } from '../search.config.ts'
import { aConfig } from '../testing/builders.ts'
import { checkSearch } from './check-search.ts'
import { defineSearch } from './define-search.ts'
import type { SearchConfig } from './search-config.ts'

const told = (config: unknown) =>
  checkSearch(config as SearchConfig).map(({ keyPath, message }) => `${keyPath}: ${message}`)
const facet = (change: object) => ({ facets: { a: { title: 'A', ...change } } })
const filter = (change: object, key = 'f') =>
  facet({ filters: { [key]: { title: 'F', fieldId: 'f', ...change } } })
const params = (queryParams: object) => facet({ queryParams })

describe('configuration of a search (specification 3, Search state, and 5, Search)', () => {
  test.each([
    ['nothing', {}],
    ['one of everything that addresses depend on', aConfig],
    ['that of the demonstration site', searchConfig],
    [
      'conditions of every kind',
      params({
        customWhere: [
          { field: 'a', equalTo: 1 },
          { or: [{ field: 'a.b', in: ['x'], weight: 2 }, { not: [{ field: 'c', exists: true }] }] },
          { and: [] },
          { not: { field: 'd', contains: 'x' } },
        ],
      }),
    ],
    [
      'every option of a query',
      params({
        contentTypeIds: ['a', '!b'],
        assetTypes: ['pdf'],
        webpageTemplates: ['w'],
        orderBy: ['-a', 'sys.version.published'],
        fields: ['x'],
        linkDepth: 2,
        fieldLinkDepths: { 'a.b': 1 },
        pageSize: 100,
        internalPaging: true,
        includeInSearch: ['x'],
        weightedSearchFields: [{ fieldId: 'a', weight: 5 }, { fieldId: 'b' }],
        omitDefaultSearchFields: ['sys.uri'],
        fuzzySearch: true,
        featuredResults: { fieldId: 'a', count: 1 },
        excludeIds: ['1'],
        languages: ['cy'],
        versionStatus: 'latest',
        customAggregations: { x: { field: 'a', size: 5, missing: 'none' } },
        relevance: true,
      }),
    ],
    [
      'relevance with what it knows of a site',
      params({ relevance: { homeTypes: ['a'], fileFields: ['file'] } }),
    ],
    [
      'mappers',
      {
        ...facet({
          customApi: 'x',
          filters: { f: { title: 'F', fieldId: 'f', contentTypeId: 't' } },
          mappers: {
            results: () => [],
            filterItems: () => [],
            resultsInfo: () => null,
            customApi: () => ({}),
          },
        }),
        customApis: { x: { uri: 'https://api.example' } },
      },
    ],
    [
      'places within a distance',
      filter({
        view: 'near',
        valueType: 'geo',
        distances: { 'en-GB': ['1mi', '25mi'], fr: ['2km'] },
        places: [{ name: { 'en-GB': 'A', cy: 'B' }, postcodes: ['LK1'], lat: 52.1, lon: -3 }],
      }),
    ],
    ['a hidden filter without options', filter({ renderable: false, defaultValue: 'x' })],
    [
      'a custom API',
      { ...facet({ customApi: 'x' }), customApis: { x: { uri: 'https://api.example/find' } } },
    ],
  ])('%s has no mistake', (_, config) => {
    expect(told(config)).toEqual([])
  })

  test.each<readonly [string, unknown]>([
    [
      'tabs[0].defaultFacet: nowhere is not one of the facets of the tab',
      { ...facet({ tabId: 't' }), tabs: [{ id: 't', label: 'T', defaultFacet: 'nowhere' }] },
    ],
    [
      'tabs[0].totalCount: nowhere is not one of facets',
      { ...facet({}), tabs: [{ id: 't', label: 'T', totalCount: 'nowhere' }] },
    ],
    [
      'tabs[1]: has no facet',
      {
        ...facet({ tabId: 't' }),
        tabs: [
          { id: 't', label: 'T' },
          { id: 'u', label: 'U' },
        ],
      },
    ],
    [
      'tabs: must not name anything twice',
      {
        ...facet({}),
        tabs: [
          { id: 't', label: 'T' },
          { id: 't', label: 'U' },
        ],
      },
    ],
    [
      'facets.a.filters.f.distances: far is no distance',
      filter({ view: 'near', valueType: 'geo', distances: ['1mi', 'far'] }),
    ],
    [
      'facets.a.filters.f.distances: 5leagues is no distance',
      filter({ view: 'near', valueType: 'geo', distances: ['5leagues'] }),
    ],
    [
      'facets.a.filters.f.distances: 2 is no distance',
      filter({ view: 'near', valueType: 'geo', distances: { cy: ['2'] } }),
    ],
    [
      'facets.a.filters.f.endFieldId: needs the view range or the operator between',
      filter({ aggregations: true, endFieldId: 'dates.to' }),
    ],
    [
      'facets.a.filters.f.fieldId: must be one field, whose values begin what ends at endFieldId',
      filter({ view: 'range', valueType: 'date', fieldId: ['a', 'b'], endFieldId: 'c' }),
    ],
    [
      'facets.a.filters.f.endFieldId: cannot be combined with customApi, which gets the range alone',
      {
        facets: {
          a: {
            title: 'A',
            customApi: 'x',
            filters: { f: { title: 'F', view: 'range', valueType: 'date', fieldId: 'f', endFieldId: 'c' } },
          },
        },
        customApis: { x: { uri: 'https://api.example/find' } },
      },
    ],
    ['facets.a.filters.f.distances: needs the view near', filter({ aggregations: true, distances: ['1mi'] })],
    ['facets.a.filters.f.places: needs the view near', filter({ aggregations: true, places: [] })],
    [
      'facets.a.filters.f.places[0].lat: must be degrees from -90 to 90',
      filter({ view: 'near', valueType: 'geo', places: [{ name: 'A', lat: 91, lon: 0 }] }),
    ],
    [
      'facets.a.filters.f.items: cannot be combined with the view near, which is filled in',
      filter({ view: 'near', valueType: 'geo', items: [{ key: '52 2 5mi', title: 'A' }] }),
    ],
    ['facets.a.tabId: nowhere is not one of tabs', facet({ tabId: 'nowhere' })],
    ['compositions.c.listings: must be given', { compositions: { c: { title: 'C' } } }],
    [
      'compositions.c.listings: must not be empty',
      { listings: { l: { title: 'L' } }, compositions: { c: { title: 'C', listings: [] } } },
    ],
    [
      'compositions.c.listings: must not name anything twice',
      { listings: { l: { title: 'L' } }, compositions: { c: { title: 'C', listings: ['l', 'l'] } } },
    ],
    [
      'compositions.c.facets: is not an option',
      { ...facet({}), compositions: { c: { title: 'C', facets: ['a'] } } },
    ],
    [
      'compositions.c.listings[0]: a is not one of listings',
      { ...facet({}), compositions: { c: { title: 'C', listings: ['a'] } } },
    ],
    ['facets.a.customApi: uri is required to use customApi', facet({ customApi: 'x' })],
    [
      'customApis.x.uri: uri is required to use customApi',
      { ...facet({ customApi: 'x' }), customApis: { x: {} } },
    ],
    ['customApis.x.uri: uri is required to use customApi', { customApis: { x: { uri: '' } } }],
    ['customApis.x.uri: must be an absolute http or https address', { customApis: { x: { uri: '/find' } } }],
    [
      'customApis.x.uri: must be an absolute http or https address',
      { customApis: { x: { uri: 'file:///etc' } } },
    ],
    [
      'facets.a.filters.f: needs items, contentTypeId, path or aggregations, or the view range or near',
      filter({}),
    ],
    ['facets.a.filters.f: has more than one source of options', filter({ path: 'p', contentTypeId: 't' })],
    ['facets.a.filters.f.fieldId: must be given', filter({ fieldId: undefined, path: 'p' })],
    ['facets.a.filters.f.fieldId: must be a field', filter({ fieldId: 'a b', path: 'p' })],
    ['facets.a.filters.f.fieldId: must not be empty', filter({ fieldId: [], path: 'p' })],
    ['facets.a.filters.f.fieldId[1]: must be a field', filter({ fieldId: ['a', ''], path: 'p' })],
    [
      'facets.a.filters.f.fieldId: must be one field, whose values are counted',
      filter({ fieldId: ['a', 'b'], aggregations: true }),
    ],
    ['facets.a.filters.f.valueType: must be number or date for a range', filter({ view: 'range' })],
    [
      'facets.a.filters.f.valueType: must be geo for places nearby',
      filter({ view: 'near', valueType: 'text' }),
    ],
    [
      'facets.a.filters.f.items[1].key: is no value of the filter',
      filter({
        valueType: 'number',
        items: [
          { key: '1', title: 'One' },
          { key: 'two', title: 'Two' },
        ],
      }),
    ],
    [
      'facets.a.filters.f.items: must not name anything twice',
      filter({
        items: [
          { key: '1', title: 'One' },
          { key: '1', title: 'Two' },
        ],
      }),
    ],
    [
      'facets.a.filters.f.items[0].title: must be text, or text by language',
      filter({ items: [{ key: '1', title: {} }] }),
    ],
    [
      'facets.a.filters.f.defaultValue: 2 is not one of the items',
      filter({ defaultValue: '2', items: [{ key: '1', title: 'One' }] }),
    ],
    [
      'facets.a.filters.f.defaultValue: is no value of the filter',
      filter({ defaultValue: 'x', valueType: 'number', aggregations: true }),
    ],
    [
      'facets.a.filters.f.items: selects more than one of a single selection',
      filter({
        isSingleSelect: true,
        items: [
          { key: '1', title: 'One', isSelected: true },
          { key: '2', title: 'Two', isSelected: true },
        ],
      }),
    ],
    ['facets.a.filters.f.view: must be list, tree, select, range, near', filter({ path: 'p', view: 'map' })],
    [
      'facets.a.filters.f.pageSize: must be a whole number from 1 to 1000',
      filter({ contentTypeId: 't', pageSize: 1001 }),
    ],
    ...[
      'term',
      'orderBy',
      'pageIndex',
      'pageSize',
      'facet',
      'listingType',
      'asWritten',
      'composition',
      'redux',
      'versionStatus',
      'securityToken',
      'language',
      'token',
      'includeApiCalls',
      'gclid',
      'UTM_source',
    ].map(
      (key) =>
        [
          `facets.a.filters.${key}: ${key} is a parameter of every search`,
          filter({ path: 'p' }, key),
        ] as const,
    ),
    ...['from', 'to', 'find', 'place', 'at', 'distance'].map(
      (field) =>
        [
          `facets.a.filters.d-${field}: collides with the fields of d`,
          facet({
            filters: {
              d: { title: 'D', fieldId: 'd', path: 'p' },
              [`d-${field}`]: { title: 'E', fieldId: 'e', path: 'p' },
            },
          }),
        ] as const,
    ),
    ['facets.a.filters.a,b: must have a plain name: letters, digits, - and _', filter({ path: 'p' }, 'a,b')],
    ['facets.a b: must have a plain name: letters, digits, - and _', { facets: { 'a b': { title: 'A' } } }],
    ['facets.a.queryParams.pageSize: must be a whole number from 1 to 100', params({ pageSize: 101 })],
    ['facets.a.queryParams.pageSize: must be a whole number from 1 to 100', params({ pageSize: 0 })],
    ['facets.a.pageSizes[1]: must be a whole number from 1 to 100', facet({ pageSizes: [20, 500] })],
    ['facets.a.pageSizes: must not name anything twice', facet({ pageSizes: [20, 20] })],
    [
      'facets.a.sortOptions[0].orderBy[1]: must be a field',
      facet({ sortOptions: [{ title: 'T', orderBy: 'a,--b' }] }),
    ],
    [
      'facets.a.sortOptions: must not name anything twice',
      facet({
        sortOptions: [
          { title: 'T', orderBy: '' },
          { title: 'U', orderBy: '' },
        ],
      }),
    ],
    ['facets.a.queryParams.orderBy[0]: must be a field', params({ orderBy: ['a;b'] })],
    [
      'facets.a.queryParams.weightedSearchFields[0].weight: must be a whole number from 1 to 1000',
      params({ weightedSearchFields: [{ fieldId: 'a', weight: 1.5 }] }),
    ],
    [
      'facets.a.queryParams.weightedSearchFields[0].fieldId: must be given',
      params({ weightedSearchFields: [{ weight: 2 }] }),
    ],
    [
      'facets.a.queryParams.featuredResults: needs contentTypeId or fieldId',
      params({ featuredResults: { count: 1 } }),
    ],
    [
      'facets.a.queryParams.loadMorePaging: cannot be combined with internalPaging',
      params({ internalPaging: true, loadMorePaging: true }),
    ],
    [
      'facets.a.queryParams.customAggregations.sf_x: must not begin with sf_',
      params({ customAggregations: { sf_x: { field: 'a' } } }),
    ],
    ['facets.a.projectId: must be the id of a project', { facets: { a: { title: 'A', projectId: '../b' } } }],
    [
      'facets.a.queryParams.contentTypeIds[0]: must be the id of a content type',
      params({ contentTypeIds: ['!'] }),
    ],
    [
      'facets.a.queryParams.customWhere[0].like: is not an option',
      params({ customWhere: [{ field: 'a', equalTo: 1, like: 2 }] }),
    ],
    ['facets.a.queryParams.customWhere[0].field: must be given', params({ customWhere: [{ equalTo: 1 }] })],
    [
      'facets.a.queryParams.customWhere[0].or[0]: must be a condition',
      params({ customWhere: [{ or: ['x'] }] }),
    ],
    ['facets.a.queryParams.customWhere[0].and: must be a list', params({ customWhere: [{ and: {} }] })],
    [
      'facets.a.queryParams.customWhere[0].field: is not an option',
      params({ customWhere: [{ or: [], field: 'a' }] }),
    ],
    [
      'facets.a.queryParams.fieldLinkDepths.x.y: must be a whole number from 0 to 10',
      params({ fieldLinkDepths: { 'x.y': 11 } }),
    ],
    ['facets.a.queryParams.versionStatus: must be published, latest', params({ versionStatus: 'draft' })],
    ['facets.a.queryParams.fuzzySearch: must be true or false', params({ fuzzySearch: 'yes' })],
    ['facets.a.queryParams.relevance: must be true or false', params({ relevance: 'much' })],
    ['facets.a.queryParams.relevance.home: is not an option', params({ relevance: { home: [] } })],
    ['facets.a.mappers.results: must be a function', facet({ mappers: { results: 'x' } })],
    ['facets.a.mapers: is not an option', facet({ mapers: {} })],
    ['facets.a.title: must be given', { facets: { a: {} } }],
    ['facets.a: must be an object', { facets: { a: null } }],
    ['facets: must be an object', { facets: [] }],
    ['minilist.m.queryParams: must be an object', { minilist: { m: { title: 'M', queryParams: 7 } } }],
    [
      'listings.l.layout: must be grid, months, rows, places',
      { listings: { l: { title: 'L', layout: 'map' } } },
    ],
    ['listing: is not an option', { listing: {} }],
    ['toString: is not an option', { toString: 1 }],
    [': must be an object', null],
  ])('%s', (mistake, config) => {
    expect(told(config)).toContain(mistake)
  })

  test('reports all mistakes at once, also those that follow a mistake of another kind', () => {
    const config = {
      tabs: 'none',
      facets: {
        a: {
          title: 'A',
          tabId: 't',
          customApi: 'x',
          queryParams: { pageSize: 0, internalPaging: true, loadMorePaging: true },
          filters: { f: { title: 'F' }, term: { title: 'T', fieldId: 't', path: 'p' } },
        },
      },
      compositions: { c: { title: 'C', listings: 'all' }, d: { title: 'D', listings: ['b'] } },
    }
    expect(told(config)).toEqual([
      'tabs: must be a list',
      'facets.a.queryParams.pageSize: must be a whole number from 1 to 100',
      'facets.a.filters.f.fieldId: must be given',
      'compositions.c.listings: must be a list',
      'facets.a.customApi: uri is required to use customApi',
      'facets.a.queryParams.loadMorePaging: cannot be combined with internalPaging',
      'facets.a.filters.term: term is a parameter of every search',
      'compositions.d.listings[0]: b is not one of listings',
    ])
  })

  test('a site’s definition throws one error with all mistakes, and is returned when there are none', () => {
    const wrong = { facets: { a: { title: '' }, b: { title: 'B', queryParams: { pageSize: 999 } } } }
    const define = () => defineSearch(wrong)
    expect(define).toThrow(AppError)
    expect(define).toThrow(
      'The configuration of the search has mistakes: facets.a.title: must be text, or text by language; facets.b.queryParams.pageSize: must be a whole number from 1 to 100.',
    )
    expect(defineSearch({ facets: { a: { title: 'A' } } })).toEqual({ facets: { a: { title: 'A' } } })
  })

  test('names are checked by the compiler too', () => {
    const names = [
      () =>
        defineSearch({
          tabs: [{ id: 'all', label: 'All', defaultFacet: 'a' }],
          facets: { a: { title: 'A', tabId: 'all', customApi: 'x' } },
          listings: { l: { title: 'L' } },
          compositions: { c: { title: 'C', listings: ['l'] } },
          customApis: { x: { uri: 'https://api.example' } },
        }),
      () =>
        defineSearch({
          tabs: [{ id: 'all', label: 'All' }],
          // @ts-expect-error there is no such tab
          facets: { a: { title: 'A', tabId: 'al' } },
        }),
      () =>
        defineSearch({
          // @ts-expect-error there is no such facet
          tabs: [{ id: 'all', label: 'All', defaultFacet: 'b' }],
          facets: { a: { title: 'A' } },
        }),
      () =>
        defineSearch({
          listings: { l: { title: 'L' } },
          // @ts-expect-error there is no such member
          compositions: { c: { title: 'C', listings: ['b'] } },
        }),
      () =>
        defineSearch({
          // @ts-expect-error there is no such API
          facets: { a: { title: 'A', customApi: 'y' } },
          customApis: { x: { uri: 'https://api.example' } },
        }),
      () =>
        defineSearch({
          facets: {
            a: {
              title: 'A',
              // @ts-expect-error every search has such a parameter
              filters: { term: { title: 'T', fieldId: 't', path: 'p' } },
            },
          },
        }),
    ]
    const [right, ...wrong] = names
    expect(right).not.toThrow()
    for (const define of wrong) expect(define).toThrow('The configuration of the search has mistakes')
  })
  test('a filter cannot have the name of a parameter that the site removes from every address', () => {
    for (const key of ['utm_source', 'gclid'])
      expect(told(filter({}, key))).toContainEqual(
        expect.stringContaining(`${key} is a parameter of every search`),
      )
  })
})
