import type { FilterConfig } from '../config/filter-config.ts'
import { isLoaded, offeredItems, withSelectionAndCounts } from './filter-items.ts'
import type { FilterItem } from './search-state.ts'

const aFilter = (): FilterConfig => ({ title: 'F', fieldId: 'f' })

describe('items of filters (specification 3, Search state)', () => {
  test('have their selection and counts; what is selected and no option is kept, without a title', () => {
    const items = [
      { key: 'a', title: 'A', isSelected: false, count: 99 },
      { key: 'b', title: 'B', isSelected: true },
    ]
    const answer = { totalCount: 9, aggregations: { sf_f: { a: 5 } } }
    expect(withSelectionAndCounts(items, aFilter(), 'f', { selected: ['a', 'gone'], answer })).toEqual([
      { key: 'a', title: 'A', isSelected: true, count: 5 },
      { key: 'b', title: 'B', isSelected: false, count: 0 },
      { key: 'gone', isSelected: true, count: 0 },
    ])
    expect(withSelectionAndCounts(items, aFilter(), 'f', { selected: [] })).toEqual([
      { key: 'a', title: 'A', isSelected: false },
      { key: 'b', title: 'B', isSelected: false },
    ])
  })

  test('are only those selected, where the others are hidden', () => {
    const items = ['a', 'b'].map((key) => ({ key, title: key, isSelected: false }))
    const filter = { ...aFilter(), hidesUnselected: true }
    expect(withSelectionAndCounts(items, filter, 'f', { selected: ['b'] })).toEqual([
      { key: 'b', title: 'b', isSelected: true },
    ])
    expect(withSelectionAndCounts(items, filter, 'f', { selected: [] })).toEqual([])
  })

  test('are offered where they lead to something, are selected, or stand above one that is offered', () => {
    const item = (key: string, more: Partial<FilterItem> = {}): FilterItem => ({
      key,
      title: key,
      isSelected: false,
      ...more,
    })
    const items = [
      item('some', { count: 1 }),
      item('unknown'),
      item('none', { count: 0 }),
      item('chosen', { count: 0, isSelected: true }),
      item('above', { count: 0 }),
      item('between', { count: 0, parentKey: 'above' }),
      item('below', { count: 0, isSelected: true, parentKey: 'between' }),
      item('beside', { count: 0, parentKey: 'above' }),
    ]
    expect(offeredItems(items).map(({ key }) => key)).toEqual([
      'some',
      'unknown',
      'chosen',
      'above',
      'between',
      'below',
    ])
    expect(offeredItems([item('none', { count: 0 })])).toEqual([])
  })

  test('without titles a filter is not loaded, nor after a failure', () => {
    expect(
      isLoaded({
        items: [
          { key: 'a', isSelected: true },
          { key: 'b', title: '', isSelected: false },
        ],
        isError: false,
      }),
    ).toBe(false)
    expect(isLoaded({ items: [{ key: 'a', title: 'A', isSelected: true }], isError: false })).toBe(true)
    expect(isLoaded({ items: [{ key: 'a', title: 'A', isSelected: true }], isError: true })).toBe(false)
  })
})
