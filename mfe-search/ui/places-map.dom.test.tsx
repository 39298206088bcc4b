import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import type { FacetState } from '../domain/search-state.ts'
import { SITE_MAP } from '@tessera/shared/config'
import { catalogues } from '../messages/index.ts'
import { aFacet, aFilter } from '../testing/a-search.ts'
import { aPage } from '../testing/a-view.tsx'
import { PlacesMap, type PlacesMapProps } from './places-map.tsx'

const venue = (title: string, lat: number, value?: number) => ({
  id: title,
  contentTypeId: 'venue',
  title,
  path: `/${title}`,
  location: { lat, lon: -2.9 },
  ...(value !== undefined && { distance: { value, unit: 'mi' as const } }),
})
const near = aFilter({
  title: 'Distance',
  view: 'near',
  fieldId: 'location',
  items: [{ key: '52.4 -2.9 5mi', isSelected: true }],
  near: { distances: ['5mi'], places: [], place: 'Hollin Cross' },
})
const facet: Partial<FacetState> = {
  layout: 'places',
  results: [venue('Library', 52.4, 0.1), venue('Museum', 52.45, 3.5), venue('Park', 52.4502, 3.5)],
  filters: { near },
  sortOptions: [
    { title: 'Nearest first', orderBy: 'location' },
    { title: 'A to Z', orderBy: 'entryTitle' },
  ],
  pagingInfo: {
    pageCount: 2,
    pageIndex: 1,
    pageSize: 20,
    pagesLoaded: [1],
    prevPageIndex: 0,
    totalCount: 23,
    isLoading: false,
  },
  queryParams: {
    dynamicOrderBy: [],
    orderBy: ['entryTitle'],
    pageSize: 20,
    internalPaging: false,
    loadMorePaging: false,
  },
}
const show = (change: Partial<FacetState> = {}, language = 'en-GB') =>
  render(aPage({ term: '', facet: { ...facet, ...change }, language }).page())
const plan = () => screen.getByRole('figure')
const orders = () => within(screen.getByRole('navigation', { name: 'Sort by' }))

describe('places with a plan beside their list', () => {
  test('its scale says a length above the middle of its bar, so that nothing is cut off, whichever way a page is read', () => {
    show()
    const label = plan().querySelector('text[text-anchor="middle"]')
    const bar = [...plan().querySelectorAll('path')]
      .map((path) => path.getAttribute('d'))
      .find((d) => /^M12 \d+h/.test(d ?? ''))
    expect(Number(label?.getAttribute('x'))).toBeCloseTo(12 + Number(bar?.split('h')[1]) / 2)
  })

  test('each marker names its places by their numbers in the list, and leads to the first of them there', () => {
    show()
    const markers = within(plan()).getAllByRole('link')
    expect(markers.map((link) => link.getAttribute('aria-label'))).toEqual([
      '21. Library',
      '2: 22. Museum, 23. Park',
    ])
    expect(markers.map((link) => link.querySelector('text')?.textContent)).toEqual(['21', '2'])
    expect(markers.map((link) => link.querySelector('rect') !== null)).toEqual([false, true])
    expect(plan()).toHaveTextContent('one in a square is how many places stand there')
    for (const link of markers) {
      const target = document.getElementById(link.getAttribute('href')!.slice(1))
      const first = link.getAttribute('aria-label')!.match(/(\d+)\. (\w+)/)!
      expect(within(target!).getByRole('heading')).toHaveAttribute('data-number', first[1])
      expect(target).toHaveTextContent(first[2]!)
    }
    expect(within(plan()).getByText('Hollin Cross', { selector: 'title' })).toBeInTheDocument()
  })

  const tiles = {
    url: 'https://tiles.example/{z}/{x}/{y}.png',
    zoom: 15,
    attribution: { text: '© Larkmoor mappers', href: 'https://tiles.example/about' },
  }
  const showPlan = (props: Partial<PlacesMapProps> = {}) => {
    const { container } = render(
      <PlacesMap facet={aFacet(facet)} messages={catalogues['en-GB']!} start={1} {...props} />,
    )
    return [...container.querySelectorAll('image')]
  }
  const numberOf = (image: Element, name: string) => Number(image.getAttribute(name))

  test('it lies on the site’s own map, each marker where its place is there', () => {
    const [ground, ...others] = showPlan()
    expect(others).toEqual([])
    expect(ground).toHaveAttribute('href', SITE_MAP.href)
    const { north, south } = SITE_MAP
    const [top, height] = [numberOf(ground!, 'y'), numberOf(ground!, 'height')]
    const library = plan().querySelector('a circle')
    expect(
      Math.abs(numberOf(library!, 'cy') - (top + ((north - 52.4) / (north - south)) * height)),
    ).toBeLessThan(1)
  })

  test('it covers itself with the tiles of the site’s provider, with the provider’s attribution', () => {
    const [own, ...covering] = showPlan({ tiles })
    expect(own).toHaveAttribute('href', SITE_MAP.href)
    expect(covering.length).toBeGreaterThanOrEqual(4)
    for (const [name, size] of [
      ['x', 'width'],
      ['y', 'height'],
    ] as const) {
      const starts = covering.map((tile) => numberOf(tile, name))
      expect(Math.min(...starts)).toBeLessThanOrEqual(0)
      // Each ends where another one begins, or beyond the plan.
      for (const tile of covering) {
        const end = numberOf(tile, name) + numberOf(tile, size)
        expect(end >= 320 || starts.includes(end)).toBe(true)
      }
    }
    expect(within(plan()).getByRole('link', { name: '© Larkmoor mappers' })).toBeInTheDocument()
  })

  test('it loads no image on a page of another site', () => {
    expect(showPlan({ tiles, hasBase: false })).toEqual([])
    expect(screen.queryByRole('link', { name: '© Larkmoor mappers' })).toBeNull()
  })

  test('each card says how far away it is, in the words of the page', () => {
    show()
    expect(screen.getAllByText(/away/).map(({ textContent }) => textContent)).toEqual([
      '0.1 miles away',
      '3.5 miles away',
      '3.5 miles away',
    ])
    show({}, 'cy')
    expect(screen.getByText('0.1 milltir i ffwrdd')).toBeInTheDocument()
  })

  test('the nearest come first, which is an order like others; it is none where no place is chosen', () => {
    const { unmount } = show()
    expect(orders().getByRole('link', { name: 'Nearest first' })).toHaveAttribute('aria-current')
    const byTitle = orders().getByRole('link', { name: 'A to Z' })
    expect(byTitle).toHaveAttribute('href', '/search?near=52.4+-2.9+5mi&orderBy=entryTitle')
    unmount()
    show({ filters: { near: { ...near, items: [] } } })
    expect(screen.queryByText('Nearest first')).toBeNull()
  })

  test('there is no plan where results stand otherwise, or say no places', () => {
    show({ layout: 'rows' })
    expect(screen.queryByRole('figure')).toBeNull()
    show({ results: facet.results!.map(({ location: _, ...card }) => card) })
    expect(screen.queryByRole('figure')).toBeNull()
  })
})
