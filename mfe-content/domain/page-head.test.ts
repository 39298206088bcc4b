import type { RouteState } from '@tessera/shared/contract'
import { fixtures } from '../fixtures/fixtures.ts'
import { pageHead } from './page-head.ts'
import { describePage } from './structured-data.ts'

const PLACE = { path: '/a', language: 'en-GB' }

const headOf = (view: string) => {
  const { state } = fixtures.find((fixture) => fixture.view === view)!
  return pageHead(view, state['routing'] as RouteState, 'en-GB')
}
const kinds = (view: string) => headOf(view).jsonLd?.map((data) => data['@type'])

describe('metadata of a page', () => {
  it.each([
    ['home', ['WebSite']],
    ['landing', ['BreadcrumbList']],
    ['content', ['BreadcrumbList']],
    ['news', ['NewsArticle', 'BreadcrumbList']],
    ['event', ['Event', 'BreadcrumbList']],
    ['venue', ['Library', 'BreadcrumbList']],
    ['councillor', ['Person', 'BreadcrumbList']],
    ['document', ['DigitalDocument', 'BreadcrumbList']],
  ])('describes a %s page as %j', (view, expected) => {
    expect(kinds(view)).toEqual(expected)
  })

  it('is an article for social cards only when it is news', () => {
    expect([headOf('news').openGraphType, headOf('event').openGraphType]).toEqual(['article', 'website'])
  })

  it('says when and where an event is', () => {
    expect(headOf('event').jsonLd?.[0]).toMatchObject({
      startDate: '2026-11-28T15:00:00Z',
      endDate: '2026-11-28T18:30:00Z',
      location: { '@type': 'Place', name: 'Weirside Library' },
    })
  })

  it('numbers the breadcrumb from 1', () => {
    expect(headOf('content').jsonLd?.at(-1)?.['itemListElement']).toMatchObject([
      { position: 1, item: '/' },
      { position: 2 },
      { position: 3 },
    ])
  })

  it('tells search engines how to search the site', () => {
    expect(headOf('home').jsonLd?.[0]?.['potentialAction']).toEqual({
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: '/search?term={search_term_string}' },
      'query-input': 'required name=search_term_string',
    })
  })

  it('says who a councillor is and how to reach them', () => {
    expect(headOf('councillor').jsonLd?.[0]).toMatchObject({
      memberOf: { '@type': 'PoliticalParty' },
      email: expect.stringContaining('@') as string,
    })
  })

  it.each([
    ['Free', { isAccessibleForFree: true }],
    ['£4.50', { offers: { '@type': 'Offer', price: '4.50', priceCurrency: 'GBP' } }],
    ['£4, or £2 for children', {}],
  ])('says of the price %p no more than is in it', (price, expected) => {
    const { isAccessibleForFree, offers } = describePage('event', { title: 'A', price }, PLACE) ?? {}
    expect(JSON.parse(JSON.stringify({ isAccessibleForFree, offers }))).toEqual(expected)
  })

  it('holds no empty value, whatever an entry lacks', () => {
    for (const view of ['home', 'news', 'event', 'venue', 'councillor', 'document']) {
      const bare = describePage(view, { title: 'A', address: [], roles: [] }, PLACE)
      expect(JSON.stringify(bare)).not.toMatch(/null|""|\[\]|\{\}/)
    }
  })
})
