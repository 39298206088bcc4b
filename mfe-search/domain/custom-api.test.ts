import type { SearchConfig } from '../config/search-config.ts'
import { anAddress } from '../testing/builders.ts'
import { customApiCall, readCustomAnswer } from './custom-api.ts'

const uri = 'https://api.example/find?key=1'
const facet = {
  title: 'F',
  customApi: 'other',
  filters: { topic: { title: 'T', fieldId: 't' }, none: { title: 'N', fieldId: 'n' } },
} as const
const config: SearchConfig = { customApis: { other: { uri } }, facets: { f: facet, plain: { title: 'P' } } }
const address = anAddress({ key: 'f', term: 'bins', pageIndex: 2, filters: { topic: ['a', 'b'] } })

describe('custom API of a search (specification 5 and 7)', () => {
  test("is called at the uri of the configuration, with the visitor's search", () => {
    expect(customApiCall(config, address)).toEqual({
      kind: 'customApi',
      uri,
      params: { topic: 'a,b', pageIndex: '2', pageSize: '20', term: 'bins' },
    })
  })

  test('gets fields, link depths and order from the configuration', () => {
    const queryParams = {
      fields: ['a', 'b'],
      fieldLinkDepths: { a: 1 },
      linkDepth: 2,
      orderBy: ['-date'],
      versionStatus: 'latest',
      pageSize: 5,
      internalPaging: true,
    } as const
    const full: SearchConfig = { ...config, facets: { f: { ...facet, queryParams } } }
    expect(customApiCall(full, { ...address, term: '', filters: {} })?.params).toEqual({
      fieldLinkDepths: '{"a":1}',
      fields: '["a","b"]',
      linkDepth: '2',
      orderBy: '-date',
      pageIndex: '0',
      pageSize: '1000',
      versionStatus: 'latest',
    })
    expect(customApiCall(full, address)?.params).not.toHaveProperty('orderBy')
    expect(customApiCall(full, { ...address, orderBy: 'x' })?.params['orderBy']).toBe('x')
  })

  test('of a minilist gets the term only where that is used', () => {
    const list = (useSearchTerm: boolean): SearchConfig => ({
      ...config,
      minilist: { f: { ...facet, queryParams: { useSearchTerm } } },
    })
    const here = anAddress({ context: 'minilist', key: 'f', term: 'bins' })
    expect(customApiCall(list(false), here)?.params).not.toHaveProperty('term')
    expect(customApiCall(list(true), here)?.params['term']).toBe('bins')
  })

  test('may have parameters of a mapper', () => {
    const mappers = { customApi: ({ term = '' }: Readonly<Record<string, string>>) => ({ q: term }) }
    expect(customApiCall({ ...config, facets: { f: { ...facet, mappers } } }, address)?.params).toEqual({
      q: 'bins',
    })
  })

  test('is not used where none is named', () => {
    expect(customApiCall(config, anAddress({ key: 'plain' }))).toBeNull()
  })

  test('uri is required to use customApi', () => {
    const apis: readonly SearchConfig['customApis'][] = [undefined, {}, { other: { uri: '' } }]
    for (const customApis of apis)
      expect(() =>
        customApiCall({ facets: { f: facet }, ...(customApis ? { customApis } : {}) }, address),
      ).toThrow('uri is required to use customApi')
  })

  const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ sys: { id } }))
  const at = (pageIndex: number) => ({ pageIndex, pageSize: 2 })

  test('may answer with a list: all results, or the page', () => {
    expect(readCustomAnswer([a, b, c], at(1))).toEqual({
      items: [c],
      totalCount: 3,
      pageIndex: 1,
      pageSize: 2,
      pageCount: 2,
    })
    expect(readCustomAnswer([a, null, 'x'], at(0))).toMatchObject({ items: [a], totalCount: 1, pageCount: 1 })
    expect(readCustomAnswer([c], at(1))).toMatchObject({ items: [c], totalCount: 3 })
  })

  test('may answer with a page of a list', () => {
    expect(readCustomAnswer({ items: [a, b, 7], totalCount: 9 }, at(0))).toEqual({
      items: [a, b],
      totalCount: 9,
      pageIndex: 0,
      pageSize: 2,
      pageCount: 5,
    })
    expect(readCustomAnswer({ items: [a] }, at(0))).toMatchObject({ totalCount: 1 })
    expect(readCustomAnswer({ items: [a, b], totalCount: -1 }, at(0))).toMatchObject({ totalCount: 2 })
  })

  test.each([null, undefined, 'text', 7, {}, { items: {} }])(
    'answered with %j: No payload returned by search',
    (answer) => {
      expect(() => readCustomAnswer(answer, at(0))).toThrow('No payload returned by search')
    },
  )
})
