import { fromQuery, toUrl } from './page-url.ts'

describe('address of a search (specification 2, Search pages)', () => {
  test.each([
    { term: 'bins & "waste"', pageIndex: 0 },
    { term: 'tŷ', pageIndex: 4 },
    { term: '', pageIndex: 0 },
  ])('%j comes back as it went', (address) => {
    const query = new URL(toUrl('/search', address), 'http://x').searchParams
    expect(fromQuery(Object.fromEntries(query))).toEqual(address)
  })

  test('counts pages from 1 and sorts its keys', () => {
    expect(toUrl('/search', { term: 'a b', pageIndex: 1 })).toBe('/search?pageIndex=2&term=a+b')
  })

  test.each(['0', '-1', '1.5', 'x', '', '99999999', '1e3', '٣'])('page %j is the first page', (pageIndex) => {
    expect(fromQuery({ pageIndex }).pageIndex).toBe(0)
  })
})
