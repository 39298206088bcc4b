import {
  pageHref,
  listingQuery,
  pageCountOf,
  readListedTypes,
  readOrder,
  readPageNumber,
} from './listing-query.ts'

const at = { language: 'cy', pageNumber: 3 }

describe('listings (specification 2, Search pages)', () => {
  it.each([
    [undefined, 1],
    ['', 1],
    ['0', 1],
    ['2', 2],
    ['-1', 1],
    ['1.5', 1],
    ['x', 1],
    ['9999999', 1],
    ['1e3', 1],
    [' 2', 1],
  ])('reads page index %j as page %d', (parameter, page) => {
    expect(readPageNumber(parameter)).toBe(page)
  })

  it.each([
    [0, 1],
    [1, 1],
    [20, 1],
    [21, 2],
    [112, 6],
    [1_000_000, 500],
  ])('has, for %d entries, %d pages', (total, pages) => {
    expect(pageCountOf(total)).toBe(pages)
  })

  it('asks for one page of one type in one language, and only for what its cards show', () => {
    expect(listingQuery({ listedType: 'councillor', orderBy: ['title'] }, at)).toEqual({
      where: [
        { field: 'sys.contentTypeId', equalTo: 'councillor' },
        { field: 'sys.language', equalTo: 'cy' },
      ],
      orderBy: ['title'],
      pageIndex: 2,
      pageSize: 20,
      fields: ['entryTitle', 'entryDescription', 'sys.properties', 'photo', 'party', 'ward'],
      fieldLinkDepths: { photo: 1 },
    })
  })

  it('leaves out events that are over', () => {
    expect(listingQuery({ listedType: 'event', orderBy: [] }, at)?.where).toContainEqual({
      field: 'dates.to',
      greaterThanOrEqualTo: 'now()',
    })
  })

  it('lists several types together', () => {
    expect(listingQuery({ listedType: 'venue, event', orderBy: [] }, at)?.where[0]).toEqual({
      field: 'sys.contentTypeId',
      in: ['venue', 'event'],
    })
  })

  it('asks nothing where no type is named', () => {
    expect(listingQuery({ listedType: ' ', orderBy: [] }, at)).toBeNull()
  })

  it.each([
    ['-publishedDate', ['-publishedDate']],
    ['+a, -b.c', ['a', '-b.c']],
    [['title'], ['title']],
    [undefined, []],
    ['a;drop', []],
  ])('reads the order %j', (field, order) => {
    expect(readOrder(field)).toEqual(order)
  })

  it('reads type ids only', () => {
    expect(readListedTypes('news, ev ent,,x-y,venue')).toEqual(['news', 'venue'])
  })
})

test('the first page of a listing has the listing’s own address', () => {
  expect([pageHref('/news', 1), pageHref('/news', 2)]).toEqual(['/news', '/news?pageIndex=2'])
})
