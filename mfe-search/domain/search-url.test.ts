import { aConfig, anAddress } from '../testing/builders.ts'
import type { SearchAddress, SearchRoute } from './search-address.ts'
import { fromUrl, sharedSearch, toUrl } from './search-url.ts'

const searchPage: SearchRoute = { context: 'facets', path: '/search', hasParts: true }
const listingPage: SearchRoute = { context: 'listings', path: '/planning', key: 'planning' }

/** Reads a URL of the site, taken apart as the shell does it. */
function read(url: string, searchRoute = searchPage) {
  const { pathname, searchParams, hash } = new URL(url, 'http://site')
  const [facet, contentTypeId] = pathname.slice(searchRoute.path.length).split('/').filter(Boolean)
  const query = Object.fromEntries([...searchParams].toReversed())
  return fromUrl(aConfig, searchRoute, {
    params: { ...(facet ? { facet } : {}), ...(contentTypeId ? { contentTypeId } : {}) },
    query,
    hash,
  })
}

describe('URL of a search (specification 2, Search pages)', () => {
  const pairs: readonly (readonly [string, Partial<SearchAddress>, SearchRoute?])[] = [
    ['/search', {}],
    ['/search?term=a+%26+%22b%22', { term: 'a & "b"' }],
    ['/search?term=t%C5%B7', { term: 'tŷ' }],
    ['/search?orderBy=-date,entryTitle', { orderBy: '-date,entryTitle' }],
    ['/search?orderBy=entryTitle&term=x', { orderBy: 'entryTitle', term: 'x' }],
    ['/search?pageIndex=2', { pageIndex: 1 }],
    ['/search?pageSize=50', { pageSize: 50 }],
    ['/search?topic=a,b', { filters: { topic: ['a', 'b'] } }],
    ['/search?topic=100%2525,a%252Cb', { filters: { topic: ['100%', 'a,b'] } }],
    [
      '/search?price=10--20&topic=t&year=2024',
      { filters: { topic: ['t'], year: ['2024'], price: ['10--20'] } },
    ],
    ['/search?date=2026-01-01--', { filters: { date: ['2026-01-01--'] } }],
    ['/search?topic=a&topic-find=t%C5%B7', { filters: { topic: ['a'] }, optionTerms: { topic: 'tŷ' } }],
    ['/search/news', { key: 'news' }],
    ['/search/news?status=', { key: 'news', filters: { status: [] } }],
    ['/search/news?status=closed,open', { key: 'news', filters: { status: ['closed', 'open'] } }],
    ['/search/venues?near=52.1+-2.7+5km', { key: 'venues', filters: { near: ['52.1 -2.7 5km'] } }],
    ['/search/everything/event,news?term=x', { term: 'x', filters: { contentTypeId: ['event', 'news'] } }],
    ['/search?term=x#results', { term: 'x', hash: 'results' }],
    ['/search#a%20b', { hash: 'a b' }],
    ['/planning', { context: 'listings', key: 'planning' }, listingPage],
    ['/planning?ward=w1', { context: 'listings', key: 'planning', filters: { ward: ['w1'] } }, listingPage],
    ['/planning?listingType=jobs', { context: 'listings', key: 'jobs' }, listingPage],
    ['/find?facet=news', { key: 'news' }, { context: 'facets', path: '/find' }],
    [
      '/find?contentTypeId=news',
      { filters: { contentTypeId: ['news'] } },
      { context: 'facets', path: '/find' },
    ],
    [
      '/reading?listingType=planning',
      { context: 'listings', key: 'planning' },
      { context: 'listings', path: '/reading', composition: 'reading' },
    ],
    [
      '/reading',
      { context: 'listings', key: 'jobs' },
      { context: 'listings', path: '/reading', composition: 'reading' },
    ],
    ['/?term=x', { term: 'x' }, { context: 'facets', path: '/' }],
  ]

  test.each(pairs.map(([url, change, searchRoute = searchPage]) => [url, change, searchRoute] as const))(
    '%s is %j and back',
    (url, change, searchRoute) => {
      const address = anAddress(change)
      expect(toUrl(aConfig, address, searchRoute)).toBe(url)
      expect(read(url, searchRoute)).toEqual(address)
    },
  )

  test.each([
    ['/search/unknown', '/search'],
    ['/search/constructor?toString=1&__proto__=2', '/search'],
    ['/search?facet=news', '/search/news'],
    ['/search/news?facet=everything', '/search'],
    ['/search?orderBy=-secret', '/search'],
    ['/search?orderBy=entryTitle', '/search'],
    ['/search?pageSize=20', '/search'],
    ['/search?pageSize=99', '/search'],
    ['/search?pageIndex=1', '/search'],
    ['/search?unknown=1&topic=', '/search'],
    ['/search?topic=b,a,,b, a ', '/search?topic=a,b'],
    ['/search?year=2024,2025', '/search?year=2024'],
    ['/search?year=soon', '/search'],
    ['/search?price=1--2--3', '/search'],
    ['/search?price=--', '/search'],
    ['/search?price=5', '/search'],
    ['/search?price=1--x', '/search'],
    ['/search?price-from=5&price-to=7', '/search?price=5--7'],
    ['/search?price-to=7', '/search?price=--7'],
    ['/search?price=1--2&price-from=5', '/search?price=1--2'],
    ['/search?topic-from=5', '/search'],
    ['/search?date=2026-02-31--2026-03-01', '/search'],
    ['/search?hidden=other', '/search'],
    ['/search?contentTypeId=news,bogus', '/search/everything/news'],
    ['/search/news?status=open', '/search/news'],
    ['/search/news?status=bogus', '/search/news'],
    ['/search/venues?near=here', '/search/venues'],
    ['/search?term=+++', '/search'],
    ['/search#', '/search'],
    ['/search#%', '/search#%25'],
  ])('%s is understood as %s: what is unknown or malformed is ignored', (url, expected) => {
    expect(toUrl(aConfig, read(url), searchPage)).toBe(expected)
  })

  test.each(['0', '-1', '1.5', 'x', '', '1e3', '٣', '12345678901234567'])(
    'page %j is the first page',
    (pageIndex) => {
      expect(fromUrl(aConfig, searchPage, { query: { pageIndex } }).pageIndex).toBe(0)
    },
  )

  test('a page beyond the first 10,000 results becomes the last one within them', () => {
    expect(read('/search?pageIndex=999999').pageIndex).toBe(499)
    expect(read('/search?pageIndex=999999&pageSize=100').pageIndex).toBe(99)
  })

  test('a term is cut at the maximum length, never within a character', () => {
    expect(read(`/search?term=${'x'.repeat(5000)}`).term).toHaveLength(200)
    expect(read(`/search?term=${'x'.repeat(199)}😀`).term).toBe('x'.repeat(199))
  })

  test('a filter has fifty keys at most', () => {
    const keys = Array.from({ length: 80 }, (_, index) => `k${index}`).join(',')
    expect(read(`/search?topic=${keys}`).filters['topic']).toHaveLength(50)
  })

  test('texts that are not well-formed Unicode are repaired', () => {
    const address = anAddress({ term: 'a\uD800b', hash: '\uDC00', filters: { topic: ['\uD800'] } })
    expect(toUrl(aConfig, address, searchPage)).toBe('/search?term=a%EF%BF%BDb&topic=%EF%BF%BD#%EF%BF%BD')
  })

  test('a content type that cannot be part of a path is a parameter', () => {
    const config = {
      facets: { all: { title: 'All', filters: { contentTypeId: { title: 'Kind', fieldId: 'k' } } } },
    }
    const address = anAddress({ key: 'all', filters: { contentTypeId: ['a/b'] } })
    expect(toUrl(config, address, searchPage)).toBe('/search?contentTypeId=a%2Fb')
  })

  test('options are sought by signs as they are written', () => {
    const sought = (text: string) =>
      fromUrl(aConfig, searchPage, { query: { 'topic-find': text } }).optionTerms
    expect(sought(' What’s on? ')).toEqual({ topic: 'What’s on?' })
    const address = anAddress({ optionTerms: { topic: 'a*b' } })
    expect(toUrl(aConfig, address, searchPage)).toBe('/search?topic-find=a*b')
  })

  test('a configuration without anything has an address too', () => {
    const nothing = fromUrl({}, searchPage, { query: { term: 'x', facet: 'y' } })
    expect(nothing).toEqual(anAddress({ key: '', term: 'x' }))
    expect(toUrl({}, nothing, searchPage)).toBe('/search?term=x')
  })
})

test('properties that an old library has added to every object are not parameters', () => {
  Object.assign(Object.prototype, { isBlank: () => false })
  try {
    const address = anAddress({ filters: { topic: ['a'] }, optionTerms: { topic: 't' } })
    expect(toUrl(aConfig, address, searchPage)).toBe('/search?topic=a&topic-find=t')
  } finally {
    Reflect.deleteProperty(Object.prototype, 'isBlank')
  }
})

describe('the query that a search keeps in another language', () => {
  const kept = (url: string, searchRoute = searchPage, params = {}) =>
    sharedSearch(aConfig, read(url, searchRoute), searchRoute, params)

  it('has term, filters, order and size, but no page: a list is shorter where less is translated', () => {
    expect(kept('/search?pageIndex=3&pageSize=50&term=t%C5%B7&topic=b,a&utm_source=x')).toBe(
      '?pageSize=50&term=t%C5%B7&topic=a,b',
    )
    expect(kept('/planning?listingType=jobs&pageIndex=2', { context: 'listings', path: '/planning' })).toBe(
      '?listingType=jobs',
    )
    expect(kept('/search')).toBe('')
  })

  it('leaves out what the path of the translation names too', () => {
    expect(kept('/search/news?status=closed,open', searchPage, { facet: 'news' })).toBe('?status=closed,open')
    expect(kept('/search?facet=news&status=closed,open')).toBe('?facet=news&status=closed,open')
  })
})
