import { readDate } from './read-date.ts'

// 15 May 2024 is a Wednesday.
const NOW = Date.parse('2024-05-15T13:45:10.500Z')
const iso = (text: string): string | null => {
  const time = readDate(text, NOW)
  return time === null ? null : new Date(time).toISOString()
}

describe('dates of queries (protocol 1.14)', () => {
  test.each([
    ['2003-07-12', '2003-07-12T00:00:00.000Z'],
    ['2005/1/20', '2005-01-20T00:00:00.000Z'],
    ['2005-11-02 08:14', '2005-11-02T08:14:00.000Z'],
    ['2005-11-02T08:14:03.1234567+01:00', '2005-11-02T07:14:03.123Z'],
    ['now()', '2024-05-15T13:45:10.500Z'],
    ['now(-1)', '2024-05-14T13:45:10.500Z'],
    ['now(1y 2M)', '2025-07-15T13:45:10.500Z'],
    ['-1d', '2024-05-14T13:45:10.500Z'],
    ['-1w 2d', '2024-05-06T13:45:10.500Z'],
    ['startOfDay()', '2024-05-15T00:00:00.000Z'],
    ['startOfDay(7h)', '2024-05-15T07:00:00.000Z'],
    ['startOfWeek()', '2024-05-13T00:00:00.000Z'],
    ['startOfMonth(-1)', '2024-04-01T00:00:00.000Z'],
    ['startOfYear(1)', '2025-01-01T00:00:00.000Z'],
    ['endOfDay()', '2024-05-15T23:59:59.999Z'],
    ['endOfWeek()', '2024-05-19T23:59:59.999Z'],
    ['endOfMonth(-3)', '2024-02-29T23:59:59.999Z'],
    ['endOfYear()', '2024-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, expected) => {
    expect(iso(text)).toBe(expected)
  })

  test('a month that is too short ends on its last day', () => {
    expect(new Date(readDate('now(1M)', Date.parse('2024-01-31T00:00:00Z')) ?? 0).toISOString()).toBe(
      '2024-02-29T00:00:00.000Z',
    )
  })

  test.each(['', 'tomorrow', 'now(', 'now(x)', 'startOfDecade()', '2024-13-01', '1d 2', 'thisYear()'])(
    '%j is no date',
    (text) => {
      expect(iso(text)).toBeNull()
    },
  )
})
