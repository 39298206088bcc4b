import { readFileSync } from 'node:fs'
import { aggregations, condition } from './query-shape.ts'

const told = (value: object) =>
  condition({ field: 'a', ...value }, 'c').map(({ keyPath, message }) => `${keyPath}: ${message}`)
const SCALAR = 'must be text, a number, true or false'

describe('conditions (specification 3, Search state; reference delivery-api 1.12)', () => {
  test.each([
    [{ equalTo: 1 }],
    [{ equalTo: null }],
    [{ equalTo: ['x', 2] }],
    [{ in: ['x', true] }],
    [{ between: [1, 5] }],
    [{ distanceWithin: { lat: 52.1, lon: -2.5, distance: '10mi' } }],
    [{ distanceWithin: { lat: '52.1', lon: '-2.5', distance: 500 } }],
    [{ exists: false }],
    [{ freeText: 'words' }],
    [{ freeText: { term: 'words', fuzzy: true, operator: 'or' } }],
    [{ contains: 'x' }],
    [{ greaterThanOrEqualTo: 'now()', weight: 3 }],
  ])('%j is accepted', (value) => {
    expect(told(value)).toEqual([])
  })

  test.each([
    [{ equalTo: {} }, `c.equalTo: ${SCALAR}`],
    [{ in: 'x' }, 'c.in: must be a list'],
    [{ in: [{}] }, `c.in[0]: ${SCALAR}`],
    [{ between: 5 }, 'c.between: must be a list of two values'],
    [{ between: [1] }, 'c.between: must be a list of two values'],
    [{ between: [1, null] }, `c.between[1]: ${SCALAR}`],
    [{ distanceWithin: 5 }, 'c.distanceWithin: must be an object'],
    [
      { distanceWithin: { lat: 91, lon: 0, distance: '5leagues' } },
      'c.distanceWithin.distance: must be a distance such as 10mi, or a number of metres',
    ],
    [
      { distanceWithin: { lat: 91, lon: 0, distance: '5mi' } },
      'c.distanceWithin.lat: must be degrees from -90 to 90',
    ],
    [{ exists: 'maybe' }, 'c.exists: must be true or false'],
    [{ freeText: [] }, 'c.freeText: must be text or a number'],
    [{ freeText: { term: 'x', operator: 'not' } }, 'c.freeText.operator: must be and, or'],
    [{ contains: ['x'] }, `c.contains: ${SCALAR}`],
    [{ lessThan: null }, `c.lessThan: ${SCALAR}`],
  ])('%j is refused, as the delivery API would', (value, mistake) => {
    expect(told(value)).toContain(mistake)
  })
})

describe('further aggregations (reference delivery-api 1.16)', () => {
  const reserved = (file: string): readonly string[] => {
    const [, text = ''] =
      /RESERVED[^=]*=([^;]*?value_as_string)/.exec(readFileSync(new URL(file, import.meta.url), 'utf8')) ?? []
    return text.match(/\b_?[a-z]+(?:_[a-z]+)*\b/g)?.filter((name) => name !== 'new') ?? []
  }

  test('may not have a name that the platform reserves', () => {
    const ours = reserved('./query-shape.ts')
    const refused = ours.filter((name) => aggregations({ [name]: { field: 'f' } }, 'a').length > 0)
    expect(refused).toHaveLength(34)
    expect(reserved('../../platform/query/read-aggregations.ts').filter((name) => name !== 'Set')).toEqual(
      refused,
    )
    expect(aggregations({ type: { field: 'f' } }, 'a')).toEqual([
      { keyPath: 'a.type', message: 'is a name that the delivery API reserves' },
    ])
  })

  test('have a field, and a text for entries without a value', () => {
    expect(aggregations({ years: { field: 'year', size: 5, missing: 'none' } }, 'a')).toEqual([])
    expect(aggregations({ years: { field: 'year', missing: {} } }, 'a')).toEqual([
      { keyPath: 'a.years.missing', message: 'must be text or a number' },
    ])
  })
})
