import { readTime } from './read-time.ts'

const NOW = Date.parse('2026-02-01T12:00:00Z')
const read = (text: string) => readTime(text, NOW)

describe('a time at which a release is to go live', () => {
  it.each([
    ['2026-02-01T12:01', '2026-02-01T12:01:00.000Z'],
    [' 2026-07-01 06:30 ', '2026-07-01T05:30:00.000Z'],
    ['2026-07-01T00:00:00', '2026-06-30T23:00:00.000Z'],
    ['2026-10-25T01:30', '2026-10-25T01:30:00.000Z'],
    ['2026-03-29T02:00', '2026-03-29T01:00:00.000Z'],
  ])('%s is one of the council’s own clock', (text, at) => {
    expect(read(text)).toEqual({ at })
  })

  it.each([
    ['', 'missing'],
    ['tomorrow', 'malformed'],
    ['2026-02-30T06:00', 'malformed'],
    ['2026-13-01T06:00', 'malformed'],
    ['2026-02-02T24:00', 'malformed'],
    ['2026-02-02T06:60', 'malformed'],
    ['2026-02-02T06:00Z', 'malformed'],
    ['2026-02-02T06:00:30', 'malformed'],
    ['2026-03-29T01:30', 'skipped'],
    ['2026-02-01T12:00', 'over'],
    ['2025-12-31T23:59', 'over'],
    ['2027-02-03T06:00', 'far'],
  ])('%j is none: %s', (text, problem) => {
    expect(read(text)).toBe(problem)
  })
})
