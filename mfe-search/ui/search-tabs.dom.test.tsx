import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import type { FacetState, TabState } from '../domain/search-state.ts'
import { aFacet } from '../testing/a-search.ts'
import { aPage } from '../testing/a-view.tsx'

const counted = (title: string, tabId: string, totalCount: number) =>
  aFacet({
    title,
    tabId,
    preloaded: true,
    results: [],
    pagingInfo: { ...aFacet().pagingInfo, pagesLoaded: [], totalCount },
  })
const tabs: readonly TabState[] = [
  { id: 'all', label: 'Everything', facets: ['all'], totalCount: 4 },
  {
    id: 'people',
    label: 'People and places',
    defaultFacet: 'venues',
    facets: ['venues', 'councillors'],
    totalCount: null,
  },
]
/** The tab of people and places, with so many venues and councillors. */
function tabOf(venues: number, councillors: number, currentFacet?: string) {
  const [all, people] = tabs as readonly [TabState, TabState]
  const others = {
    venues: counted('Places', 'people', venues),
    councillors: counted('Councillors', 'people', councillors),
  }
  const totalCount = venues + councillors
  const shown = [all, { ...people, totalCount, ...(currentFacet !== undefined && { currentFacet }) }]
  const { unmount } = render(aPage({ tabs: shown, others }).page())
  const kinds = within(screen.getByRole('navigation', { name: 'Kinds of results' }))
  const link = kinds.getByRole('link', { name: /^People and places/ })
  const [href, text] = [link.getAttribute('href'), link.textContent]
  unmount()
  return { href, text }
}
const leadsTo = (...counts: Parameters<typeof tabOf>) => tabOf(...counts).href

describe('a tab with several kinds of results', () => {
  test('leads to its first kind that has results for the term, not to an empty one', () => {
    expect(leadsTo(0, 1)).toBe('/search/councillors?term=bins')
    expect(leadsTo(0, 1, 'venues')).toBe('/search/councillors?term=bins')
    expect(leadsTo(1, 0, 'councillors')).toBe('/search/venues?term=bins')
  })

  test('leads to the kind that was shown there, else to its usual one, where that has results or none has', () => {
    expect(leadsTo(2, 1)).toBe('/search/venues?term=bins')
    expect(leadsTo(2, 1, 'councillors')).toBe('/search/councillors?term=bins')
    expect(leadsTo(0, 0)).toBe('/search/venues?term=bins')
  })
})

test('a tab with several kinds of results has a number where its link leads to that many (docs/decisions/0103)', () => {
  for (const [venues, councillors, currentFacet, number] of [
    [16, 30, undefined, ''],
    [16, 30, 'councillors', ''],
    [16, 0, undefined, '16'],
    [0, 30, undefined, '30'],
    [0, 0, undefined, '0'],
  ] as const)
    expect(tabOf(venues, councillors, currentFacet).text).toBe(`People and places ${number}`)
})

describe('where nothing was found', () => {
  test('what was found elsewhere has the names that its tabs have', () => {
    const pagingInfo = { ...aFacet().pagingInfo, totalCount: 0 }
    const services = { id: 'services', label: 'Services', facets: ['services'], totalCount: 3 }
    const others = {
      services: counted('Services and information', 'services', 3),
      venues: counted('Places', 'people', 0),
      councillors: counted('Councillors', 'people', 1),
    }
    render(aPage({ tabs: [...tabs, services], others, facet: { results: [], pagingInfo } }).page())
    const elsewhere = screen.getByRole('heading', { name: 'Found elsewhere' }).nextElementSibling!
    expect([...elsewhere.children].map(({ textContent }) => textContent)).toEqual([
      'Services (3)',
      'Councillors (1)',
    ])
  })

  test('the words that may have been meant lead to the first tab, unless it has nothing or is there already', () => {
    const none = (correctedTerm?: string) =>
      aFacet({
        results: [],
        pagingInfo: { ...aFacet().pagingInfo, totalCount: 0 },
        ...(correctedTerm !== undefined && { correctedTerm }),
      })
    const uncounted = aFacet({ results: [], pagingInfo: { ...aFacet().pagingInfo, pagesLoaded: [] } })
    const meant = (currentFacet: string, all: FacetState, correctedTerm?: string) => {
      const facets = { all, venues: none(correctedTerm), councillors: uncounted }
      const { unmount } = render(aPage({ tabs, currentFacet, term: 'recyling' }).page({ facets }))
      const link = screen.queryByText('Did you mean:')?.querySelector('a')
      unmount()
      return link && [link.textContent, link.getAttribute('href')]
    }
    const there = ['recycling', '/search?term=recycling']
    expect(meant('venues', uncounted, 'recycling')).toEqual(there)
    expect(meant('venues', counted('All', 'all', 11), 'recycling')).toEqual(there)
    expect(meant('venues', counted('All', 'all', 0), 'recycling')).toBeUndefined()
    expect(meant('venues', uncounted)).toBeUndefined()
    expect(meant('all', none('recycling'), 'recycling')).toBeUndefined()
  })
})
