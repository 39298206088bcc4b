import type { FilterConfig } from '../config/filter-config.ts'
import { combine, filterExpression, filterExpressions } from './filter-expressions.ts'
import { DEFAULT_DISTANCE, isFilterValue, readBetween, readDistance } from './filter-values.ts'

const aFilter = (change: Partial<FilterConfig> = {}): FilterConfig => ({
  title: 'F',
  fieldId: 'f',
  ...change,
})
const number = { valueType: 'number' } as const
const date = { valueType: 'date' } as const

describe('values of filters (specification 5, Search)', () => {
  test.each([
    ['1--2', ['1', '2']],
    [' a -- b ', ['a', 'b']],
    ['1--', ['1', '']],
    ['--2', ['', '2']],
    ['1', null],
    ['1--2--3', null],
    ['--', null],
    ['', null],
  ])('between %j is %j: two parts separated by --, or it is discarded', (value, expected) => {
    expect(readBetween(value)).toEqual(expected)
  })

  test.each([
    ['52.1 -2.7', { lat: 52.1, lon: -2.7, distance: '10mi' }],
    ['52 2 5km', { lat: 52, lon: 2, distance: '5km' }],
    [' 52  2  2.5nauticalmiles ', { lat: 52, lon: 2, distance: '2.5nauticalmiles' }],
    ['52', null],
    ['north east', null],
    ['91 0', null],
    ['0 181', null],
    ['52 2 far', null],
    ['52 2 5', null],
    ['52 2 5 km', null],
    ['52 2 5leagues', null],
    ['52 2 5MI', { lat: 52, lon: 2, distance: '5MI' }],
    ['52 2 5km north', null],
    ['', null],
  ])('distanceWithin %j is %j: lat, lon and perhaps a distance, or it is discarded', (value, expected) => {
    expect(readDistance(value)).toEqual(expected)
  })

  test('the distance is ten miles unless given', () => {
    expect(DEFAULT_DISTANCE).toBe('10mi')
  })

  test.each([
    ['', {}, false],
    ['x'.repeat(201), {}, false],
    ['x'.repeat(200), {}, true],
    ['5', number, true],
    ['5e3', number, false],
    ['five', number, false],
    ['2026-02-28', date, true],
    ['2026-02-30', date, false],
    ['2026-13-01', date, false],
    ['2026-02-28T10:00:00Z', date, true],
    ['2026-02-28T25:00:00Z', date, false],
    ['now(-7d)', date, true],
    ['startOfMonth(1M)', date, true],
    ['soon', date, false],
    ['5', date, false],
    ['true', { valueType: 'boolean' }, true],
    ['false', { valueType: 'boolean' }, true],
    ['yes', { valueType: 'boolean' }, false],
    ['true', { fieldOperator: 'exists' }, true],
    ['false', { fieldOperator: 'exists' }, true],
    ['1', { fieldOperator: 'exists' }, false],
    ['52 2', { valueType: 'geo' }, true],
    ['52 2', { view: 'near' }, true],
    ['52', { view: 'near' }, false],
  ] as const)('%j of the filter %j: %j', (key, change, expected) => {
    expect(isFilterValue(key, aFilter(change))).toBe(expected)
  })
})

describe('condition of a filter (specification 3, Filter operators and Logic operators)', () => {
  test.each<readonly [string, Partial<FilterConfig>, readonly string[], unknown]>([
    ['any of several values is one list', {}, ['a', 'b'], { field: 'f', in: ['a', 'b'] }],
    ['one value is a list too', {}, ['a'], { field: 'f', in: ['a'] }],
    [
      'all of several values are one condition each',
      { logicOperator: 'and' },
      ['a', 'b'],
      {
        and: [
          { field: 'f', equalTo: 'a' },
          { field: 'f', equalTo: 'b' },
        ],
      },
    ],
    ['none of them', { logicOperator: 'not' }, ['a', 'b'], { not: [{ field: 'f', in: ['a', 'b'] }] }],
    ['equalTo', { fieldOperator: 'equalTo' }, ['a'], { field: 'f', in: ['a'] }],
    [
      'all of them, with the operator in',
      { fieldOperator: 'in', logicOperator: 'and' },
      ['a', 'b'],
      {
        and: [
          { field: 'f', in: ['a'] },
          { field: 'f', in: ['b'] },
        ],
      },
    ],
    [
      'several fields, of which one must match',
      { fieldId: ['f', 'g'] },
      ['a'],
      {
        or: [
          { field: 'f', in: ['a'] },
          { field: 'g', in: ['a'] },
        ],
      },
    ],
    [
      'all values, each in one of several fields',
      { fieldId: ['f', 'g'], logicOperator: 'and' },
      ['a', 'b'],
      {
        and: [
          {
            or: [
              { field: 'f', equalTo: 'a' },
              { field: 'g', equalTo: 'a' },
            ],
          },
          {
            or: [
              { field: 'f', equalTo: 'b' },
              { field: 'g', equalTo: 'b' },
            ],
          },
        ],
      },
    ],
    [
      'none, in none of several fields',
      { fieldId: ['f', 'g'], logicOperator: 'not' },
      ['a'],
      {
        not: [
          {
            or: [
              { field: 'f', in: ['a'] },
              { field: 'g', in: ['a'] },
            ],
          },
        ],
      },
    ],
    [
      'a key of a taxonomy, or one below it',
      { path: 'Root/Topics' },
      ['0/1', '0/12'],
      {
        or: [
          { field: 'f', in: ['0/1', '0/12'] },
          { field: 'f', startsWith: '0/1/' },
          { field: 'f', startsWith: '0/12/' },
        ],
      },
    ],
    [
      'all keys of a taxonomy, each with what is below it',
      { path: 'Root/Topics', logicOperator: 'and' },
      ['0/1', '0/2'],
      {
        and: [
          {
            or: [
              { field: 'f', in: ['0/1'] },
              { field: 'f', startsWith: '0/1/' },
            ],
          },
          {
            or: [
              { field: 'f', in: ['0/2'] },
              { field: 'f', startsWith: '0/2/' },
            ],
          },
        ],
      },
    ],
    ['numbers are numbers', number, ['5', '2024'], { field: 'f', in: [5, 2024] }],
    ['truth is truth', { valueType: 'boolean' }, ['true', 'false'], { field: 'f', in: [true, false] }],
    [
      'between numbers, as they are',
      { ...number, fieldOperator: 'between' },
      ['5--100'],
      { field: 'f', between: [5, 100] },
    ],
    [
      'between texts that look like dates, as they are',
      { fieldOperator: 'between' },
      ['5--2024'],
      { field: 'f', between: ['5', '2024'] },
    ],
    [
      'between days, the last one included',
      { ...date, view: 'range' },
      ['2026-01-01--2026-01-31'],
      { field: 'f', between: ['2026-01-01', '2026-01-31T23:59:59.999Z'] },
    ],
    [
      'between days of British Summer Time, which begin and end an hour before those of UTC',
      { ...date, view: 'range' },
      ['2026-03-29--2026-07-05'],
      { field: 'f', between: ['2026-03-29', '2026-07-05T22:59:59.999Z'] },
    ],
    [
      'what begins at midnight in summer, on its day, and not what ended with the day before',
      { ...date, view: 'range', endFieldId: 'e' },
      ['2026-07-05--'],
      {
        or: [
          { field: 'f', greaterThanOrEqualTo: '2026-07-04T23:00:00.000Z' },
          { field: 'e', greaterThanOrEqualTo: '2026-07-05' },
        ],
      },
    ],
    [
      'between days of centuries without the time zone, which are those of UTC',
      { ...date, view: 'range' },
      ['0001-01-01--1899-12-31'],
      { field: 'f', between: ['0001-01-01', '1899-12-31T23:59:59.999Z'] },
    ],
    [
      'between instants',
      { ...date, view: 'range' },
      ['now()--now(7d)'],
      { field: 'f', between: ['now()', 'now(7d)'] },
    ],
    [
      'what lasts into a range, also where it began before',
      { ...date, view: 'range', endFieldId: 'e' },
      ['2026-01-01--2026-01-31'],
      {
        and: [
          { field: 'f', lessThanOrEqualTo: '2026-01-31T23:59:59.999Z' },
          {
            or: [
              { field: 'f', greaterThanOrEqualTo: '2026-01-01' },
              { field: 'e', greaterThanOrEqualTo: '2026-01-01' },
            ],
          },
        ],
      },
    ],
    [
      'what has begun by the end of a day',
      { ...date, view: 'range', endFieldId: 'e' },
      ['--2026-01-31'],
      { field: 'f', lessThanOrEqualTo: '2026-01-31T23:59:59.999Z' },
    ],
    [
      'what is not over before a day',
      { ...date, view: 'range', endFieldId: 'e' },
      ['2026-01-01--'],
      {
        or: [
          { field: 'f', greaterThanOrEqualTo: '2026-01-01' },
          { field: 'e', greaterThanOrEqualTo: '2026-01-01' },
        ],
      },
    ],
    ['from a bound on', { ...number, view: 'range' }, ['5--'], { field: 'f', greaterThanOrEqualTo: 5 }],
    ['up to a bound', { ...number, view: 'range' }, ['--5'], { field: 'f', lessThanOrEqualTo: 5 }],
    [
      'several ranges',
      { ...number, view: 'range' },
      ['1--2', '5--6'],
      {
        or: [
          { field: 'f', between: [1, 2] },
          { field: 'f', between: [5, 6] },
        ],
      },
    ],
    [
      'outside a range',
      { ...number, view: 'range', logicOperator: 'not' },
      ['1--2', '5--6'],
      {
        not: [
          {
            or: [
              { field: 'f', between: [1, 2] },
              { field: 'f', between: [5, 6] },
            ],
          },
        ],
      },
    ],
    [
      'near a place',
      { view: 'near' },
      ['52.1 -2.7'],
      { field: 'f', distanceWithin: { lat: 52.1, lon: -2.7, distance: '10mi' } },
    ],
    ['there or not', { fieldOperator: 'exists' }, ['false'], { field: 'f', exists: false }],
    [
      'words of a text',
      { fieldOperator: 'freeText' },
      ['big* "red bus"'],
      { field: 'f', freeText: { term: 'big red bus', fuzzy: false, operator: 'and' } },
    ],
    [
      'a part of a text, without wildcards',
      { fieldOperator: 'contains' },
      ['a*b?'],
      { field: 'f', contains: 'a b' },
    ],
    ['its beginning', { fieldOperator: 'startsWith' }, ['a'], { field: 'f', startsWith: 'a' }],
    ['its end', { fieldOperator: 'endsWith' }, ['a'], { field: 'f', endsWith: 'a' }],
    ['less', { ...number, fieldOperator: 'lessThan' }, ['5'], { field: 'f', lessThan: 5 }],
    [
      'at most',
      { ...number, fieldOperator: 'lessThanOrEqualTo' },
      ['5'],
      { field: 'f', lessThanOrEqualTo: 5 },
    ],
    ['more', { ...number, fieldOperator: 'greaterThan' }, ['5'], { field: 'f', greaterThan: 5 }],
    [
      'at least',
      { ...date, fieldOperator: 'greaterThanOrEqualTo' },
      ['2026-01-01'],
      { field: 'f', greaterThanOrEqualTo: '2026-01-01' },
    ],
    [
      'a day and those before it: the day lasts until its end',
      { ...date, fieldOperator: 'lessThanOrEqualTo' },
      ['2026-01-01'],
      { field: 'f', lessThanOrEqualTo: '2026-01-01T23:59:59.999Z' },
    ],
    [
      'the days after a day',
      { ...date, fieldOperator: 'greaterThan' },
      ['2026-01-01'],
      { field: 'f', greaterThan: '2026-01-01T23:59:59.999Z' },
    ],
    [
      'an instant on one of several days',
      date,
      ['2026-01-01', '2026-03-01'],
      {
        or: [
          { field: 'f', between: ['2026-01-01', '2026-01-01T23:59:59.999Z'] },
          { field: 'f', between: ['2026-03-01', '2026-03-01T23:59:59.999Z'] },
        ],
      },
    ],
    [
      'what cannot be compared is discarded',
      { ...number, view: 'range' },
      ['1--2', 'x--y', '3'],
      { field: 'f', between: [1, 2] },
    ],
  ])('%s', (_, change, keys, expected) => {
    expect(filterExpression(aFilter(change), keys)).toEqual(expected)
  })

  test.each<readonly [Partial<FilterConfig>, readonly string[]]>([
    [{}, []],
    [{}, ['']],
    [{ logicOperator: 'not' }, []],
    [{ logicOperator: 'and' }, []],
    [{ view: 'range' }, ['x']],
    [{ view: 'near' }, ['x']],
    [{ fieldOperator: 'freeText' }, ['***']],
    [{ fieldOperator: 'contains' }, ['**']],
    [{ ...number, fieldOperator: 'lessThan' }, ['x']],
  ])('%j with %j is no condition: neither an empty list nor a hole', (change, keys) => {
    expect(filterExpression(aFilter(change), keys)).toBeNull()
  })

  test('conditions of all filters, but of one where that is wanted', () => {
    const source = {
      title: 'S',
      filters: { a: aFilter({ fieldId: 'a' }), b: aFilter({ fieldId: 'b' }), c: aFilter() },
    }
    const selections = { a: ['1'], b: ['2'] }
    const [a, b] = [
      { field: 'a', in: ['1'] },
      { field: 'b', in: ['2'] },
    ]
    expect(filterExpressions(source, selections)).toEqual([a, b])
    expect(filterExpressions(source, selections, 'a')).toEqual([b])
  })

  test('one condition is itself, several are one, none is nothing', () => {
    expect(combine([], 'and')).toBeNull()
    expect(combine([{ a: 1 }], 'or')).toEqual({ a: 1 })
    expect(combine([{ a: 1 }, { b: 1 }], 'and')).toEqual({ and: [{ a: 1 }, { b: 1 }] })
  })
})
