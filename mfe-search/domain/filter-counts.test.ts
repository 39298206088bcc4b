import type { FilterConfig } from '../config/filter-config.ts'
import type { FacetConfig, SearchConfig } from '../config/search-config.ts'
import { anAddress } from '../testing/builders.ts'
import { countOf, countQuery, countsQuery, filtersCountedApart, mainAggregations } from './filter-counts.ts'

const aFilter = (change: Partial<FilterConfig> = {}): FilterConfig => ({
  title: 'F',
  fieldId: 'f',
  ...change,
})
const plan = (
  filter: Partial<FilterConfig>,
  selected: readonly string[] = [],
  rest: Partial<FacetConfig> = {},
) => {
  const source = { title: 'S', filters: { f: aFilter(filter) }, ...rest }
  const address = anAddress({ filters: selected.length > 0 ? { f: selected } : {} })
  return {
    withResults: Object.keys(mainAggregations(source, address)),
    apart: filtersCountedApart(source, address),
  }
}
/** A taxonomy filter of which each entry has one key. */
const BRANCH = { path: 'Root', hasOneValue: true } as const
const withResults = { withResults: ['sf_f'], apart: [] }
const apart = { withResults: [], apart: ['f'] }
const unknown = { withResults: [], apart: [] }

describe('counts of filter items: the true number of results, or none (specification 3, Search state)', () => {
  test.each<
    readonly [
      string,
      Partial<FilterConfig>,
      readonly string[],
      typeof withResults | typeof apart | typeof unknown,
    ]
  >([
    ['nothing is selected', {}, [], withResults],
    ['several are wanted of which all must be there', { logicOperator: 'and' }, ['a'], withResults],
    ['several are wanted of which none may be there', { logicOperator: 'not' }, ['a'], withResults],
    ['in is asked for by name', { fieldOperator: 'in' }, [], withResults],
    ['equalTo is asked for by name', { fieldOperator: 'equalTo' }, [], withResults],
    ['one of several is selected, which hides the others', {}, ['a'], apart],
    ['one is selected in place of another', { isSingleSelect: true, logicOperator: 'and' }, ['a'], apart],
    ['one is excluded in place of another', { isSingleSelect: true, logicOperator: 'not' }, ['a'], apart],
    ['ranges are no values', { view: 'range', valueType: 'number' }, [], unknown],
    ['places are no values', { view: 'near' }, [], unknown],
    ['parts of texts are no values', { fieldOperator: 'contains' }, [], unknown],
    ['whether a field is there is no value', { fieldOperator: 'exists' }, [], unknown],
    ['days are instants', { valueType: 'date' }, [], unknown],
    ['of several fields an entry may have the value twice', { fieldId: ['f', 'g'] }, [], unknown],
    ['nobody sees the filter', { renderable: false }, [], unknown],
    ['only what is selected is shown', { hidesUnselected: true }, ['a'], unknown],
  ])('where %s', (_, filter, selected, expected) => {
    expect(plan(filter, selected)).toEqual(expected)
  })

  test('are unknown for a custom API; with featured results known only where those do not depend on filters', () => {
    expect(plan({}, [], { customApi: 'other' })).toEqual(unknown)
    expect(plan({}, [], { queryParams: { featuredResults: { fieldId: 'top', count: 1 } } })).toEqual(unknown)
    expect(plan({}, [], { queryParams: { featuredResults: { contentTypeId: 'hint', count: 1 } } })).toEqual(
      withResults,
    )
  })

  test('are requested for as many values as the platform gives, not its default of ten', () => {
    expect(
      mainAggregations({ title: '', filters: { f: aFilter({ fieldId: 'topic.sys.id' }) } }, anAddress()),
    ).toEqual({
      sf_f: { field: 'topic.sys.id', size: 1000 },
    })
  })

  test('of a single filter: with all conditions except its own, and the smallest page of results', () => {
    const config: SearchConfig = {
      facets: { all: { title: 'A', filters: { f: aFilter(), g: aFilter({ fieldId: 'g' }) } } },
    }
    const address = anAddress({ key: 'all', filters: { f: ['a'], g: ['b'] } })
    const query = countsQuery(config, address, { language: 'en-GB' }, 'f')
    expect(query).toMatchObject({
      pageIndex: 0,
      pageSize: 1,
      linkDepth: 0,
      aggregations: { sf_f: { field: 'f', size: 1000 } },
    })
    expect(query.where).toContainEqual({ field: 'g', in: ['b'] })
    expect(query.where).not.toContainEqual({ field: 'f', in: ['a'] })
    expect(countQuery([])).not.toHaveProperty('aggregations')
  })

  const answer = (buckets: Record<string, number>) => ({ totalCount: 10, aggregations: { sf_f: buckets } })

  test.each<readonly [string, Partial<FilterConfig>, string, ReturnType<typeof answer>, number | undefined]>([
    ['a value', {}, 'a', answer({ a: 3 }), 3],
    ['a value whose letters are small in answers', {}, 'Tŷ', answer({ tŷ: 3 }), 3],
    ['a number, however written', { valueType: 'number' }, '05', answer({ 5: 2 }), 2],
    ['a truth', { valueType: 'boolean' }, 'true', answer({ true: 4 }), 4],
    ['no result', {}, 'b', answer({ a: 3 }), 0],
    [
      'a key of a taxonomy, with those below it',
      BRANCH,
      '0/1',
      answer({ '0/1': 1, '0/1/2': 3, '0/12': 5 }),
      4,
    ],
    ['a key that only others below it are chosen of', BRANCH, '0/1', answer({ '0/1/2/1': 3 }), 3],
    [
      'what is left without a key and those below it',
      { ...BRANCH, logicOperator: 'not' },
      '0/1',
      answer({ '0/1': 1, '0/1/2': 3 }),
      6,
    ],
    ['a key that has none below it', { path: 'Root' }, '0/12', answer({ '0/1/2': 3, '0/12': 5 }), 5],
    [
      'unknown, where an entry may have several keys of a branch',
      { path: 'Root' },
      '0/1',
      answer({ '0/1/2': 3 }),
      undefined,
    ],
    ['those that are left without it', { logicOperator: 'not' }, 'a', answer({ a: 3 }), 7],
    ['all, where none has it', { logicOperator: 'not' }, 'b', answer({ a: 3 }), 10],
    ['unknown, for what cannot be a value', { valueType: 'number' }, 'x', answer({}), undefined],
    ['unknown, without an answer to it', {}, 'a', { totalCount: 10, aggregations: { sf_f: {} } }, 0],
    ['unknown, for the name of a method', {}, 'toString', answer({ a: 1 }), 0],
    [
      'unknown, where the answer was cut',
      {},
      'z',
      answer(Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, 1]))),
      undefined,
    ],
  ])('count of %s', (_, filter, key, given, expected) => {
    expect(countOf(aFilter(filter), 'f', key, given)).toBe(expected)
  })

  test('are unknown without an aggregation', () => {
    expect(countOf(aFilter(), 'f', 'a', { totalCount: 3 })).toBeUndefined()
    expect(countOf(aFilter(), 'toString', 'a', answer({}))).toBeUndefined()
  })
})
