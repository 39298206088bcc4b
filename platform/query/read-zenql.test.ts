import { readZenql } from './read-zenql.ts'

const where = (text: string): unknown => readZenql(text, 'ada').where
const compare = (field: string, operator: string, ...values: unknown[]): unknown => ({
  kind: 'compare',
  field,
  operator,
  values,
  weight: 1,
})

describe('ZenQL (protocol 1.15)', () => {
  test.each([
    ['title = "Boston Fern"', compare('title', 'equalTo', 'Boston Fern')],
    ['title = “Boston Fern”', compare('title', 'equalTo', 'Boston Fern')],
    ['title = "say \\"hi\\""', compare('title', 'equalTo', 'say "hi"')],
    ['quotes[].source ~ rowan', compare('quotes.source', 'contains', 'rowan')],
    ['height >= 45.5', compare('height', 'greaterThanOrEqualTo', '45.5')],
    ['version = 1.0', compare('version', 'equalTo', '1.0')],
    ['reference in (00123, +5, -.5)', compare('reference', 'in', '00123', '+5', '-.5')],
    ['inStock = TRUE', compare('inStock', 'equalTo', true)],
    ['planted > 2005-11-02 08:14', compare('planted', 'greaterThan', '2005-11-02 08:14')],
    ['planted < -1w 2d', compare('planted', 'lessThan', '-1w 2d')],
    ['planted < startOfDay( -1w )', compare('planted', 'lessThan', 'startOfDay(-1w)')],
    [
      'sys.id = d0000000-0000-4000-8000-000000000001',
      compare('sys.id', 'equalTo', 'd0000000-0000-4000-8000-000000000001'),
    ],
    ['sys.owner = currentUser()', compare('sys.owner', 'equalTo', 'ada')],
    ['height between(45,55)', compare('height', 'between', '45', '55')],
    ['title != fern', { kind: 'not', clause: compare('title', 'equalTo', 'fern') }],
    ['note = NULL', { kind: 'exists', field: 'note', wanted: false, weight: 1 }],
    ['note != null', { kind: 'exists', field: 'note', wanted: true, weight: 1 }],
    [
      'note in (fern, null)',
      {
        kind: 'or',
        clauses: [
          compare('note', 'equalTo', 'fern'),
          { kind: 'exists', field: 'note', wanted: false, weight: 1 },
        ],
      },
    ],
    ['note in (NULL)', { kind: 'exists', field: 'note', wanted: false, weight: 1 }],
    ['order = 52', compare('order', 'equalTo', '52')],
    ['note not exists', { kind: 'not', clause: { kind: 'exists', field: 'note', wanted: true, weight: 1 } }],
    ['summary is not empty', { kind: 'not', clause: { kind: 'empty', field: 'summary' } }],
    [
      'title^10 freetext fern',
      { kind: 'text', field: 'title', term: 'fern', fuzzy: false, any: false, weight: 10 },
    ],
    [
      'place distancewithin(52.1, -2.5, 10mi)',
      {
        kind: 'near',
        field: 'place',
        lat: 52.1,
        lon: -2.5,
        metres: 16093.44,
        unitMetres: 1609.344,
        weight: 1,
      },
    ],
  ])('%s', (text, expected) => {
    expect(where(text)).toEqual(expected)
  })

  test('not binds tighter than and, and tighter than or', () => {
    expect(where('not a = 1 and b = 2 or c = 3')).toEqual({
      kind: 'or',
      clauses: [
        {
          kind: 'and',
          clauses: [{ kind: 'not', clause: compare('a', 'equalTo', '1') }, compare('b', 'equalTo', '2')],
        },
        compare('c', 'equalTo', '3'),
      ],
    })
  })

  test('the field may be left out after and', () => {
    expect(where('height > 1 and < 9 and not in (4, 5)')).toEqual({
      kind: 'and',
      clauses: [
        compare('height', 'greaterThan', '1'),
        compare('height', 'lessThan', '9'),
        { kind: 'not', clause: compare('height', 'in', '4', '5') },
      ],
    })
  })

  test('order by, with and without conditions', () => {
    expect(readZenql('order by price desc, title', null)).toEqual({
      where: { kind: 'and', clauses: [] },
      order: [
        { field: 'price', descending: true },
        { field: 'title', descending: false },
      ],
    })
    expect(readZenql('a = 1 ORDER BY b ASC', null).order).toEqual([{ field: 'b', descending: false }])
  })

  test.each([
    ['title', 'an operator at position 6'],
    ['title =', 'a value at position 8'],
    ['title = "fern', 'a closing quote'],
    ['(a = 1', '")" at position 7'],
    ['a = 1 b = 2', '"and", "or", "order by" or the end at position 7'],
    ['order price', 'an operator at position 7'],
    ['a = 1 order price', '"by" at position 13'],
    ['= 1', 'a field at position 1'],
    ['height between(1)', 'exactly two values'],
    ['not '.repeat(60), 'nested more than'],
    ['('.repeat(60), 'nested more than'],
  ])('%s is refused with the place', (text, reason) => {
    expect(() => where(text)).toThrow(reason)
  })
})
