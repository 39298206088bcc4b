import '@testing-library/jest-dom/jest-globals'
import { expect, jest } from '@jest/globals'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { aFilter } from '../testing/a-search.ts'
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
    const link = within(homes!).getByRole('link', { hidden: true })
    expect(link).toHaveAttribute('href', '/search?term=bins')
    expect(link).toHaveAttribute('aria-current', 'true')
    expect(link).toHaveTextContent('HOMES1,234')
    const other = within(roads!).getByRole('link', { hidden: true })
    expect(other).toHaveAttribute('href', '/search?term=bins&topic=homes,roads')
    expect(other).not.toHaveAttribute('aria-current')
    expect(other).toHaveTextContent('ROADS0')
  })

  test('what is selected stands above the results, each with its full name, and all can be cleared', () => {
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

  test('a tree is lists inside lists', () => {
    const items = [item('a'), item('a1', { parentKey: 'a' }), item('b'), item('lost', { parentKey: 'gone' })]
    show({ topic: aFilter({ view: 'tree', items }) })
    const inner = within(group('Topic')).getByText('A1').closest('ul')!
    expect(inner.parentElement).toHaveTextContent('AA1')
    expect(within(group('Topic')).getByText('LOST').closest('ul')!.parentElement!.tagName).toBe('SECTION')
  })

  test('a filter that failed says so, with a way to try again, and costs no other', () => {
    show({ topic: aFilter({ isError: true, items: [] }), ward: aFilter({ title: 'Ward' }) })
    expect(group('Topic')).toHaveTextContent('This filter could not be loaded. Try again')
    expect(within(group('Ward')).getAllByRole('listitem', { hidden: true })).toHaveLength(2)
  })

  test('a filter with more items than it shows says so', () => {
    const items = [item('homes'), item('roads')]
    show({ topic: aFilter({ items, isCut: true }), ward: aFilter({ title: 'Ward', items }) })
    expect(group('Topic')).toHaveTextContent('The first 2 by name. There are more.')
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
})

describe('places near the visitor', () => {
  const near = aFilter({ title: 'Near', view: 'near', valueType: 'geo', items: [] })
  type Locate = Geolocation['getCurrentPosition']
  const withPosition = (getCurrentPosition: Locate) =>
    Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })
  afterEach(() => void Reflect.deleteProperty(navigator, 'geolocation'))

  test('the browser is asked where they are only when the button is pressed, and told about to a kilometre', async () => {
    const locate = jest.fn<Locate>((found) =>
      found({ coords: { latitude: 52.123456, longitude: -1.987654 } } as GeolocationPosition),
    )
    withPosition(locate)
    const { go } = show({ near })
    expect(locate).not.toHaveBeenCalled()
    await userEvent.click(screen.getByText('Near me'))
    expect(go.mock.calls).toEqual([['/search?near=52.12+-1.99+10mi&term=bins']])
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('52.12')
  })

  test.each([
    [1, 'Your browser did not tell us where you are.'],
    [2, 'Your browser does not know where you are just now.'],
  ])('a refusal or failure %d is said honestly, and the button can be pressed again', async (code, words) => {
    withPosition((_, failed) => failed?.({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError))
    const { go } = show({ near })
    await userEvent.click(screen.getByText('Near me'))
    expect(screen.getByText(new RegExp(words))).toBeInTheDocument()
    expect(screen.getByText('Near me')).toBeEnabled()
    expect(go).not.toHaveBeenCalled()
  })

  test('a browser that cannot tell says so', async () => {
    show({ near })
    await userEvent.click(screen.getByText('Near me'))
    expect(screen.getByText('Your browser does not know where you are just now.')).toBeInTheDocument()
  })

  test('what is selected is said without the position', () => {
    show({ near: aFilter({ ...near, items: [{ key: '52.12 -1.99 5mi', isSelected: true }] }) })
    expect(linkTo('Remove Near: within 5 miles of you')).toBeVisible()
  })
})
