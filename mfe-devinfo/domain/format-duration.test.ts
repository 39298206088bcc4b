import { formatDuration } from './format-duration.ts'

describe('how long a release is live', () => {
  it.each([
    ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:30.000Z', '0 min'],
    ['2026-01-01T00:00:00.000Z', '2026-01-01T05:07:00.000Z', '5 h 7 min'],
    ['2026-01-01T00:00:00.000Z', '2026-01-04T04:59:00.000Z', '3 d 4 h'],
    ['2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '0 min'],
  ])('counts from %s to %s as %s', (since, until, expected) => {
    expect(formatDuration(since, until)).toBe(expected)
  })
})
