import '@testing-library/jest-dom/jest-globals'
import { expect } from '@jest/globals'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { aFacet, aFilter, aNearFilter } from '../testing/a-search.ts'
import { aPage } from '../testing/a-view.tsx'
import type { FilterState } from '../domain/search-state.ts'

describe('the form for places within a distance (docs/decisions/0048)', () => {
  const near = aNearFilter()
  const show = (filters: Readonly<Record<string, FilterState>>) => {
    const { page, actions } = aPage({ facet: { filters } })
    render(page())
    return actions
  }
  const place = () => screen.getByRole('combobox', { name: 'Postcode or place', hidden: true })
  type Locate = Geolocation['getCurrentPosition']
  const withPosition = (getCurrentPosition: Locate) =>
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
  // The shell follows the form where its own handler does not.
  const follow = (event: Event) => event.preventDefault()
  beforeEach(() => document.addEventListener('submit', follow))
  afterEach(() => {
    document.removeEventListener('submit', follow)
    Reflect.deleteProperty(navigator, 'geolocation')
  })

  test.each([
    ['en-GB', 'Near me', /about 100 metres, becomes part of the address of the results/],
    ['cy', 'Yn agos ataf i', /100 metr agosaf, yn rhan o gyfeiriad y canlyniadau/],
  ])('the button says what becomes of the position, in %s', (language, name, words) => {
    render(aPage({ facet: { filters: { near } }, language }).page())
    const button = screen.getByRole('button', { name, hidden: true })
    expect(button).toHaveAccessibleDescription(words)
  })

  test('the error message disappears once the visitor goes on: by a word, by the form, or by another address', async () => {
    withPosition((_, failed) => failed?.({ code: 1 } as GeolocationPositionError))
    const { page } = aPage({ facet: { filters: { near } } })
    const { rerender } = render(page())
    const failure = () => screen.queryByText(/Your browser did not tell us/)
    const fail = async () => {
      await userEvent.click(screen.getByText('Near me'))
      expect(failure()).toBeInTheDocument()
    }
    await fail()
    await userEvent.type(place(), 'B')
    expect(failure()).toBeNull()
    await fail()
    await userEvent.clear(place())
    await fail()
    await userEvent.type(place(), '{Enter}')
    expect(failure()).toBeNull()
    await fail()
    rerender(page({}, '/search?term=bins&topic=homes'))
    expect(failure()).toBeNull()
  })

  test('an unknown place has a message beside the results too, and the disclosure with its field is open', () => {
    show({ near: { ...near, near: { ...near.near!, unknownPlace: 'zzzz', unknownDistance: '5mi' } } })
    expect(screen.getByLabelText('Within')).toHaveValue('5mi')
    expect(screen.getByRole('region', { name: /1 result/ })).toHaveTextContent(
      'We do not know “zzzz”, so these results are not limited by distance.',
    )
    expect(place().closest('details')).toHaveAttribute('open')
    cleanup()
    show({ near })
    expect(screen.queryByText(/not limited by distance/)).toBeNull()
    expect(place().closest('details')).not.toHaveAttribute('open')
  })

  test('where nothing is found either, both messages are shown', () => {
    const pagingInfo = { ...aFacet().pagingInfo, totalCount: 0, pagesLoaded: [0] }
    const filters = { near: { ...near, near: { ...near.near!, unknownPlace: 'zzzz' } } }
    render(aPage({ facet: { pagingInfo, filters, results: [] } }).page())
    expect(screen.getByRole('heading', { name: 'Nothing was found for “bins”' })).toBeInTheDocument()
    expect(screen.getByText(/We do not know “zzzz”, so these results/)).toBeInTheDocument()
    expect(place()).toHaveAttribute('aria-invalid', 'true')
  })

  test('the form without a place asks for no distance in its address', async () => {
    const { go } = show({
      near: aFilter({
        ...near,
        items: [{ key: '52.426 -2.91 5mi', isSelected: true }],
        near: { ...near.near!, place: 'Hollin Cross' },
      }),
    })
    await userEvent.clear(place())
    await userEvent.click(screen.getByRole('button', { name: 'Apply Distance', hidden: true }))
    expect(go.mock.calls).toEqual([['/search?term=bins']])
  })

  test('a position that comes after the visitor gave a place is not used', async () => {
    const found: PositionCallback[] = []
    withPosition((callback) => void found.push(callback))
    const { go } = show({ near })
    await userEvent.click(screen.getByText('Near me'))
    await userEvent.type(place(), 'Brynfa{Enter}')
    expect(screen.queryByText('Asking your browser where you are …')).toBeNull()
    act(() => found[0]?.({ coords: { latitude: 52.1, longitude: -1.9 } } as GeolocationPosition))
    expect(go).not.toHaveBeenCalled()
  })
})
