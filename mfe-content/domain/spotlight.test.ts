import type { Entry } from '@tessera/shared/content'
import { readSpotlight, spotlightAt } from './spotlight.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const anEntry = (id: string, fields: object = {}): Entry => ({ sys: { id }, ...fields })
const idsAt = (entries: readonly Entry[], rules = { most: 6, newsDays: 30 }, now = NOW) =>
  spotlightAt(entries, rules, now).shown.map(({ sys }) => sys.id)

describe('the spotlight of the home page (docs/decisions/0088)', () => {
  it.each([
    ['an article of this month', { publishedDate: '2026-10-26T09:00:00Z' }, true],
    ['an article of the month before', { publishedDate: '2026-10-24T09:00:00Z' }, false],
    [
      'an older article that is news until tonight',
      { publishedDate: '2026-09-01T09:00:00Z', newsUntil: '2026-11-24' },
      true,
    ],
    [
      'a new article whose last day was yesterday',
      { publishedDate: '2026-11-20T09:00:00Z', newsUntil: '2026-11-23' },
      false,
    ],
    [
      'an article that is news until today, given as its midnight',
      { newsUntil: '2026-11-24T00:00:00Z' },
      true,
    ],
    ['an event of the whole of today', { dates: { from: '2026-11-24T00:00:00Z' } }, true],
    [
      'an event of last night until midnight',
      { dates: { from: '2026-11-23T20:00:00Z', to: '2026-11-24T00:00:00Z' } },
      false,
    ],
    ['an event that goes on', { dates: { from: '2026-11-01T10:00:00Z', to: '2026-11-24T13:00:00Z' } }, true],
    ['an event of this morning', { dates: { from: '2026-11-24T09:00:00Z' } }, false],
    ['a page without a date', {}, true],
    ['a document of last year', { published: '2025-03-01' }, true],
    ['an article whose dates cannot be read', { publishedDate: 'soon', newsUntil: 'later' }, true],
  ])('has %s: %j, %j', (_what, fields, isShown) => {
    expect(idsAt([anEntry('a', fields)])).toEqual(isShown ? ['a'] : [])
  })

  it('shows the first that are not over, in their order: those at the end fill what others leave', () => {
    const chosen = [
      anEntry('old', { publishedDate: '2026-01-01' }),
      anEntry('parade', { dates: { from: '2026-11-28T16:30:00Z', to: '2026-11-28T19:00:00Z' } }),
      anEntry('page'),
      anEntry('reserve'),
    ]
    expect(idsAt(chosen, { most: 2, newsDays: 30 })).toEqual(['parade', 'page'])
    expect(idsAt(chosen, { most: 2, newsDays: 30 }, Date.parse('2026-11-28T19:00:00Z'))).toEqual([
      'page',
      'reserve',
    ])
  })

  it('is true until the first of those shown is over, by the day of the council where a day is named', () => {
    const until = (fields: object, newsDays = 30) =>
      spotlightAt([anEntry('a', fields), anEntry('page')], { most: 1, newsDays }, NOW).changesAt
    expect(until({ newsUntil: '2026-11-30' })).toBe(Date.parse('2026-12-01T00:00:00Z'))
    expect(until({ publishedDate: '2026-11-20T09:00:00Z' }, 7)).toBe(Date.parse('2026-11-27T09:00:00Z'))
    // An entry that never expires: nothing will change.
    expect(until({})).toBe(Infinity)
    expect(spotlightAt([], { most: 6, newsDays: 30 }, NOW)).toEqual({ shown: [], changesAt: Infinity })
  })

  it('is as large as its author says, and articles are news for as long; six and thirty days unless they say so', () => {
    expect(readSpotlight(anEntry('home', { highlightsShown: 4, newsDays: 14 }))).toEqual({
      most: 4,
      newsDays: 14,
    })
    expect(readSpotlight(anEntry('home', { highlightsShown: -1, newsDays: null }))).toEqual({
      most: 6,
      newsDays: 30,
    })
  })
})
