import { exactConditions, readStreetQuery, streetConditions } from './street-query.ts'

describe('what a visitor writes of where they live', () => {
  it.each([
    ['LK2 4XG', { outward: 'LK2', inward: '4XG' }],
    ['lk24xg', { outward: 'LK2', inward: '4XG' }],
    ['  lk2   4 ', { outward: 'LK2', inward: '4' }],
    ['LK24', { outward: 'LK24', inward: '' }],
    ['12 Eel Row, Larkmoor LK2 4XG', { outward: 'LK2', inward: '4XG' }],
  ])('%p is a postcode', (written, postcode) => {
    expect(readStreetQuery(written)).toEqual({ postcode, words: [] })
  })

  it.each([
    ['Eel Row', ['eel', 'row']],
    ['12 EEL ROW, Larkmoor', ['eel', 'row']],
    ['12a, Eel  Row', ['eel', 'row']],
    ['St Oswin’s Rd', ['st', 'oswin', 'rd']],
    ['Lôn Las', ['lôn', 'las']],
    [' , ', []],
    ['14', []],
  ])('%p is the name of a street: %j', (written, words) => {
    expect(readStreetQuery(written)).toEqual({ words })
  })

  it('looks for all streets of a postcode’s sector, of which those with the very postcode are meant', () => {
    const query = readStreetQuery('lk24xg')
    expect(streetConditions(query)).toEqual([{ or: [{ field: 'postcodes', startsWith: 'LK2 4' }] }])
    expect(exactConditions(query)).toEqual([{ field: 'postcodes', equalTo: 'LK2 4XG' }])
    for (const written of ['LK2 4', 'LK24', 'Eel Row'])
      expect(exactConditions(readStreetQuery(written))).toBeNull()
  })

  it('takes “LK24” for a district and for a sector', () => {
    expect(streetConditions(readStreetQuery('LK24'))).toEqual([
      {
        or: [
          { field: 'postcodes', startsWith: 'LK24 ' },
          { field: 'postcodes', startsWith: 'LK2 4' },
        ],
      },
    ])
  })

  it('looks for each word as it is written, in full, and without the s of an apostrophe that was left out', () => {
    const forms = (written: string) =>
      streetConditions(readStreetQuery(written))?.map(({ or }) => [
        ...new Set((or as readonly { readonly contains: string }[]).map(({ contains }) => contains)),
      ])
    expect(forms('Oswins Rd')).toEqual([
      ['oswins', 'oswin'],
      ['rd', 'road'],
    ])
    expect(streetConditions(readStreetQuery('14'))).toBeNull()
  })
})
