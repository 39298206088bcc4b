import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import { catalogues } from '../messages/index.ts'
import type { FacetState } from '../domain/search-state.ts'
import { aFacet, aFilter, aSearch } from '../testing/a-search.ts'
import { aPage } from '../testing/a-view.tsx'
import { SearchPage } from './search-page.tsx'

const found = aFacet({
  results: [
    {
      id: '1',
      contentTypeId: 'page',
      title: 'Bins <b>now</b>',
      summary: 'When we collect bins',
      path: '/bins',
    },
  ],
  pagingInfo: {
    pageCount: 3,
    pageIndex: 1,
    pageSize: 10,
    totalCount: 21,
    pagesLoaded: [1],
    prevPageIndex: 0,
    isLoading: false,
  },
})
const show = (facet: Partial<FacetState> = {}, language = 'en-GB') =>
  render(
    <SearchPage
      search={aSearch({ term: 'bins <b>', facets: { all: { ...found, ...facet } } })}
      route={{ context: 'facets', path: '/search', hasParts: true }}
      here="/search?term=bins"
      actions={{ go: () => {}, opened: () => {}, typed: () => {}, recentCleared: () => {} }}
      messages={catalogues[language]!}
    />,
  )

describe('search page', () => {
  test('has a form that searches by itself, with the term in its box', () => {
    show()
    const box = screen.getByRole('combobox', { name: 'Search this site' })
    expect(box).toHaveValue('bins <b>')
    expect(box).toHaveAttribute('name', 'term')
    expect(box.closest('form')).toHaveAttribute('action', '/search')
  })

  test('says how many results there are and which are shown', () => {
    show()
    expect(screen.getByRole('heading', { name: '21 results, showing 11 to 11' })).toBeVisible()
  })

  test('links to each result, its markup shown as text and the words marked', () => {
    show()
    const link = screen.getAllByRole('link').find((each) => each.textContent === 'Bins <b>now</b>')!
    expect(link).toHaveAttribute('href', '/bins')
    expect(within(link).getAllByText(/bins/i)[0]!.tagName).toBe('MARK')
    expect(link.querySelector('b')).toBeNull()
  })

  test('marks a single letter of the term only where it is a word of its own', () => {
    const [card] = found.results
    show({
      correctedTerm: 'plan b',
      results: [{ ...card!, title: 'Plan B', summary: 'Before bins, big buses' }],
    })
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
      'Plan',
      'B',
    ])
  })

  test('marks other forms of the words, in the language of the page, and nothing inside words', () => {
    const [card] = found.results
    const results = [{ ...card!, title: 'Libraries: a librarian', summary: 'Dreth' }]
    const marks = () => [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
    const { unmount } = show({ correctedTerm: 'library treth', results })
    expect(marks()).toEqual(['Libraries'])
    unmount()
    show({ correctedTerm: 'library treth', results }, 'cy')
    expect(marks()).toEqual(['Dreth'])
  })

  test('shows featured results above the others, under a heading of their own', () => {
    const page = { contentTypeId: 'page', path: '/waste' }
    show({ featuredResults: [{ ...page, id: '9', title: 'Waste and bins' }] })
    const featured = screen.getByRole('region', { name: 'Recommended' })
    expect(within(featured).getByRole('link', { name: 'Waste and bins' })).toHaveAttribute('href', '/waste')
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links.indexOf('/waste')).toBeLessThan(links.indexOf('/bins'))
  })

  test('shows featured results where there are no others, and does not say that nothing was found', () => {
    const waste = { id: '9', contentTypeId: 'page', path: '/waste', title: 'Waste and bins' }
    const pagingInfo = { ...found.pagingInfo, totalCount: 0, pageCount: 0, pageIndex: 0 }
    show({ results: [], featuredResults: [waste], pagingInfo })
    expect(screen.getByRole('heading', { name: '1 result' })).toBeVisible()
    const featured = screen.getByRole('region', { name: 'Recommended' })
    expect(within(featured).getByRole('link', { name: 'Waste and bins' })).toHaveAttribute('href', '/waste')
    expect(screen.queryByText(/Nothing was found|Check the spelling/)).toBeNull()
  })

  test('does not say of a page within the results, whose entries have no titles, that it is not there', () => {
    const untitled = { ...found.pagingInfo, pageIndex: 0, pagesLoaded: [0] }
    show({ results: [], pagingInfo: untitled })
    expect(screen.getByRole('heading', { name: /nothing to show here/ })).toBeVisible()
    expect(screen.getByRole('navigation', { name: 'Pages of results' })).toBeVisible()
  })

  test('offers orders where there is more than one result to put in order', () => {
    const sortOptions = ['', 'title'].map((orderBy) => ({ title: `By ${orderBy}`, orderBy }))
    const of = (totalCount: number) => ({
      sortOptions,
      answeredTerm: 'bins',
      pagingInfo: { ...found.pagingInfo, pageIndex: 0, pagesLoaded: [0], totalCount },
    })
    const { unmount } = show(of(1))
    expect(screen.queryByRole('navigation', { name: 'Sort by' })).toBeNull()
    unmount()
    show(of(2))
    expect(screen.getByRole('navigation', { name: 'Sort by' })).toBeVisible()
  })

  test.each(['near', 'list'] as const)(
    'orders by distance where a place is chosen, also in a filter shown as %s',
    (view) => {
      const sortOptions = ['location', 'entryTitle'].map((orderBy) => ({ title: orderBy, orderBy }))
      const items = [{ key: '52.1 -1.9 5mi', title: 'Around Hollin Cross', isSelected: true }]
      const near = aFilter({ view, fieldId: 'location', fieldOperator: 'distanceWithin', items })
      const queryParams = { ...found.queryParams, orderBy: ['entryTitle'] }
      const orders = () =>
        within(screen.getByRole('navigation', { name: 'Sort by' }))
          .getAllByRole('link')
          .map((link) => [link.textContent, link.getAttribute('aria-current')])
      const { unmount } = show({ sortOptions, queryParams, filters: { near } })
      expect(orders()).toEqual([
        ['location', 'true'],
        ['entryTitle', null],
      ])
      unmount()
      const byDate = { title: 'date', orderBy: 'date' }
      const nowhere = { ...near, items: [{ ...items[0]!, isSelected: false }] }
      show({ sortOptions: [...sortOptions, byDate], queryParams, filters: { near: nowhere } })
      expect(orders()).toEqual([
        ['entryTitle', 'true'],
        ['date', null],
      ])
    },
  )

  test('groups results by months, those without dates at the end and without a heading', () => {
    const event = { contentTypeId: 'event', title: 'Fair', path: '/fair', dates: { from: '2026-05-02' } }
    const page = { contentTypeId: 'page', title: 'Market', path: '/market' }
    show({
      layout: 'months',
      results: [
        { ...page, id: '1' },
        { ...event, id: '2' },
      ],
    })
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'May 2026',
    ])
    expect(screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      'Fair',
      'Market',
    ])
  })

  test('has no heading for featured results where there are none', () => {
    show()
    expect(screen.queryByRole('region', { name: 'Recommended' })).toBeNull()
  })

  test('links to every other page of results and marks its own', () => {
    show()
    const pages = screen.getByRole('navigation', { name: 'Pages of results' })
    expect(within(pages).getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page')
    expect(within(pages).getByRole('link', { name: 'Previous' })).toHaveAttribute(
      'href',
      '/search?term=bins+%3Cb%3E',
    )
    expect(within(pages).getByRole('link', { name: 'Next' })).toHaveAttribute(
      'href',
      '/search?pageIndex=3&term=bins+%3Cb%3E',
    )
    expect(within(pages).getByRole('link', { name: 'Page 3' })).toHaveAttribute(
      'href',
      '/search?pageIndex=3&term=bins+%3Cb%3E',
    )
  })

  test('reads another page of results from its start; one more page below leaves the visitor where they are', () => {
    const { container, unmount } = show()
    expect(container.querySelector('[data-scroll-target] [data-focus-fallback]')).toHaveTextContent(
      '21 results',
    )
    const top = () => [...container.querySelectorAll('[data-scroll="top"] a')].map((link) => link.textContent)
    expect(top()).toEqual(['Previous', '1', '2', '3', 'Next'])
    unmount()
    const more = show({ queryParams: { ...found.queryParams, loadMorePaging: true } })
    const link = screen.getByRole('link', { name: 'Show more results' })
    expect(link).toHaveAttribute('data-focus-key', 'more')
    expect(more.container.querySelector('[data-scroll="top"]')).toBeNull()
  })

  test('keeps results, filters and tabs on the screen while others are on their way', () => {
    const reset = { ...found.pagingInfo, pagesLoaded: [] }
    show({ pagingInfo: reset, entries: { isLoading: true, isError: false } })
    expect(screen.getByRole('heading', { name: /21 results/ })).toBeVisible()
    expect(screen.getByRole('region', { name: /21 results/ })).toHaveAttribute('aria-busy', 'true')
  })

  test('says nothing of results that are asked for again after a failure', () => {
    show({
      results: [],
      pagingInfo: { ...found.pagingInfo, totalCount: 0, pagesLoaded: [] },
      entries: { isLoading: true, isError: false },
    })
    expect(screen.queryByText(/Nothing was found/)).toBeNull()
  })

  test('says whose results they are when the term was misspelt, with a link to the words as they are written', () => {
    show({ correctedTerm: 'bins' })
    expect(screen.getByText(/Your words “bins <b>” may be misspelt/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'bins' })).toHaveAttribute('href', '/search?term=bins')
    expect(screen.getByRole('link', { name: 'Search instead for “bins <b>”' })).toHaveAttribute(
      'href',
      '/search?asWritten=true&term=bins+%3Cb%3E',
    )
  })

  test('shows a note when results have only some of the words', () => {
    show({ isLoose: true })
    expect(screen.getByText(/^No page has all of your words/)).toBeVisible()
  })

  test.each([
    ['en-GB', 'libary', 'Your word “libary” may be misspelt. These are the results for:'],
    ['en-GB', ' councl  tax', 'Your words “ councl  tax” may be misspelt. These are the results for:'],
    ['cy', 'llyfrgel', 'Efallai bod camsillafu yn eich gair “llyfrgel”. Dyma’r canlyniadau ar gyfer:'],
    [
      'cy',
      'treth gyngr',
      'Efallai bod camsillafu yn eich geiriau “treth gyngr”. Dyma’r canlyniadau ar gyfer:',
    ],
  ])('speaks of one word or of several: %s %j', (language, term, words) => {
    const { page } = aPage({ term, language, facet: { correctedTerm: 'x' } })
    const { container } = render(page())
    expect(container.textContent).toContain(words)
  })

  test('says of one word that no page has it', () => {
    render(aPage({ term: 'bins', facet: { isLoose: true } }).page())
    expect(screen.getByText('No page has your word. These have similar ones.')).toBeVisible()
  })

  test('helps on when nothing was found', () => {
    show({ results: [], pagingInfo: { ...found.pagingInfo, pageCount: 0, pageIndex: 0, totalCount: 0 } })
    expect(screen.getByRole('heading', { name: 'Nothing was found for “bins <b>”' })).toBeVisible()
    expect(screen.getByText('Check the spelling.')).toBeVisible()
  })

  test('offers to drop a filter that leaves nothing, with what there would be, and none that leads to nothing', () => {
    const selected = (title: string) =>
      aFilter({ title, items: ['homes', 'roads'].map((key) => ({ key, title: key, isSelected: true })) })
    const pagingInfo = { ...found.pagingInfo, pageCount: 0, pageIndex: 0, totalCount: 0 }
    const filters = { topic: selected('Topic'), ward: selected('Ward'), kind: selected('Kind') }
    const none = { results: [], pagingInfo, filters }
    const { unmount } = show({ ...none, without: { all: 1234, each: { topic: 12, ward: 0 } } })
    const help = within(screen.getByRole('heading', { name: /Nothing was found/ }).parentElement!)
    expect(help.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Search without Topic: homes, roads (12)',
      'Search without Kind: homes, roads',
      'Clear all filters (1,234)',
    ])
    expect(help.getByRole('link', { name: /Topic/ })).toHaveAttribute(
      'href',
      '/search?kind=homes,roads&term=bins+%3Cb%3E&ward=homes,roads',
    )
    unmount()
    show({ ...none, filters: { ward: selected('Ward') }, without: { each: { ward: 0 } } })
    expect(screen.queryByText(/Search without/)).toBeNull()
  })

  test('shows an error when the search failed, not "no results"', () => {
    show({
      results: [],
      pagingInfo: { ...found.pagingInfo, pagesLoaded: [] },
      entries: { isLoading: false, isError: true },
    })
    expect(screen.getByRole('alert')).toHaveTextContent('The search did not work')
    expect(screen.queryByText(/Nothing was found/)).toBeNull()
  })

  test('keeps the earlier results below the message when a search fails, under a heading of their own', () => {
    const { container } = show({ entries: { isLoading: false, isError: true }, answeredTerm: 'bins' })
    expect(screen.getByRole('alert')).toHaveTextContent('The search did not work')
    const earlier = screen.getByRole('region', { name: 'Results of your previous search' })
    expect(within(earlier).getByRole('link')).toHaveAttribute('href', '/bins')
    expect(earlier.querySelector('mark')).toHaveTextContent('Bins')
    expect(screen.queryByText(/21/)).toBeNull()
    // Where the pressed control is gone, the focus goes there.
    expect(container.querySelector('[data-focus-fallback]')).toBe(
      screen.getByRole('heading', { name: 'The search did not work' }),
    )
  })

  test('promises no number of results where the search failed', () => {
    show({ entries: { isLoading: false, isError: true }, filters: { topic: aFilter() } })
    expect(document.querySelector('details a[href="#search-count"]')).toHaveTextContent(/^Results$/)
  })

  test('leads back from past the end', () => {
    show({ results: [], pagingInfo: { ...found.pagingInfo, pageIndex: 3, pagesLoaded: [3] } })
    expect(screen.getByRole('link', { name: 'Go to the first page of results' })).toHaveAttribute(
      'href',
      '/search?term=bins+%3Cb%3E',
    )
  })

  test('speaks Welsh', () => {
    show({}, 'cy')
    expect(screen.getByRole('heading', { level: 1, name: 'Chwilio' })).toBeVisible()
  })
})
