import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server.node'
import { userEvent } from '@testing-library/user-event'
import { aFacet, aFilter, aNearFilter } from '../testing/a-search.ts'
import { aPage } from '../testing/a-view.tsx'
import type { FilterItem, FilterState } from '../domain/search-state.ts'

const item = (key: string, given: Partial<FilterItem> = {}): FilterItem => ({
  key,
  title: key.toUpperCase(),
  isSelected: false,
  ...given,
})
const show = (filters: Readonly<Record<string, FilterState>>, language = 'en-GB') => {
  const { page, actions } = aPage({ facet: { filters }, language })
  render(page())
  return actions
}
const linkTo = (name: string | RegExp) => screen.getByRole('link', { name })
const group = (name: string) => screen.getByRole('region', { name, hidden: true })

describe('filters (specification 2, Search pages: every change is a navigation)', () => {
  test('each item is a link that selects it, or takes it back, with its count', () => {
    show({
      topic: aFilter({
        items: [item('homes', { count: 1234, isSelected: true }), item('roads', { count: 0 })],
      }),
    })
    const [homes, roads] = within(group('Topic')).getAllByRole('listitem', { hidden: true })
    const link = within(homes!).getByText('HOMES').closest('a')
    expect(link).toHaveAttribute('href', '/search?term=bins')
    expect(link).toHaveTextContent('HOMES1,234')
    const other = within(roads!).getByText('ROADS').closest('a')
    expect(other).toHaveAttribute('href', '/search?term=bins&topic=homes,roads')
    expect(other).toHaveTextContent('ROADS0')
  })

  test('items that can be selected together are check boxes: each says whether it is checked, and the space bar works it', async () => {
    show({ topic: aFilter({ items: [item('homes', { isSelected: true }), item('roads')] }) })
    const box = (name: string) => within(group('Topic')).getByRole('checkbox', { name, hidden: true })
    expect(box('HOMES')).toBeChecked()
    expect(box('ROADS')).not.toBeChecked()
    expect(box('HOMES')).not.toHaveAttribute('aria-current')
    const [scrolled, followed] = [
      jest.fn<(moved: boolean) => void>(),
      jest.fn<(href: string | null) => void>(),
    ]
    const onKey = (event: KeyboardEvent) => scrolled(!event.defaultPrevented)
    const onClick = (event: MouseEvent) => {
      event.preventDefault()
      followed((event.target as Element).getAttribute('href'))
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    box('ROADS').focus()
    // The second is that of a key that is held down.
    await userEvent.keyboard('{ >2/}')
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('click', onClick)
    expect(scrolled.mock.calls).toEqual([[false], [false]])
    expect(followed.mock.calls).toEqual([['/search?term=bins&topic=homes,roads']])
  })

  test('items are links where one can be selected, or without script; the text of the selected one says so', () => {
    const items = [item('homes', { isSelected: true }), item('roads')]
    show({ topic: aFilter({ items, isSingleSelect: true }) })
    const names = within(group('Topic'))
      .getAllByRole('link', { hidden: true })
      .map(({ textContent }) => textContent)
    expect(names).toEqual(['Clear Topic', 'HOMES (selected)', 'ROADS'])
    expect(within(group('Topic')).queryByRole('checkbox', { hidden: true })).toBeNull()
    const markup = renderToStaticMarkup(
      aPage({ facet: { filters: { topic: aFilter({ items }) } }, language: 'cy' }).page(),
    )
    expect(markup).toMatch(
      /<a [^>]*href="[^"]*"><span>HOMES<span[^>]*> \(wedi’i ddewis\)<\/span><\/span><\/a>/,
    )
    expect(markup).not.toMatch(/role="checkbox"|aria-current/)
  })

  test('selected items are listed above the results with their full names, and can all be cleared', () => {
    show({
      topic: aFilter({
        items: [
          item('homes', { isSelected: true }),
          item('gone', { isSelected: true, title: 'Gone', count: 0 }),
        ],
      }),
      ward: aFilter({ title: 'Ward', items: [item('east', { isSelected: true })] }),
      hidden: aFilter({ title: 'Hidden', renderable: false, items: [item('x', { isSelected: true })] }),
    })
    expect(linkTo('Remove Topic: HOMES')).toHaveAttribute('href', '/search?term=bins&topic=gone&ward=east')
    expect(linkTo('Remove Ward: EAST')).toHaveAttribute('href', '/search?term=bins&topic=gone,homes')
    expect(linkTo('Remove Topic: Gone')).toBeVisible()
    expect(linkTo('Clear all filters')).toHaveAttribute('href', '/search?term=bins')
    expect(screen.queryByText('Hidden')).toBeNull()
    expect(screen.getByText('Filters (3 selected)')).toBeInTheDocument()
  })

  test('a long list shows its first items and those that are selected; the others are behind a disclosure', () => {
    const items = Array.from({ length: 12 }, (_, index) => item(`t${index}`, { isSelected: index === 10 }))
    show({ topic: aFilter({ items }) })
    const [first, more] = within(group('Topic')).getAllByRole('list', { hidden: true })
    expect(first!.children).toHaveLength(9)
    expect(first).toHaveTextContent('T10')
    expect(more!.closest('details')).not.toHaveAttribute('open')
    expect(screen.getByText('Show all 12')).toBeInTheDocument()
  })

  test('of a long list those with the most results are shown first, in the order of the list', () => {
    const items = Array.from({ length: 12 }, (_, index) =>
      item(`t${index}`, { count: index < 4 ? 1 : index }),
    )
    show({ topic: aFilter({ items }) })
    const [first] = within(group('Topic')).getAllByRole('list', { hidden: true })
    expect([...first!.children].map(({ textContent }) => textContent)).toEqual(
      items.slice(4).map(({ title, count }) => `${title}${count}`),
    )
  })

  test('items of a long list are found by a part of their names, ignoring case and accents, and their number is announced', async () => {
    const items = Array.from({ length: 12 }, (_, index) => item(`t${index}`, { title: `Town ${index}` }))
    show({ topic: aFilter({ items: [...items, item('ty', { title: 'Tŷ Mawr' })] }) })
    const details = screen.getByText('Show all 13').closest('details')!
    await userEvent.click(screen.getByText('Show all 13'))
    const field = within(details).getByRole('searchbox', { name: 'Find in Topic', hidden: true })
    const names = () =>
      within(details)
        .getAllByRole('checkbox', { hidden: true })
        .map((box) => box.textContent)
    expect(names()).toEqual(['Town 8', 'Town 9', 'Town 10', 'Town 11', 'Tŷ Mawr'])
    await userEvent.type(field, 'TY m')
    expect(names()).toEqual(['Tŷ Mawr'])
    expect(within(details).getByRole('status', { hidden: true })).toHaveTextContent('1 found')
    await userEvent.clear(field)
    // Items that are shown above are found, too.
    await userEvent.type(field, 'town 1')
    expect(names()).toEqual(['Town 1', 'Town 10', 'Town 11'])
    await userEvent.type(field, 'x')
    expect(within(details).queryAllByRole('checkbox', { hidden: true })).toEqual([])
    expect(within(details).getByRole('status', { hidden: true })).toHaveTextContent(
      'None has that in its name',
    )
  })

  test('an option that a list does not hold is sought by its name: by a form that needs no script, with what is selected kept', async () => {
    const venue = { title: 'Venue', contentTypeId: 'venue', isCut: true } as const
    const items = [item('a', { isSelected: true }), item('b', { title: 'Barn' })]
    const { go } = show({ venue: aFilter({ ...venue, items }) })
    const field = within(group('Venue')).getByRole('searchbox', { name: 'Find in Venue', hidden: true })
    const form = field.closest('form')!
    expect(new URLSearchParams(new FormData(form) as never).toString()).toBe('term=bins&venue=a&venue-find=')
    expect(form).toHaveAttribute('action', '/search')
    await userEvent.type(field, 'lib{Enter}')
    expect(go).toHaveBeenCalledWith('/search?term=bins&venue=a&venue-find=lib')
  })

  test('the number of items found by name is announced, also none, with a link back to the list', () => {
    const venue = { title: 'Venue', contentTypeId: 'venue', optionTerm: 'LÏB' } as const
    const items = [item('x', { title: 'Library' }), item('y', { title: 'Barn', isSelected: true })]
    show({ venue: aFilter({ ...venue, items }) })
    const status = () => within(group('Venue')).getByRole('status', { hidden: true })
    expect(status()).toHaveTextContent('1 found')
    expect(
      within(group('Venue')).getByRole('link', { name: /Show the list from its beginning/, hidden: true }),
    ).toHaveAttribute('href', '/search?term=bins&venue=y')
    // Selecting an option that was found keeps the search text.
    expect(within(group('Venue')).getByRole('checkbox', { name: 'Library', hidden: true })).toHaveAttribute(
      'href',
      expect.stringContaining('venue-find='),
    )
    cleanup()
    show({ venue: aFilter({ ...venue, items, isCut: true }) })
    expect(status()).toHaveTextContent('1 are listed. There are more.')
    cleanup()
    show({ venue: aFilter({ ...venue, items: [] }) })
    expect(status()).toHaveTextContent('None has that in its name')
    cleanup()
    const where = [item('w', { title: 'Who? Where?' })]
    show({ venue: aFilter({ ...venue, items: where, optionTerm: 'who?  *where' }) })
    expect(status()).toHaveTextContent('1 found')
  })

  test('without script a long list has all its items behind its disclosure, and no field that finds them', () => {
    const items = Array.from({ length: 12 }, (_, index) => item(`t${index}`))
    const markup = renderToStaticMarkup(aPage({ facet: { filters: { topic: aFilter({ items }) } } }).page())
    expect(markup.match(/data-focus-key="item topic /g)).toHaveLength(12)
    expect(markup).toContain('Show all 12')
    expect(markup).not.toContain('Find in')
  })

  test('there are none where nothing was found and nothing is selected', () => {
    const pagingInfo = { ...aFacet().pagingInfo, totalCount: 0, pagesLoaded: [0] }
    const empty = (isSelected: boolean) =>
      aPage({
        facet: { pagingInfo, filters: { topic: aFilter({ items: [item('homes', { isSelected })] }) } },
      })
    const { rerender } = render(empty(false).page())
    expect(screen.queryByText('Filters')).toBeNull()
    rerender(empty(true).page())
    expect(screen.getByText('Filters (1 selected)')).toBeInTheDocument()
  })

  test('one whose items have no titles is not loaded and offers nothing', () => {
    show({
      topic: aFilter({ items: [item('homes', { title: '' })] }),
      ward: aFilter({ title: 'Ward', items: [item('east')] }),
    })
    expect(group('Ward')).toBeInTheDocument()
    expect(screen.queryByRole('region', { name: 'Topic', hidden: true })).toBeNull()
  })

  test('a tree is lists inside lists', () => {
    const items = [item('a'), item('a1', { parentKey: 'a' }), item('b'), item('lost', { parentKey: 'gone' })]
    show({ topic: aFilter({ view: 'tree', items }) })
    const inner = within(group('Topic')).getByText('A1').closest('ul')!
    expect(inner.parentElement).toHaveTextContent('AA1')
    expect(within(group('Topic')).getByText('LOST').closest('ul')!.parentElement!.tagName).toBe('SECTION')
  })

  test('a filter that failed shows an error, with another try, without affecting the others', () => {
    show({ topic: aFilter({ isError: true, items: [] }), ward: aFilter({ title: 'Ward' }) })
    expect(group('Topic')).toHaveTextContent('This filter could not be loaded. Try again')
    expect(within(group('Ward')).getAllByRole('listitem', { hidden: true })).toHaveLength(2)
  })

  test('a filter with more items than it shows has a note', () => {
    const items = [item('homes'), item('roads')]
    show({ topic: aFilter({ items, isCut: true }), ward: aFilter({ title: 'Ward', items }) })
    expect(group('Topic')).toHaveTextContent('2 are listed. There are more.')
    expect(group('Ward')).not.toHaveTextContent('There are more')
  })

  test('a filter without anything to choose is not there', () => {
    show({ topic: aFilter({ items: [] }) })
    expect(screen.queryByText('Topic')).toBeNull()
    expect(screen.queryByText('Filters')).toBeNull()
  })
})

describe('filters that are filled in', () => {
  const price = aFilter({
    title: 'Price',
    view: 'range',
    valueType: 'number',
    items: [item('5--', { isSelected: true, title: undefined! })],
  })

  test('a range is two labelled fields in a form that works by itself', () => {
    show({ price, topic: aFilter({ items: [item('homes', { isSelected: true })] }) })
    const from = screen.getByLabelText('From Price')
    expect(from).toHaveValue(5)
    expect(from).toHaveAttribute('name', 'price-from')
    expect(screen.getByLabelText('To Price')).toHaveAttribute('name', 'price-to')
    const form = from.closest('form')!
    expect(form).toHaveAttribute('action', '/search')
    expect([...new FormData(form)]).toEqual([
      ['term', 'bins'],
      ['topic', 'homes'],
      ['price-from', '5'],
      ['price-to', ''],
    ])
  })

  test('applying it goes to its address; empty fields clear it', async () => {
    const { go } = show({ price })
    await userEvent.type(screen.getByLabelText('To Price'), '20')
    await userEvent.click(screen.getByText('Apply'))
    await userEvent.clear(screen.getByLabelText('From Price'))
    await userEvent.clear(screen.getByLabelText('To Price'))
    await userEvent.click(screen.getByText('Apply'))
    expect(go.mock.calls).toEqual([['/search?price=5--20&term=bins'], ['/search?term=bins']])
  })

  test('the year of a day that is typed has four digits, which is all that a filter accepts', () => {
    show({ date: aFilter({ title: 'Date', view: 'range', valueType: 'date', items: [] }) })
    for (const label of ['From Date', 'To Date'])
      expect(screen.getByLabelText(label)).toHaveAttribute('max', '9999-12-31')
  })

  test('a range that ends before it begins is searched for from its other end, as its fields then show', async () => {
    const items = [{ key: '5--20', isSelected: true }]
    const { go } = show({ price: aFilter({ ...price, items }) })
    const [from, to] = [screen.getByLabelText('From Price'), screen.getByLabelText('To Price')]
    await userEvent.clear(from)
    await userEvent.type(from, '20')
    await userEvent.clear(to)
    await userEvent.type(to, '5{Enter}')
    expect(go.mock.calls).toEqual([['/search?price=5--20&term=bins']])
    expect([from, to].map((field) => (field as HTMLInputElement).value)).toEqual(['5', '20'])
  })

  test.each([
    ['5--20', 'number', 'Remove Price: 5 to 20'],
    ['5--', 'number', 'Remove Price: from 5'],
    ['--2000', 'number', 'Remove Price: up to 2,000'],
    ['2026-01-02--', 'date', 'Remove Price: from 2 January 2026'],
  ] as const)('the range %s is said in words', (key, valueType, name) => {
    const items = [{ key, isSelected: true }]
    show({ price: aFilter({ title: 'Price', view: 'range', valueType, items }) })
    expect(linkTo(name)).toBeVisible()
  })

  test('a choice is a list to choose from, with counts', async () => {
    const { go } = show({
      ward: aFilter({ title: 'Ward', view: 'select', items: [item('east', { count: 2 }), item('west')] }),
    })
    const list = screen.getByRole('combobox', { name: 'Ward', hidden: true })
    expect(
      within(list)
        .getAllByRole('option', { hidden: true })
        .map(({ textContent }) => textContent),
    ).toEqual(['All', 'EAST (2)', 'WEST'])
    await userEvent.selectOptions(list, 'west')
    await userEvent.click(screen.getByText('Apply'))
    expect(go.mock.calls).toEqual([['/search?term=bins&ward=west']])
  })

  test('a choice whose key has a comma leads to the same address with and without script', async () => {
    const { go } = show({ ward: aFilter({ title: 'Ward', view: 'select', items: [item('north, old')] }) })
    const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ward', hidden: true })
    await userEvent.selectOptions(list, 'NORTH, OLD')
    expect(list.value).toBe('north%2C old')
    await userEvent.click(screen.getByText('Apply'))
    expect(go.mock.calls).toEqual([['/search?term=bins&ward=north%252C+old']])
  })
})

describe('places within a distance (docs/decisions/0048)', () => {
  const near = aNearFilter()
  const chosen = (key: string, more: Partial<NonNullable<FilterState['near']>> = {}) =>
    aFilter({ ...near, items: [{ key, isSelected: true }], near: { ...near.near!, ...more } })
  /** What the form would send. */
  const sent = () => Object.fromEntries(new FormData(form()))
  const form = () => screen.getByRole<HTMLFormElement>('search', { name: 'Distance', hidden: true })
  const place = () => screen.getByRole('combobox', { name: 'Postcode or place', hidden: true })
  type Locate = Geolocation['getCurrentPosition']
  const withPosition = (getCurrentPosition: Locate) =>
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
  const standingAt = (latitude: number, longitude: number) =>
    jest.fn<Locate>((found) => found({ coords: { latitude, longitude } } as GeolocationPosition))
  afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'))

  test('a postcode or a place, and a distance of those that are offered, are a GET form that needs no script', async () => {
    show({ near, topic: aFilter({ items: [item('homes', { isSelected: true })] }) })
    expect(form()).toHaveAttribute('action', '/search')
    expect(sent()).toEqual({ term: 'bins', topic: 'homes', 'near-place': '', 'near-distance': '10mi' })
    await userEvent.type(place(), 'LK5 3HC')
    await userEvent.selectOptions(screen.getByLabelText('Within'), '5 miles')
    expect(sent()).toMatchObject({ 'near-place': 'LK5 3HC', 'near-distance': '5mi' })
    const names = document.querySelectorAll(`datalist[id="${place().getAttribute('list')}"] option`)
    expect([...names].map((option) => option.getAttribute('value'))).toEqual(['Hollin Cross', 'Brynfa'])
  })

  test('the browser is asked for the position only when the button is pressed, and it is rounded to about a hundred metres', async () => {
    const locate = standingAt(52.123456, -1.987654)
    withPosition(locate)
    const { go } = show({ near })
    expect(locate).not.toHaveBeenCalled()
    await userEvent.selectOptions(screen.getByLabelText('Within'), '1 mile')
    await userEvent.click(screen.getByText('Near me'))
    expect(go.mock.calls).toEqual([['/search?near=52.123+-1.988+1mi&term=bins']])
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('52.12')
  })

  test('another distance keeps the position, and a place takes its turn', () => {
    show({ near: chosen('52.123 -1.988 25mi') })
    expect(sent()).toMatchObject({
      'near-at': '52.123 -1.988',
      'near-place': '',
      // A distance that is not on offer.
      'near-distance': '25mi',
    })
  })

  test('the chosen place is in its field', () => {
    show({ near: chosen('52.426 -2.91 5mi', { place: 'Hollin Cross' }) })
    expect(sent()).toEqual({ term: 'bins', 'near-place': 'Hollin Cross', 'near-distance': '5mi' })
    expect(linkTo('Remove Distance: within 5 miles of Hollin Cross')).toBeVisible()
  })

  test('an unknown place stays in its field, which shows an error', () => {
    show({ near: { ...near, near: { ...near.near!, unknownPlace: 'Atlantis' } } })
    expect(place()).toHaveValue('Atlantis')
    expect(place()).toHaveAttribute('aria-invalid', 'true')
    expect(place()).toHaveAccessibleDescription(/We do not know “Atlantis”. Try a postcode/)
  })

  test.each([
    [1, 'Your browser did not tell us where you are. You can allow it in its settings, or write a place.'],
    [2, 'Your browser does not know where you are just now. You can write a place.'],
    [3, 'Your browser did not find out where you are in 10 seconds. Try again, or write a place.'],
  ])('a refusal or failure %d is said honestly, and the button can be pressed again', async (code, words) => {
    withPosition((_, failed) => failed?.({ code } as GeolocationPositionError))
    const { go } = show({ near })
    await userEvent.click(screen.getByText('Near me'))
    expect(screen.getByText(words)).toBeInTheDocument()
    expect(screen.getByText('Near me')).not.toHaveAttribute('aria-disabled')
    expect(go).not.toHaveBeenCalled()
  })

  test('while the browser determines the position the button says so, and cannot be pressed again', async () => {
    const locate = jest.fn<Locate>()
    withPosition(locate)
    show({ near })
    await userEvent.click(screen.getByText('Near me'))
    expect(screen.getByText('Asking your browser where you are …')).toBeInTheDocument()
    expect(screen.getByText('Near me')).toHaveAttribute('aria-disabled', 'true')
    // The page that comes keeps the focus where it is.
    expect(screen.getByText('Near me')).toHaveFocus()
    await userEvent.click(screen.getByText('Near me'))
    expect(locate).toHaveBeenCalledTimes(1)
    expect(locate.mock.calls[0]?.[2]).toEqual({ timeout: 10_000, maximumAge: 0 })
  })

  test('a position that arrives after another filter was selected is added to it, and is ignored once the form is unmounted', async () => {
    const found: PositionCallback[] = []
    withPosition((callback) => void found.push(callback))
    const { page, actions } = aPage({ facet: { filters: { near } } })
    const { rerender, unmount } = render(page())
    await userEvent.click(screen.getByText('Near me'))
    const topic = aFilter({ items: [item('homes', { isSelected: true })] })
    rerender(page({ facets: { all: aFacet({ filters: { near, topic } }) } }))
    const here = { coords: { latitude: 52.1, longitude: -1.9 } } as GeolocationPosition
    act(() => found[0]?.(here))
    expect(actions.go.mock.calls).toEqual([['/search?near=52.100+-1.900+10mi&term=bins&topic=homes']])
    await userEvent.click(screen.getByText('Near me'))
    unmount()
    found[1]?.(here)
    expect(actions.go.mock.calls).toHaveLength(1)
  })

  test('a browser that cannot tell the position shows a message', async () => {
    show({ near })
    await userEvent.click(screen.getByText('Near me'))
    expect(screen.getByText(/Your browser does not know where you are just now/)).toBeInTheDocument()
  })

  test.each([
    ['52.12 -1.99 5mi', 'en-GB', 'Remove Distance: within 5 miles of you'],
    ['52.12 -1.99 1mi', 'en-GB', 'Remove Distance: within 1 mile of you'],
    ['52.12 -1.99 5km', 'en-GB', 'Remove Distance: within 5 km of you'],
    ['52.12 -1.99 500m', 'en-GB', 'Remove Distance: within 0.5 km of you'],
    ['52.12 -1.99 3nm', 'en-GB', 'Remove Distance: within 3nm of you'],
    ['52.12 -1.99 2mi', 'cy', 'Tynnu Distance: o fewn 2 filltir i chi'],
  ])('%s is said without the position, in %s', (key, language, name) => {
    show({ near: chosen(key) }, language)
    expect(linkTo(name)).toBeVisible()
  })
})
