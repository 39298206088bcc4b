import { readLimits } from './read-limits.ts'

describe('limits of a site that is started', () => {
  it('are those of the environment, none unless given', () => {
    expect(readLimits({})).toEqual({})
    expect(readLimits({ TESSERA_LIMITS: ' ' })).toEqual({})
    expect(readLimits({ TESSERA_LIMITS: '{"callDeadlineMs":2000}' })).toEqual({ callDeadlineMs: 2_000 })
  })

  it.each(['2000', '{"callDeadlineMs":"2 s"}', '{'])('are refused in one line: %s', (text) => {
    expect(() => readLimits({ TESSERA_LIMITS: text })).toThrow(/^TESSERA_LIMITS must be .+\.$/)
  })
})
