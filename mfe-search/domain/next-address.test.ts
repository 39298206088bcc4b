import { aConfig, anAddress } from '../testing/builders.ts'
import {
  facetsOfTab,
  withAllCleared,
  withFacet,
  withFilter,
  withFilterCleared,
  withFilterToggled,
  withOptionTerm,
  withOrder,
  withPage,
  withPageSize,
  withTab,
  withTerm,
  withTermAsWritten,
} from './next-address.ts'

const here = anAddress({
  term: 'bins',
  orderBy: '-date,entryTitle',
  pageIndex: 3,
  pageSize: 50,
  filters: { topic: ['waste'], year: ['2024'] },
  hash: 'results',
})

describe('searched options (docs/decisions/0089)', () => {
  const sought = anAddress({ term: 'x', optionTerms: { topic: 'lib' } })

  test('stay while the visitor selects some of them, and end with another term or facet', () => {
    expect(withFilterToggled(aConfig, sought, 'topic', 'a').optionTerms).toEqual({ topic: 'lib' })
    expect(withOptionTerm(aConfig, sought, 'topic', ' ')).not.toHaveProperty('optionTerms')
    expect(withTerm(aConfig, sought, 'y')).not.toHaveProperty('optionTerms')
    expect(withFacet(aConfig, sought, 'news')).not.toHaveProperty('optionTerms')
    expect(withAllCleared(aConfig, sought)).not.toHaveProperty('optionTerms')
  })

  test('exist only for options from entries, and keep the page of results', () => {
    const there = withOptionTerm(aConfig, anAddress({ pageIndex: 3 }), 'topic', 'lib')
    expect(there).toMatchObject({ pageIndex: 3, optionTerms: { topic: 'lib' } })
    expect(withOptionTerm(aConfig, anAddress(), 'price', 'lib')).not.toHaveProperty('optionTerms')
  })
})

describe('next address (specification 4, Search)', () => {
  test('another term drops filters, order, page size and page, and keeps the facet', () => {
    expect(withTerm(aConfig, here, ' parks ')).toEqual(anAddress({ term: 'parks' }))
  })

  test('removing the term keeps everything but the page', () => {
    expect(withTerm(aConfig, here, '  ')).toEqual({ ...here, term: '', pageIndex: 0, hash: null })
  })

  test('a filter item is selected, and deselected when it is chosen again; the page is the first', () => {
    const selected = withFilterToggled(aConfig, here, 'topic', 'parks')
    expect(selected).toEqual({
      ...here,
      filters: { topic: ['parks', 'waste'], year: ['2024'] },
      pageIndex: 0,
      hash: null,
    })
    expect(withFilterToggled(aConfig, selected, 'topic', 'waste').filters['topic']).toEqual(['parks'])
  })

  test('an item of a filter with one selection takes the place of the other', () => {
    expect(withFilterToggled(aConfig, here, 'year', '2025').filters['year']).toEqual(['2025'])
    expect(withFilterToggled(aConfig, here, 'year', '2024').filters).toEqual({ topic: ['waste'] })
  })

  test('selections of the configuration can be removed and selected again', () => {
    const news = anAddress({ key: 'news' })
    const none = withFilterToggled(aConfig, news, 'status', 'open')
    expect(none.filters).toEqual({ status: [] })
    expect(withFilterToggled(aConfig, none, 'status', 'open')).toEqual(news)
  })

  test('an unknown filter changes only the page', () => {
    expect(withFilterToggled(aConfig, here, 'toString', 'x')).toEqual({ ...here, pageIndex: 0, hash: null })
  })

  test('a range is set as a whole, and dropped if it is invalid', () => {
    expect(withFilter(aConfig, here, 'price', ['5--10']).filters['price']).toEqual(['5--10'])
    expect(withFilter(aConfig, here, 'price', ['cheap']).filters).toEqual(here.filters)
  })

  test('one filter is cleared, or all of them', () => {
    expect(withFilterCleared(aConfig, here, 'topic').filters).toEqual({ year: ['2024'] })
    expect(withAllCleared(aConfig, here)).toEqual({ ...here, filters: {}, pageIndex: 0, hash: null })
    expect(withAllCleared(aConfig, anAddress({ key: 'news' })).filters).toEqual({ status: [] })
  })

  test('another page keeps everything else', () => {
    expect(withPage(aConfig, here, 7)).toEqual({ ...here, pageIndex: 7, hash: null })
    expect(withPage(aConfig, here, -1).pageIndex).toBe(0)
  })

  test('another page size or order begins on the first page, and is one of those allowed', () => {
    expect(withPageSize(aConfig, here, 100)).toEqual({ ...here, pageSize: 100, pageIndex: 0, hash: null })
    expect(withPageSize(aConfig, here, 99).pageSize).toBeNull()
    expect(withOrder(aConfig, here, 'entryTitle')).toEqual({
      ...here,
      orderBy: 'entryTitle',
      pageIndex: 0,
      hash: null,
    })
    expect(withOrder(aConfig, here, '').orderBy).toBeNull()
    expect(withOrder(aConfig, here, 'secret').orderBy).toBeNull()
  })

  test('a term as it is written stays so on every page of it, until there is another term', () => {
    const asWritten = withTermAsWritten(aConfig, anAddress({ term: 'bibs', pageIndex: 2 }))
    expect(asWritten).toEqual(anAddress({ term: 'bibs', asWritten: true }))
    expect(withPage(aConfig, asWritten, 1).asWritten).toBe(true)
    expect(withFacet(aConfig, asWritten, 'news').asWritten).toBe(true)
    expect(withTerm(aConfig, asWritten, 'bins').asWritten).toBeUndefined()
    expect(withTerm(aConfig, asWritten, '').asWritten).toBeUndefined()
  })

  test('another facet has the term and the grouped filters that it has too, and its own default for the rest', () => {
    expect(withFacet(aConfig, here, 'news')).toEqual(
      anAddress({ key: 'news', term: 'bins', filters: { topic: ['waste'] } }),
    )
    expect(withFacet(aConfig, here, 'venues')).toEqual(anAddress({ key: 'venues', term: 'bins' }))
    expect(withFacet(aConfig, here, 'valueOf').key).toBe('everything')
  })

  test('a tab shows the facet that was shown there, else its default, else its first', () => {
    expect(withTab(aConfig, anAddress({ key: 'venues' }), 'all').key).toBe('everything')
    expect(withTab(aConfig, anAddress({ key: 'venues' }), 'all', 'news').key).toBe('news')
    expect(withTab(aConfig, anAddress({ key: 'news' }), 'places', 'news').key).toBe('venues')
    expect(withTab(aConfig, anAddress({ key: 'news' }), 'nowhere').key).toBe('news')
  })

  test('a facet without a tab belongs to the first', () => {
    expect(
      facetsOfTab({ ...aConfig, facets: { ...aConfig.facets, more: { title: 'More' } } }, 'all'),
    ).toEqual(['everything', 'news', 'more'])
  })
})
