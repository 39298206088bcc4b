import type { Entry, PagedList } from '@tessera/shared/content'
import type { FilterConfig } from '../config/filter-config.ts'
import { optionCalls, ownOptions, readOptions, readTaxonomy, type OptionsCall } from './filter-options.ts'
import type { SearchSource } from './search-source.ts'

const aFilter = (change: Partial<FilterConfig> = {}): FilterConfig => ({
  title: 'F',
  fieldId: 'f',
  ...change,
})
const aSource = (
  filters: Record<string, Partial<FilterConfig>>,
  rest: Partial<SearchSource> = {},
): SearchSource => ({
  title: 'S',
  filters: Object.fromEntries(Object.entries(filters).map(([key, change]) => [key, aFilter(change)])),
  ...rest,
})
const contains = (text: string) => ({ field: 'entryTitle', contains: text })
const language = { field: 'sys.language', equalTo: 'en-GB' }
const anEntry = (id: string, contentTypeId: string, entryTitle: string | null = id): Entry => ({
  sys: { id, contentTypeId, slug: `s-${id}` },
  entryTitle,
})
const page = (items: readonly Entry[], totalCount = items.length): PagedList<Entry> => ({
  items,
  totalCount,
  pageIndex: 0,
  pageSize: 100,
  pageCount: 1,
})
const NOTHING_SAID = { filters: {} }
const optionsCall = (source: SearchSource, only?: readonly string[]) =>
  optionCalls(source, 'en-GB', NOTHING_SAID, only)[0] as OptionsCall

describe('options of filters (specification 4 and 9, Search)', () => {
  test('come from entries by one search for all filters, ordered by title, 100 of each', () => {
    const source = aSource({
      topic: { contentTypeId: 'topic' },
      place: { contentTypeId: ['ward', 'parish'], pageSize: 30 },
      year: { aggregations: true },
    })
    expect(optionCalls(source, 'en-GB', NOTHING_SAID)).toEqual([
      {
        kind: 'options',
        filters: ['topic', 'place'],
        query: {
          where: [{ field: 'sys.contentTypeId', in: ['topic', 'ward', 'parish'] }, language],
          orderBy: ['entryTitle'],
          fields: ['entryTitle', 'sys.slug'],
          linkDepth: 0,
          pageIndex: 0,
          pageSize: 130,
        },
      },
    ])
  })

  test('a lookup alone asks for 100, ordered by title', () => {
    expect(optionsCall(aSource({ topic: { contentTypeId: 'topic' } })).query).toMatchObject({
      pageSize: 100,
      orderBy: ['entryTitle'],
    })
  })

  test('own conditions stay with their content type', () => {
    const open = { field: 'open', equalTo: true }
    const alone = optionsCall(aSource({ a: { contentTypeId: 'x', customWhere: [open] } }))
    expect(alone.query.where).toEqual([{ field: 'sys.contentTypeId', in: ['x'] }, open, language])
    const both = optionsCall(
      aSource({ a: { contentTypeId: 'x', customWhere: [open] }, b: { contentTypeId: 'y' } }),
    )
    expect(both.query.where).toEqual([
      {
        or: [
          { and: [{ field: 'sys.contentTypeId', in: ['x'] }, open] },
          { and: [{ field: 'sys.contentTypeId', in: ['y'] }] },
        ],
      },
      language,
    ])
  })

  test('a search for options by a part of their names is a separate call, which also gets the selected ones', () => {
    const source = aSource({ a: { contentTypeId: 'x', pageSize: 7 }, b: { contentTypeId: 'y' } })
    const said = { filters: { a: ['1'] }, optionTerms: { a: 'lib' } }
    const calls = optionCalls(source, 'en-GB', said)
    expect(calls.map(({ filters }) => filters)).toEqual([['a'], ['b']])
    const found = { field: 'entryTitle', contains: 'lib' }
    expect(calls[0]).toMatchObject({
      query: {
        where: [
          { field: 'sys.contentTypeId', in: ['x'] },
          language,
          { or: [found, { field: 'sys.id', in: ['1'] }] },
        ],
        pageSize: 7,
      },
    })
    const [alone] = optionCalls(source, 'en-GB', { filters: {}, optionTerms: { a: 'lib' } })
    expect(alone).toMatchObject({ query: { where: [{}, language, found] } })
  })

  test.each<[string, unknown[]]>([
    ['Who? Where', [{ and: [contains('Who'), contains('Where')] }]],
    ['*What’s on?', [{ or: [contains("What's on"), contains('What’s on')] }]],
    ["Amgueddfa'r", [{ or: [contains("Amgueddfa'r"), contains('Amgueddfa’r')] }]],
    ['?', []],
  ])('those that are sought by %s are sought by the texts around wildcards', (text, conditions) => {
    const source = aSource({ a: { contentTypeId: 'x' } })
    const [call] = optionCalls(source, 'en-GB', { filters: {}, optionTerms: { a: text } })
    expect(call).toMatchObject({ query: { where: [{}, language, ...conditions] } })
  })

  test('filters with ambiguous options have separate calls, and equal filters share one', () => {
    const open = { field: 'open', equalTo: true }
    const calls = optionCalls(
      aSource({
        a: { contentTypeId: 'x', customWhere: [open] },
        b: { contentTypeId: 'x' },
        c: { contentTypeId: 'x', customWhere: [open] },
      }),
      'en-GB',
      NOTHING_SAID,
    )
    expect(calls.map(({ filters }) => filters)).toEqual([['a', 'c'], ['b']])
    expect(calls[0]).toMatchObject({
      query: { where: [{ field: 'sys.contentTypeId', in: ['x'] }, open, language] },
    })
  })

  test('come in the languages of the configuration, of filters that are shown and wanted', () => {
    const source = aSource(
      { a: { contentTypeId: 'x' }, b: { contentTypeId: 'y' }, c: { contentTypeId: 'z', renderable: false } },
      { queryParams: { languages: ['cy', 'en-GB'] } },
    )
    expect(optionsCall(source, ['b', 'c'])).toMatchObject({
      filters: ['b'],
      query: {
        where: [
          { field: 'sys.contentTypeId', in: ['y'] },
          { field: 'sys.language', in: ['cy', 'en-GB'] },
        ],
      },
    })
    expect(optionCalls(source, 'en-GB', NOTHING_SAID, [])).toEqual([])
  })

  test('come from a taxonomy by its path, two levels unless given, once for all filters of a path', () => {
    const source = aSource({
      a: { path: 'topics' },
      b: { path: 'topics' },
      c: { path: 'places', childDepth: 1 },
    })
    expect(optionCalls(source, 'en-GB', NOTHING_SAID)).toEqual([
      { kind: 'taxonomy', filters: ['a', 'b'], path: 'topics', childDepth: 2 },
      { kind: 'taxonomy', filters: ['c'], path: 'places', childDepth: 1 },
    ])
  })

  test('a mapper gets whole entries', () => {
    const source = aSource(
      { a: { contentTypeId: 'x' } },
      {
        mappers: {
          filterItems: (entries, lang) =>
            entries.map(({ sys }) => ({ key: `${lang} ${sys.id}`, isSelected: false })),
        },
      },
    )
    const call = optionsCall(source)
    expect(call.query).not.toHaveProperty('fields')
    expect(readOptions(source, call, page([anEntry('1', 'x')]), 'cy')['a']?.items).toEqual([
      { key: 'cy 1', isSelected: false },
    ])
  })

  test('are assigned by content type: key is the id, title the title, path the slug', () => {
    const source = aSource({ a: { contentTypeId: 'x' }, b: { contentTypeId: 'y', pageSize: 1 } })
    const answer = page([
      anEntry('1', 'y'),
      anEntry('2', 'x'),
      anEntry('3', 'y'),
      { sys: { id: '4', contentTypeId: 'x' }, entryTitle: null },
      { sys: { id: '5' } },
    ])
    expect(readOptions(source, optionsCall(source), answer, 'en-GB')).toEqual({
      a: {
        items: [
          { key: '2', title: '2', path: 's-2', contentTypeId: 'x', isSelected: false },
          { key: '4', contentTypeId: 'x', isSelected: false },
        ],
        isComplete: true,
        isCut: false,
      },
      b: {
        items: [{ key: '1', title: '1', path: 's-1', contentTypeId: 'y', isSelected: false }],
        isComplete: true,
        isCut: true,
      },
    })
  })

  test('a filter whose last options were displaced by those of another is not complete', () => {
    const source = aSource({ a: { contentTypeId: 'x', pageSize: 2 }, b: { contentTypeId: 'y', pageSize: 2 } })
    const answer = page([anEntry('1', 'x'), anEntry('2', 'x'), anEntry('3', 'x'), anEntry('4', 'y')], 9)
    const read = readOptions(source, optionsCall(source), answer, 'en-GB')
    expect([read['a']?.isComplete, read['b']?.isComplete]).toEqual([true, false])
    const alone = readOptions(source, optionsCall(source, ['b']), page([anEntry('4', 'y')], 9), 'en-GB')
    expect(alone['b']).toMatchObject({ isComplete: true, isCut: true })
    const whole = readOptions(source, optionsCall(source, ['b']), page([anEntry('4', 'y')]), 'en-GB')
    expect(whole['b']).toMatchObject({ isComplete: true, isCut: false })
  })

  test('a filter that is no longer configured is left out', () => {
    expect(
      readOptions(
        aSource({}),
        { kind: 'options', filters: ['gone'], query: { where: [] } },
        page([]),
        'en-GB',
      ),
    ).toEqual({})
  })

  test('of nothing: No payload returned by search', () => {
    const source = aSource({ a: { contentTypeId: 'x' } })
    expect(() => readOptions(source, optionsCall(source), null, 'en-GB')).toThrow(
      'No payload returned by search',
    )
  })

  test('of no taxonomy node: No payload returned for taxonomy path', () => {
    expect(() => readTaxonomy(null)).toThrow('No payload returned for taxonomy path')
  })

  test('of a taxonomy are all nodes below, each after its parent', () => {
    const leaf = { key: '0/1/1', name: 'Leaf', path: 'topics/one/leaf' }
    expect(
      readTaxonomy({
        key: '0',
        name: 'Topics',
        children: [
          { key: '0/1', name: 'One', children: [leaf] },
          { key: '0/2', name: 'Two' },
        ],
      }),
    ).toEqual([
      { key: '0/1', title: 'One', isSelected: false },
      { key: '0/1/1', title: 'Leaf', path: 'topics/one/leaf', parentKey: '0/1', isSelected: false },
      { key: '0/2', title: 'Two', isSelected: false },
    ])
    expect(readTaxonomy({ key: '0', name: 'Topics' })).toEqual([])
  })

  test('of the configuration are in the language of the page', () => {
    const items: FilterConfig['items'] = [
      { key: 'a', title: { 'en-GB': 'Open', cy: 'Ar agor' } },
      { key: 'b', title: { 'en-GB': 'Shut' } },
      { key: 'c', title: { fr: 'Oui' } },
      { key: 'd', title: {} },
    ]
    expect(ownOptions(aFilter({ items }), 'f', 'cy').map(({ title }) => title)).toEqual([
      'Ar agor',
      'Shut',
      'Oui',
      '',
    ])
  })

  test('of the configuration are by their titles in the language of the page, where that is wanted', () => {
    const items = [
      { key: 'a', title: { 'en-GB': 'Budget', cy: 'Ŵyl' } },
      { key: 'b', title: { 'en-GB': 'Policies', cy: 'Arian' } },
    ]
    const titles = (language: string) =>
      ownOptions(aFilter({ items, isSorted: true }), 'f', language).map(({ title }) => title)
    expect([titles('en-GB'), titles('cy')]).toEqual([
      ['Budget', 'Policies'],
      ['Arian', 'Ŵyl'],
    ])
  })

  test('values of the results are options, texts by letter, numbers from the highest', () => {
    const answer = {
      totalCount: 9,
      aggregations: { sf_f: { planning: 1, bins: 5 }, sf_y: { 2024: 1, 2026: 2, 2025: 9 } },
    }
    expect(ownOptions(aFilter({ aggregations: true }), 'f', 'en-GB', answer)).toEqual([
      { key: 'bins', title: 'Bins', isSelected: false },
      { key: 'planning', title: 'Planning', isSelected: false },
    ])
    const years = ownOptions(aFilter({ aggregations: true, valueType: 'number' }), 'y', 'en-GB', answer)
    expect(years.map(({ key }) => key)).toEqual(['2026', '2025', '2024'])
    expect(ownOptions(aFilter({ aggregations: true }), 'f', 'en-GB')).toEqual([])
    expect(ownOptions(aFilter({ contentTypeId: 'x' }), 'f', 'en-GB', answer)).toEqual([])
  })

  test('values are written as the results have them, else with the first letter a capital', () => {
    const answer = { totalCount: 9, aggregations: { sf_w: { "st oswin's": 3, 'high moor': 2, iaith: 1 } } }
    const filter = aFilter({ aggregations: true, fieldId: 'ward' })
    const results = [
      { ...anEntry('1', 'x'), ward: "St Oswin's" },
      { ...anEntry('2', 'x'), ward: ['iAITH', null] },
    ]
    const titles = (...found: typeof results) =>
      ownOptions(filter, 'w', 'en-GB', answer, found).map(({ title }) => title)
    expect(titles(...results)).toEqual(['High moor', 'iAITH', "St Oswin's"])
    expect(titles()).toEqual(['High moor', 'Iaith', "St oswin's"])
  })
})
