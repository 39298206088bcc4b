import { pageHref, pager } from './pagination.ts'

const shape = (current: number, count: number) =>
  pager('/news', current, count)
    ?.items.map((item) => ('gap' in item ? '…' : item.isCurrent ? `[${item.page}]` : String(item.page)))
    .join(' ')

describe('the pager of a listing', () => {
  it.each([
    [1, 2, '[1] 2'],
    [1, 6, '[1] 2 … 6'],
    [3, 6, '1 2 [3] 4 5 6'],
    [4, 9, '1 2 3 [4] 5 … 9'],
    [5, 9, '1 … 4 [5] 6 … 9'],
    [9, 9, '1 … 8 [9]'],
  ])('on page %d of %d is %s', (current, count, expected) => {
    expect(shape(current, count)).toBe(expected)
  })

  it('is absent on a single page', () => {
    expect(pager('/news', 1, 1)).toBeNull()
  })

  it('leads nowhere before the first and after the last page', () => {
    expect(pager('/news', 1, 2)).toMatchObject({ previous: null, next: '/news?pageIndex=2' })
    expect(pager('/news', 2, 2)).toMatchObject({ previous: '/news', next: null })
  })

  it('gives the first page the listing’s own address', () => {
    expect([pageHref('/news', 1), pageHref('/news', 2)]).toEqual(['/news', '/news?pageIndex=2'])
  })
})
