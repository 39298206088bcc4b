import { addDays, dayOf, daysBetween, minuteOf, momentOf, weekdayOf } from './local-day.ts'

describe('days of the council’s calendar, whatever the clock of the server', () => {
  it.each([
    ['2026-11-23T23:59:59Z', '2026-11-23', 1_439],
    ['2026-11-24T00:00:00Z', '2026-11-24', 0],
    ['2026-07-14T22:59:59Z', '2026-07-14', 1_439],
    ['2026-07-14T23:00:00Z', '2026-07-15', 0],
  ])('%s is on %s, %i minutes after midnight', (moment, day, minute) => {
    expect([dayOf(Date.parse(moment)), minuteOf(Date.parse(moment))]).toEqual([day, minute])
  })

  it.each([
    ['2026-11-24', 0, '2026-11-24T00:00:00Z'],
    ['2026-07-15', 0, '2026-07-14T23:00:00Z'],
    ['2027-03-28', 0, '2027-03-28T00:00:00Z'],
    ['2027-03-28', 18 * 60, '2027-03-28T17:00:00Z'],
    ['2027-10-31', 0, '2027-10-30T23:00:00Z'],
    ['2027-10-31', 18 * 60, '2027-10-31T18:00:00Z'],
  ])('%s, minute %i of its clock, is %s, summer time or not', (day, minutes, moment) => {
    expect(new Date(momentOf(day, minutes)).toISOString()).toBe(moment.replace('Z', '.000Z'))
  })

  it('counts days over the changes of the clock and the ends of months', () => {
    expect(addDays('2027-03-27', 2)).toBe('2027-03-29')
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31')
    expect(daysBetween('2027-10-30', '2027-11-01')).toBe(2)
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual([0, 6])
  })
})
