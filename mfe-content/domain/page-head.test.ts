import type { RouteState } from '@tessera/shared/contract'
import { fixtures } from '../fixtures/fixtures.ts'
import { pageHead } from './page-head.ts'

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
})
