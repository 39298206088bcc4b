import { aField, aForm, aPage, OPTIONS } from '../testing/builders.ts'
import type { Field, FieldValue, NavigationRule } from './form-definition.ts'
import { nextPageIndex } from './navigation-rules.ts'
import { FIRST_PAGE, goBack, goTo } from './page-info.ts'

/** Next page of a three-page form whose first page has this field and these rules. */
function next(field: Partial<Field>, value: FieldValue, ...rules: readonly Partial<NavigationRule>[]) {
  const one = aField({ id: 'f', ...field })
  const whole = rules.map((rule) => ({
    id: 'f',
    operator: 'is' as const,
    value: '',
    successPageIndex: 2,
    ...rule,
  }))
  return nextPageIndex(aForm([aPage([one], whole), aPage([]), aPage([])]), { f: value }, 0)
}

describe('following pages (specification 4, Form lifecycle)', () => {
  test('the next page follows, and none the last', () => {
    const form = aForm([aPage([]), aPage([]), aPage([])])
    expect(nextPageIndex(form, {}, 0)).toBe(1)
    expect(nextPageIndex(form, {}, 1)).toBe(2)
    expect(nextPageIndex(form, {}, 2)).toBeNull()
  })

  test.each([
    ['is', 'no', 2],
    ['is', 'yes', 1],
    ['is not', 'no', 1],
    ['is not', 'yes', 2],
    ['does not contain', 'o', 1],
    ['does not contain', 'x', 2],
  ] as const)('a text that %s %j leads to %i when it is "no"', (operator, value, expected) => {
    expect(
      next({}, value === 'no' || value === 'o' || value === 'x' || value === 'yes' ? 'no' : '', {
        operator,
        value,
      }),
    ).toBe(expected)
  })

  test('a radio group is compared by the value of its option', () => {
    expect(next({ type: 'Radio', options: OPTIONS }, 'n1', { value: 'no' })).toBe(2)
    expect(next({ type: 'Radio', options: OPTIONS }, 'y1', { value: 'no' })).toBe(1)
    expect(next({ type: 'Radio', options: OPTIONS }, '', { value: 'no' })).toBe(1)
  })

  test('a drop-down is compared by the list item that the rule names, else by value', () => {
    expect(next({ type: 'Dropdown', options: OPTIONS }, 'no', { value: 'no' })).toBe(2)
    expect(next({ type: 'Dropdown', options: OPTIONS }, 'no', { value: 'No, thanks', subId: 'n1' })).toBe(2)
    expect(next({ type: 'Dropdown', options: OPTIONS }, 'no', { value: '', subId: 'n1' })).toBe(2)
    expect(next({ type: 'Dropdown', options: OPTIONS }, 'yes', { value: '', subId: 'n1' })).toBe(1)
  })

  test.each([
    ['checked', ['n1'], 2],
    ['checked', ['y1'], 1],
    ['unchecked', ['n1'], 1],
    ['unchecked', [], 2],
  ])('a checkbox rule of %j with %j chosen leads to %i', (value, choices, expected) => {
    expect(next({ type: 'Checkbox', options: OPTIONS }, choices, { value, subId: 'n1' })).toBe(expected)
  })

  test.each([
    ['is', '', 1],
    ['contains', '', 1],
    ['begins with', '', 1],
    ['ends with', '', 1],
    ['greater than', '0', 1],
    ['less than', '0', 1],
    ['is not', 'x', 2],
    ['does not contain', 'x', 2],
  ] as const)('an answer that is blank %s %j: on to %i', (operator, value, expected) => {
    expect(next({}, '', { operator, value })).toBe(expected)
  })

  test.each([
    ['contains', 'coach', 2],
    ['contains', 'Coach', 1],
    ['begins with', 'a c', 2],
    ['begins with', 'coach', 1],
    ['ends with', 'please', 2],
    ['ends with', 'coach', 1],
  ] as const)('"a coach please" %s %j: on to %i', (operator, value, expected) => {
    expect(next({}, 'a coach please', { operator, value })).toBe(expected)
  })

  test.each([
    ['05', 'is', '5', 2],
    ['5', 'is not', '5.0', 1],
    ['10', 'greater than', '9', 2],
    ['9', 'greater than', '9', 1],
    ['9', 'less than', '10', 2],
    ['x', 'less than', '10', 1],
  ] as const)('the number %s %s %s: on to %i', (typed, operator, value, expected) => {
    expect(next({ type: 'Number' }, typed, { operator, value })).toBe(expected)
  })

  test('no rule speaks of the parts of a name, but that they are not something', () => {
    const name = { type: 'Name', parts: [{ name: 'firstName', id: 'n' }] } as const
    expect(next(name, { firstName: 'Ada' }, { value: 'Ada' })).toBe(1)
    expect(next(name, { firstName: 'Ada' }, { operator: 'is not', value: 'Ada' })).toBe(2)
  })

  test('of several rules that fit, the last counts', () => {
    expect(next({}, 'no', { value: 'no', successPageIndex: 1 }, { value: 'no', successPageIndex: 2 })).toBe(2)
  })

  test('a rule may lead to its own page; one about a field that is not there is no rule', () => {
    expect(next({}, 'no', { value: 'no', successPageIndex: 0 })).toBe(0)
    expect(next({}, 'no', { id: 'gone', operator: 'is not', value: 'no' })).toBe(1)
  })
})

describe('page info (specification 3)', () => {
  test('back returns to the page from which this one was reached, not to the one before it', () => {
    const skipped = goTo(FIRST_PAGE, 2)
    expect(skipped).toEqual({ currentPageIndex: 2, previousPageIndices: { 2: 0 } })
    expect(goBack(skipped).currentPageIndex).toBe(0)
    expect(goTo({ ...skipped }, 2)).toEqual(skipped)
  })

  test('back from the first page stays there, and one back is one page', () => {
    expect(goBack(FIRST_PAGE).currentPageIndex).toBe(0)
    expect(goBack(goTo(goTo(FIRST_PAGE, 1), 2)).currentPageIndex).toBe(1)
    expect(goBack({ currentPageIndex: 2, previousPageIndices: {} }).currentPageIndex).toBe(1)
  })
})
