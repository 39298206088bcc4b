import { runningDates, sessionsOf } from './running-dates.ts'

const at = (iso: string): number => Date.parse(iso)
const EXHIBITION = { from: '2026-10-24T09:00:00Z', to: '2027-01-31T17:00:00Z' }
const CINEMA = { from: '2026-11-03T13:00:00Z', to: '2027-02-23T16:00:00Z', everyWeeks: 1 }

describe('what goes on by dates, as it stands now', () => {
  it('is on from its beginning to its end, and changes then', () => {
    expect(runningDates(EXHIBITION, at('2026-10-24T08:59:59Z'))).toEqual({
      dates: EXHIBITION,
      changesAt: at(EXHIBITION.from),
    })
    expect(runningDates(EXHIBITION, at('2026-11-23T12:00:00Z'))).toEqual({
      dates: { ...EXHIBITION, isOn: true },
      changesAt: at(EXHIBITION.to),
    })
    expect(runningDates(EXHIBITION, at(EXHIBITION.to))).toEqual({ dates: EXHIBITION, changesAt: Infinity })
  })

  it('says when the next session is, the one that is on among them', () => {
    const next = (now: string) => runningDates(CINEMA, at(now))
    expect(next('2026-11-23T12:00:00Z').dates.next).toBe('2026-11-24T13:00:00.000Z')
    expect(next('2026-11-24T15:59:00Z').dates.next).toBe('2026-11-24T13:00:00.000Z')
    expect(next('2026-11-24T15:59:00Z').changesAt).toBe(at('2026-11-24T16:00:00Z'))
    expect(next('2026-11-24T16:00:00Z').dates.next).toBe('2026-12-01T13:00:00.000Z')
  })

  it('keeps the time of day of its sessions when the clock is changed', () => {
    const club = { from: '2026-09-24T17:00:00Z', to: '2027-05-27T18:30:00Z', everyWeeks: 4 }
    expect(runningDates(club, at('2026-11-23T12:00:00Z')).dates.next).toBe('2026-12-17T18:00:00.000Z')
    const sessions = sessionsOf(club).map(({ begin }) => new Date(begin).toISOString().slice(0, 16))
    expect(sessions.slice(0, 3)).toEqual(['2026-09-24T17:00', '2026-10-22T17:00', '2026-11-19T18:00'])
    expect(sessions).toHaveLength(9)
  })

  it.each([
    ['a whole day', '2026-05-05', '2026-05-19', '2026-05-11T23:00:00Z', '2026-05-12T23:00:00Z'],
    [
      'a whole day, given as its midnight',
      '2026-05-04T23:00:00Z',
      '2026-05-18T23:00:00Z',
      '2026-05-11T23:00:00Z',
      '2026-05-12T23:00:00Z',
    ],
    [
      'until midnight',
      '2026-05-05T19:00:00Z',
      '2026-05-19T23:00:00Z',
      '2026-05-12T19:00:00Z',
      '2026-05-12T23:00:00Z',
    ],
    [
      'past midnight',
      '2026-05-05T19:00:00Z',
      '2026-05-20T01:00:00Z',
      '2026-05-12T19:00:00Z',
      '2026-05-13T01:00:00Z',
    ],
    [
      'until midnight of days without a time',
      '2026-05-05T19:00:00Z',
      '2026-05-19',
      '2026-05-12T19:00:00Z',
      '2026-05-12T23:00:00Z',
    ],
  ])('has sessions of %s: from %s to %s', (_kind, from, to, begin, end) => {
    const club = { from, to, everyWeeks: 1 }
    const [first = Number.NaN, , third = Number.NaN] = sessionsOf(club).map((session) => session.begin)
    expect(sessionsOf(club)).toEqual([
      expect.anything(),
      { begin: at(begin), end: at(end) },
      expect.anything(),
    ])
    const { dates, changesAt } = runningDates(club, at(end) - 60_000)
    expect([dates.next, changesAt]).toEqual([new Date(begin).toISOString(), at(end)])
    expect(runningDates(club, first - 1).changesAt).toBe(first)
    expect(runningDates(club, third + at(end) - at(begin)).changesAt).toBe(Infinity)
  })

  it('has no session after the end of its last day', () => {
    const days = (to: string) => sessionsOf({ from: '2026-05-05', to, everyWeeks: 1 })
    expect([days('2026-05-18'), days('2026-05-19')]).toMatchObject([{ length: 2 }, { length: 3 }])
  })

  it('has sessions of a minute where all that is known is when they begin', () => {
    const walk = { from: '2026-11-03T13:00:00Z', to: '2026-11-10T13:00:00Z', everyWeeks: 1 }
    expect(runningDates(walk, at('2026-11-03T13:00:59Z')).dates.next).toBe('2026-11-03T13:00:00.000Z')
    expect(runningDates(walk, at('2026-11-03T13:01:00Z')).dates.next).toBe('2026-11-10T13:00:00.000Z')
  })

  it('lasts to the end of a day that has no time', () => {
    const day = { from: '2026-11-23', to: '2026-11-24' }
    expect(runningDates(day, at('2026-11-24T23:59:00Z')).dates.isOn).toBe(true)
    expect(runningDates(day, at('2026-11-25T00:00:00Z')).dates.isOn).toBeUndefined()
  })

  it('lasts to the end of a day that is given as its midnight, but ends at midnight what begins at another time', () => {
    const day = { from: '2026-11-23T00:00:00Z' }
    expect(runningDates(day, at('2026-11-23T23:59:00Z')).dates.isOn).toBe(true)
    const days = { from: '2026-11-23T00:00:00Z', to: '2026-11-24T00:00:00Z' }
    expect(runningDates(days, at('2026-11-23T12:00:00Z')).changesAt).toBe(at('2026-11-25T00:00:00Z'))
    const evening = { from: '2026-12-31T20:00:00Z', to: '2027-01-01T00:00:00Z' }
    expect(runningDates(evening, at('2027-01-01T00:00:00Z')).dates.isOn).toBeUndefined()
  })

  it('is one session where it has no others', () => {
    expect(sessionsOf(EXHIBITION)).toEqual([{ begin: at(EXHIBITION.from), end: at(EXHIBITION.to) }])
  })
})
