import { chosen } from './field-value.ts'
import { kindOf } from './fields/field-kinds.ts'
import {
  fieldsOf,
  type Field,
  type FieldValue,
  type FormDefinition,
  type FormValues,
  type NavigationRule,
} from './form-definition.ts'

/** What a checkbox rule compares with: this word means chosen, any other not chosen. */
const CHECKED = 'checked'

/**
 * The page that follows: the next one, null after the last, unless a rule of the page names another. If several rules apply, the last one
 * counts. Source: specification 4, Form lifecycle.
 */
export function nextPageIndex(
  definition: FormDefinition,
  values: FormValues,
  currentPageIndex: number,
): number | null {
  const { pages } = definition
  const following = currentPageIndex + 1 < pages.length ? currentPageIndex + 1 : null
  const fields = fieldsOf(definition)
  const fits = (rule: NavigationRule) => {
    const field = fields.find((each) => each.id === rule.id)
    return field !== undefined && applies(rule, field, values[field.id])
  }
  return pages[currentPageIndex]?.rules.findLast(fits)?.successPageIndex ?? following
}

/** The pages that the answers lead through, from the first one. `hasEnd` is false if they form a loop, and so have no end. */
export function pathThrough(
  definition: FormDefinition,
  values: FormValues,
): { readonly path: readonly number[]; readonly hasEnd: boolean } {
  const path = [0]
  for (;;) {
    const next = nextPageIndex(definition, values, path.at(-1) ?? 0)
    if (next === null) return { path, hasEnd: true }
    if (path.includes(next)) return { path, hasEnd: false }
    path.push(next)
  }
}

function applies(rule: NavigationRule, field: Field, value: FieldValue | undefined): boolean {
  const text = kindOf(field).compared(field, value)
  const operand = operandOf(rule, field)
  const isEqual = () => {
    if (field.type === 'Checkbox')
      return chosen(value).includes(rule.subId ?? '') === (rule.value === CHECKED)
    // A blank answer equals nothing, not even an empty text.
    if (text === '') return false
    return field.type === 'Number' ? compareNumbers(text, operand, (a, b) => a === b) : text === operand
  }
  const contains = () => text !== '' && text.includes(operand)
  switch (rule.operator) {
    case 'is':
      return isEqual()
    case 'is not':
      return !isEqual()
    case 'contains':
      return contains()
    case 'does not contain':
      return !contains()
    case 'begins with':
      return text !== '' && text.startsWith(operand)
    case 'ends with':
      return text !== '' && text.endsWith(operand)
    case 'greater than':
      return compareNumbers(text, operand, (a, b) => a > b)
    case 'less than':
      return compareNumbers(text, operand, (a, b) => a < b)
  }
}

/** The value that a rule compares with: that of the list item which a drop-down's rule names, else the rule's own. */
function operandOf({ value, subId }: NavigationRule, field: Field): string {
  const item = field.type === 'Dropdown' && field.options?.find(({ id }) => id === subId)
  return item ? item.value : value
}

/** Compares numbers as numbers: 05 is 5. False if one of the texts is no number. */
function compareNumbers(one: string, other: string, compare: (a: number, b: number) => boolean): boolean {
  const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))
  return isNumber(one) && isNumber(other) && compare(Number(one), Number(other))
}
