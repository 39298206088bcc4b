import { welshDateFormats } from '@tessera/shared/messages'
import { byMonth } from './by-month.ts'
import type { ResultCard } from './search-state.ts'

const aCard = (title: string, from: string, isOn = false): ResultCard => ({
  id: title,
  contentTypeId: 'event',
  title,
  path: `/${title}`,
  dates: { from, ...(isOn && { isOn: true as const }) },
})

describe('results by month', () => {
  it('stand under the month that they begin in where the council is, what has begun before them, and keep their numbers', () => {
    const months = byMonth(
      [
        aCard('exhibition', '2026-10-24T09:00:00Z', true),
        aCard('parade', '2026-11-28T16:30:00Z'),
        aCard('bonfire', '2027-04-30T23:30:00Z'),
        aCard('fair', '2027-05-03T10:00:00Z'),
      ],
      { dates: welshDateFormats(), onNow: 'Nawr' },
    )
    expect(months.map(({ month, first, cards }) => [month, first, cards.map(({ title }) => title)])).toEqual([
      ['Nawr', 0, ['exhibition']],
      ['Tachwedd 2026', 1, ['parade']],
      ['Mai 2027', 2, ['bonfire', 'fair']],
    ])
  })

  it('that go on now stand first where they have no break, and else at their next date among those to come', () => {
    const aSession = (title: string, next?: string): ResultCard => {
      const card = aCard(title, '2026-09-07T09:30:00Z', true)
      return { ...card, dates: { from: '2026-09-07T09:30:00Z', isOn: true, ...(next && { next }) } }
    }
    const months = byMonth(
      [
        aSession('rhymes', '2026-11-30T09:30:00Z'),
        aSession('walks', '2026-11-26T09:30:00Z'),
        aSession('exhibition'),
        aSession('phones', '2026-11-25T11:00:00+01:00'),
        aSession('museum'),
        aCard('parade', '2026-11-28T16:30:00Z'),
        aCard('fair', '2026-12-03T16:30:00Z'),
        { id: 'a', contentTypeId: 'event', title: 'undated', path: '/undated' },
      ],
      { dates: welshDateFormats(), onNow: 'Nawr' },
    )
    expect(months.map(({ month, first, cards }) => [month, first, cards.map(({ title }) => title)])).toEqual([
      ['Nawr', 0, ['exhibition', 'museum']],
      ['Tachwedd 2026', 2, ['phones', 'walks', 'parade', 'rhymes']],
      ['Rhagfyr 2026', 6, ['fair']],
      ['', 7, ['undated']],
    ])
  })
})
