import {
  binDates,
  readChange,
  readCollections,
  type Collection,
  type CollectionChange,
} from './collection-dates.ts'

const rubbish: Collection = { code: 'rubbish', bin: 'Grey bin', first: '2026-01-09', everyWeeks: 2 }
const food: Collection = { code: 'food', bin: 'Food caddy', first: '2026-01-09', everyWeeks: 1 }
const christmas: CollectionChange = {
  from: '2026-12-25',
  to: '2026-12-25',
  daysLater: 1,
  reason: 'Christmas Day',
}
const daysOf = (
  collections: readonly Collection[],
  changes: readonly CollectionChange[],
  from: string,
  to: string,
) => binDates(collections, changes, { from, to })[0]?.dates.map(({ day }) => day)

describe('the next dates of a bin', () => {
  it('come every so many weeks from the first day on, today among them and yesterday not', () => {
    expect(daysOf([rubbish], [], '2026-11-27', '2026-12-25')).toEqual([
      '2026-11-27',
      '2026-12-11',
      '2026-12-25',
    ])
    expect(daysOf([rubbish], [], '2026-11-28', '2026-12-25')).toEqual(['2026-12-11', '2026-12-25'])
    expect(daysOf([food], [], '2026-12-11', '2026-12-25')).toEqual(['2026-12-11', '2026-12-18', '2026-12-25'])
    expect(daysOf([rubbish], [], '2025-12-01', '2026-01-10')).toEqual(['2026-01-09'])
  })

  it('stay on their day of the week when the clock is changed', () => {
    expect(daysOf([food], [], '2026-03-20', '2026-04-10')).toEqual([
      '2026-03-20',
      '2026-03-27',
      '2026-04-03',
      '2026-04-10',
    ])
  })

  it('are moved by a bank holiday, and say from which day and why', () => {
    expect(binDates([rubbish], [christmas], { from: '2026-12-20', to: '2027-01-10' })[0]?.dates).toEqual([
      { day: '2026-12-26', instead: { of: '2026-12-25', reason: 'Christmas Day' } },
      { day: '2027-01-08' },
    ])
  })

  it('are still shown when the day that they are moved from is over, and in order when they are moved past others', () => {
    expect(daysOf([rubbish], [christmas], '2026-12-26', '2026-12-31')).toEqual(['2026-12-26'])
    const late = { ...christmas, daysLater: 8 }
    expect(daysOf([food], [late], '2026-12-24', '2027-01-08')).toEqual([
      '2027-01-01',
      '2027-01-02',
      '2027-01-08',
    ])
    const early = { ...christmas, daysLater: -2 }
    expect(daysOf([food], [early], '2026-12-20', '2026-12-24')).toEqual(['2026-12-23'])
  })

  it('end with the season of a bin, and go on with the next one under the same bin', () => {
    const garden = { code: 'garden', bin: 'Brown bin', everyWeeks: 2 }
    const seasons = [
      { ...garden, first: '2026-11-06', last: '2026-11-20' },
      { ...garden, first: '2027-03-05' },
    ]
    const bins = binDates(seasons, [], { from: '2026-11-07', to: '2027-03-06' })
    expect(bins).toEqual([
      {
        code: 'garden',
        bin: 'Brown bin',
        dates: [{ day: '2026-11-20', isLast: true }, { day: '2027-03-05' }],
      },
    ])
  })

  it('say which is the last of a season, whether or not the season ends on that day', () => {
    const lastOf = (last: string) =>
      binDates([{ ...rubbish, last }], [christmas], {
        from: '2026-12-01',
        to: '2027-02-01',
      })[0]?.dates.filter(({ isLast }) => isLast)
    expect(lastOf('2026-12-11')).toEqual([{ day: '2026-12-11', isLast: true }])
    expect(lastOf('2026-12-24')).toEqual([{ day: '2026-12-11', isLast: true }])
    expect(lastOf('2026-12-25')).toMatchObject([{ day: '2026-12-26', isLast: true }])
    expect(lastOf('2027-03-01')).toEqual([])
  })
})

describe('rounds and bank holidays as authors write them', () => {
  it('are read with their days where the council is', () => {
    const item = { code: 'food', bin: 'Food', first: '2026-06-11T23:00:00Z', everyWeeks: 1 }
    expect(readCollections({ collections: [item, { code: 'x' }, { ...item, everyWeeks: 0 }] })).toEqual([
      { code: 'food', bin: 'Food', first: '2026-06-12', everyWeeks: 1 },
    ])
    expect(readCollections(undefined)).toEqual([])
  })

  it('move nothing where they do not say by how much, or say more than two weeks', () => {
    const entry = { sys: { id: 'c' }, title: 'Easter Monday', from: '2027-03-29T00:00:00Z' }
    expect(readChange({ ...entry, daysLater: 1 })).toEqual([
      { from: '2027-03-29', to: '2027-03-29', daysLater: 1, reason: 'Easter Monday' },
    ])
    for (const daysLater of [0, 15, '1', null]) expect(readChange({ ...entry, daysLater })).toEqual([])
  })
})
