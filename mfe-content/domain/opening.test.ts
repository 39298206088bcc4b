import { openingAt, readWeekHours } from './opening.ts'

const weekday = { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], opens: '09:00', closes: '18:00' }
const saturday = { weekdays: ['sat'], opens: '10:00', closes: '14:00' }
const library = [weekday, saturday].map((item) => ({ days: 'x', hours: 'y', week: readWeekHours(item)! }))
const at = (iso: string) => {
  const opening = openingAt(library, Date.parse(iso))
  return (
    opening &&
    `${opening.isOpen ? 'open' : 'closed'} until ${opening.isToday ? 'today ' : ''}${new Date(opening.until).toISOString().slice(0, 16)}`
  )
}

describe('how a venue’s doors stand', () => {
  it.each([
    ['2026-11-23T08:59:59Z', 'closed until today 2026-11-23T09:00'],
    ['2026-11-23T09:00:00Z', 'open until today 2026-11-23T18:00'],
    ['2026-11-23T17:59:59Z', 'open until today 2026-11-23T18:00'],
    ['2026-11-23T18:00:00Z', 'closed until 2026-11-24T09:00'],
    ['2026-11-28T14:00:00Z', 'closed until 2026-11-30T09:00'],
    ['2026-07-14T16:30:00Z', 'open until today 2026-07-14T17:00'],
    ['2026-07-14T17:00:00Z', 'closed until 2026-07-15T08:00'],
  ])('at %s they are %s', (moment, stand) => {
    expect(at(moment)).toBe(stand)
  })

  it.each([
    ['2026-11-27T23:59:00Z', true, '2026-11-28T02:00:00.000Z'],
    ['2026-11-28T01:00:00Z', true, '2026-11-28T02:00:00.000Z'],
    ['2026-11-28T02:00:00Z', false, '2026-12-04T18:00:00.000Z'],
  ])('after midnight, of hours from 18:00 to 02:00, at %s: open is %s', (moment, isOpen, until) => {
    const week = readWeekHours({ weekdays: ['fri'], opens: '18:00', closes: '02:00' })!
    const opening = openingAt([{ days: 'x', hours: 'y', week }], Date.parse(moment))
    expect(opening).toMatchObject({ isOpen, until: Date.parse(until) })
  })

  it('are not known where hours are words alone, or make no sense', () => {
    expect(openingAt([{ days: 'Every day', hours: '7am to dusk' }], Date.now())).toBeNull()
    expect(readWeekHours({ ...weekday, closes: 'dusk' })).toBeUndefined()
    expect(readWeekHours({ ...weekday, closes: weekday.opens })).toBeUndefined()
    expect(readWeekHours({ ...weekday, weekdays: ['daily'] })).toBeUndefined()
  })
})
