import { checkSearch } from './check-search.ts'
import type { SearchConfig } from './search-config.ts'

const told = (config: unknown) =>
  checkSearch(config as SearchConfig).map(({ keyPath, message }) => `${keyPath}: ${message}`)
const facet = (change: object) => ({ facets: { a: { title: 'A', ...change } } })
const filter = (change: object, more: object = {}) =>
  facet({ filters: { f: { title: 'F', fieldId: 'f', ...change } }, ...more })

const NEVER_COUNTED =
  'facets.a.filters.f.aggregations: would have no options: only whole texts, numbers and booleans are counted, and none with a custom API, renderable: false or featured results without contentTypeId'
const featuring = (featuredResults: object) => ({ queryParams: { featuredResults } })

describe('options from the values of results (specification 3, Search state)', () => {
  test.each([
    ['days', { valueType: 'date' }, {}],
    ['places', { valueType: 'geo' }, {}],
    ['parts of texts', { fieldOperator: 'contains' }, {}],
    ['ranges', { valueType: 'number', fieldOperator: 'between' }, {}],
    ['what no visitor sees', { renderable: false }, {}],
    ['results of another service', {}, { customApi: 'x' }],
    ['results beside featured ones of the same type', {}, featuring({ fieldId: 'b', count: 1 })],
  ])('of %s are refused, since they cannot be counted', (_, change, more) => {
    const customApis = { x: { uri: 'https://api.example' } }
    expect(told({ ...filter({ aggregations: true, ...change }, more), customApis })).toContain(NEVER_COUNTED)
  })

  test.each([
    ['texts', {}, {}],
    ['numbers', { valueType: 'number', fieldOperator: 'equalTo' }, {}],
    ['all of several values', { fieldOperator: 'in', logicOperator: 'and' }, {}],
    ['results beside featured ones of another type', {}, featuring({ contentTypeId: 'b', count: 1 })],
  ])('of %s are accepted', (_, change, more) => {
    expect(told(filter({ aggregations: true, ...change }, more))).toEqual([])
  })
})

describe('the operator of a filter that is filled in (specification 3, Search state)', () => {
  test.each([
    [
      'fieldOperator: must be between with the view range',
      { view: 'range', valueType: 'number', fieldOperator: 'contains' },
    ],
    [
      'fieldOperator: must be distanceWithin with the view near',
      { view: 'near', valueType: 'geo', fieldOperator: 'equalTo' },
    ],
  ])('%s', (message, change) => {
    expect(told(filter(change))).toEqual([`facets.a.filters.f.${message}`])
  })

  test('is accepted where it is that of the view', () => {
    expect(told(filter({ view: 'range', valueType: 'date', fieldOperator: 'between' }))).toEqual([])
    expect(told(filter({ view: 'near', valueType: 'geo', fieldOperator: 'distanceWithin' }))).toEqual([])
  })
})
