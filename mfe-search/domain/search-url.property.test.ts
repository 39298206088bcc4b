import fc from 'fast-check'
import type { FilterConfig } from '../config/filter-config.ts'
import type { SearchConfig } from '../config/search-config.ts'
import { anAddress } from '../testing/builders.ts'
import { withFacet, withFilterToggled, withOrder, withPage, withPageSize, withTerm } from './next-address.ts'
import type { SearchAddress, SearchRoute, UrlParts } from './search-address.ts'
import { canonical, fromUrl, toUrl } from './search-url.ts'

const RUNS = 500

/** A URL taken apart as the shell does it: the first value of each parameter, the route's parts as they stand. */
function partsOf(url: string, { path, hasParts }: SearchRoute): UrlParts {
  const { pathname, searchParams, hash } = new URL(url, 'http://site')
  const [facet, contentTypeId] = hasParts ? pathname.slice(path.length).split('/').filter(Boolean) : []
  return {
    params: { ...(facet ? { facet } : {}), ...(contentTypeId ? { contentTypeId } : {}) },
    query: Object.fromEntries([...searchParams].toReversed()),
    hash,
  }
}

const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
/** Any key that content may have, including text with a special meaning in URLs and objects. */
const key = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('a,b', '50%', '%2C', '%25', 'a&b=c', '__proto__', 'constructor', '1--2', '', '+', '#'),
)
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ maxLength: 250 }))

const filter: fc.Arbitrary<FilterConfig> = fc.oneof(
  fc.record({
    title: fc.constant('F'),
    fieldId: fc.constant('f'),
    contentTypeId: fc.constant('t'),
    isGrouped: fc.boolean(),
    isSingleSelect: fc.boolean(),
  }),
  fc.record({
    title: fc.constant('F'),
    fieldId: fc.constant('f'),
    view: fc.constant('range' as const),
    valueType: fc.constantFrom('number' as const, 'date' as const),
  }),
  fc.record({ title: fc.constant('F'), fieldId: fc.constant('f'), view: fc.constant('near' as const) }),
  fc.record({
    title: fc.constant('F'),
    fieldId: fc.constant('f'),
    isSingleSelect: fc.boolean(),
    items: fc.uniqueArray(fc.record({ key, title: fc.constant('I'), isSelected: fc.boolean() }), {
      selector: (item) => item.key.trim(),
      maxLength: 4,
    }),
  }),
  fc.record({
    title: fc.constant('F'),
    fieldId: fc.constant('f'),
    contentTypeId: fc.constant('t'),
    defaultValue: key,
  }),
)
const facet = fc.record({
  title: fc.constant('S'),
  filters: fc.dictionary(fc.oneof(name, fc.constant('contentTypeId')), filter, { maxKeys: 4 }),
  queryParams: fc.record({
    pageSize: fc.constantFrom(10, 20, 30),
    orderBy: fc.constantFrom([], ['-a'], ['b', 'c']),
  }),
  sortOptions: fc.constant(['', '-a', 'b,c'].map((orderBy) => ({ title: 'O', orderBy }))),
  pageSizes: fc.constantFrom([], [20, 50, 100]),
})
const config: fc.Arbitrary<SearchConfig> = fc
  .dictionary(name, facet, { minKeys: 1, maxKeys: 4 })
  .map((facets) => ({ facets, listings: facets }))

const filterKeys = fc.oneof(
  fc.array(key, { maxLength: 5 }),
  fc.constantFrom(['1--2'], ['5--'], ['2026-01-01--2026-02-01'], ['52.1 -2.7 5km']),
)

/** A configuration, one of its pages, and an address that a visitor may have reached. */
const situation = config.chain((one) => {
  const keys = Object.keys(one.facets ?? {})
  return fc.record({
    config: fc.constant(one),
    context: fc.constantFrom('facets' as const, 'listings' as const),
    hasParts: fc.boolean(),
    routeKey: fc.option(fc.constantFrom(...keys), { nil: undefined }),
    wanted: fc.record({
      key: fc.constantFrom(...keys),
      term: text,
      asWritten: fc.constantFrom(true as const, undefined),
      orderBy: fc.constantFrom(null, '-a', 'b,c', 'other'),
      pageIndex: fc.integer({ min: -5, max: 2_000 }),
      pageSize: fc.constantFrom(null, 10, 20, 50, 100, 7),
      filters: fc.dictionary(
        fc.constantFrom(
          'contentTypeId',
          ...keys.flatMap((at) => Object.keys(one.facets?.[at]?.filters ?? {})),
        ),
        filterKeys,
      ),
      optionTerms: fc.dictionary(
        fc.constantFrom('other', ...keys.flatMap((at) => Object.keys(one.facets?.[at]?.filters ?? {}))),
        text,
      ),
      hash: fc.option(fc.string({ unit: 'grapheme', maxLength: 10 })),
    }),
  })
})

type Situation = typeof situation extends fc.Arbitrary<infer Found> ? Found : never

const searchRouteOf = ({ context, hasParts, routeKey }: Situation): SearchRoute => ({
  context,
  path: context === 'facets' ? '/search' : '/planning',
  hasParts: hasParts && context === 'facets',
  ...(routeKey === undefined ? {} : { key: routeKey }),
})
const addressOf = ({ context, wanted }: Situation): SearchAddress => anAddress({ context, ...wanted })

describe('URL and address (specification 2, Search pages)', () => {
  test('fromUrl(toUrl(s)) is s, for whatever a visitor can come to in whatever configuration', () => {
    fc.assert(
      fc.property(situation, (one) => {
        const searchRoute = searchRouteOf(one)
        const state = canonical(one.config, addressOf(one))
        const url = toUrl(one.config, state, searchRoute)
        expect(fromUrl(one.config, searchRoute, partsOf(url, searchRoute))).toEqual(state)
        expect(toUrl(one.config, addressOf(one), searchRoute)).toBe(url)
      }),
      { numRuns: RUNS },
    )
  })

  test('parameters stand in alphabetical order, each once', () => {
    fc.assert(
      fc.property(situation, (one) => {
        const names = [
          ...new URL(toUrl(one.config, addressOf(one), searchRouteOf(one)), 'http://x').searchParams.keys(),
        ]
        expect(names).toEqual([...new Set(names)].toSorted())
      }),
      { numRuns: RUNS },
    )
  })

  test('2,000 URLs of anything are read without an error, and what they are read as is read as itself', () => {
    const parameter = fc.tuple(
      fc.oneof(
        name,
        fc.constantFrom(
          'term',
          'asWritten',
          'orderBy',
          'pageIndex',
          'pageSize',
          'facet',
          'listingType',
          'contentTypeId',
          'toString',
          '__proto__',
        ),
      ),
      fc.oneof(
        text,
        key,
        fc.constantFrom(
          'true',
          '0',
          '-1',
          '1e9',
          'NaN',
          '99999999999999999999',
          '%',
          '%E0%A4%A',
          '--',
          '1--',
          ',,,',
        ),
      ),
    )
    const url = fc.record({
      one: situation,
      params: fc.array(parameter, { maxLength: 6 }),
      query: fc.array(parameter, { maxLength: 12 }),
      hash: text,
    })
    fc.assert(
      fc.property(url, ({ one, params, query, hash }) => {
        const searchRoute = searchRouteOf(one)
        const read = fromUrl(one.config, searchRoute, {
          params: Object.fromEntries(params),
          query: Object.fromEntries(query),
          hash,
        })
        const address = toUrl(one.config, read, searchRoute)
        const again = fromUrl(one.config, searchRoute, partsOf(address, searchRoute))
        expect(again).toEqual(read)
        expect(toUrl(one.config, again, searchRoute)).toBe(address)
      }),
      { numRuns: 2_000 },
    )
  })

  test('every next address is one that its URL says', () => {
    const step = fc.tuple(
      fc.constantFrom('term', 'filter', 'page', 'size', 'order', 'facet'),
      fc.string({ maxLength: 5 }),
      key,
    )
    fc.assert(
      fc.property(situation, fc.array(step, { maxLength: 6 }), (one, steps) => {
        const searchRoute = searchRouteOf(one)
        const keys = Object.keys(one.config.facets ?? {})
        let address = canonical(one.config, addressOf(one))
        for (const [kind, word, item] of steps) {
          if (kind === 'term') address = withTerm(one.config, address, word)
          if (kind === 'page') address = withPage(one.config, address, word.length)
          if (kind === 'size') address = withPageSize(one.config, address, 50)
          if (kind === 'order') address = withOrder(one.config, address, 'b,c')
          if (kind === 'facet')
            address = withFacet(one.config, address, keys[word.length % keys.length] ?? '')
          const filters = Object.keys(one.config.facets?.[address.key]?.filters ?? {})
          if (kind === 'filter') address = withFilterToggled(one.config, address, filters[0] ?? '', item)
          expect(
            fromUrl(one.config, searchRoute, partsOf(toUrl(one.config, address, searchRoute), searchRoute)),
          ).toEqual(address)
        }
      }),
      { numRuns: RUNS },
    )
  })
})
