import { asText, chosen, chosenOption } from './field-value.ts'
import type { Field, FieldValue, Form, FormValues, NavigationRule } from './form-model.ts'

/** What a checkbox rule compares with: this word means chosen, any other not chosen. */
const CHECKED = 'checked'

/**
 * The page that follows: the next one, null after the last, unless a rule of the page says another. Of several rules that
 * fit, the last one counts. Source: specification 4, Form lifecycle.
 */
export function nextPageIndex(form: Form, values: FormValues, currentPageIndex: number): number | null {
  const following = currentPageIndex + 1 < form.pages.length ? currentPageIndex + 1 : null
  const fields = form.pages.flatMap((page) => page.fields)
  const fits = (rule: NavigationRule) => {
    const field = fields.find((each) => each.id === rule.id)
    // A rule that leads to its own page would hold the visitor there for ever.
    return (
      field !== undefined &&
      rule.successPageIndex !== currentPageIndex &&
      applies(rule, field, values[field.id])
    )
  }
  return form.pages[currentPageIndex]?.rules.findLast(fits)?.successPageIndex ?? following
}

function applies(rule: NavigationRule, field: Field, value: FieldValue | undefined): boolean {
  switch (rule.operator) {
    case 'is':
      return isEqual(rule, field, value)
    case 'is not':
      return !isEqual(rule, field, value)
    case 'does not contain':
      return !plainValues(field, value).some((text) => text.includes(rule.value))
  }
}

function isEqual(rule: NavigationRule, field: Field, value: FieldValue | undefined): boolean {
  if (field.type === 'Checkbox') return isCheckboxEqual(rule, field, value)
  const option = rule.value === '' ? field.options?.find(({ id }) => id === rule.subId) : undefined
  return plainValues(field, value).includes(option?.value ?? rule.value)
}

/** By list item: the rule names one option, and "checked" or not. Without an option, any chosen value counts. */
function isCheckboxEqual(rule: NavigationRule, field: Field, value: FieldValue | undefined): boolean {
  if (rule.subId === undefined) return plainValues(field, value).includes(rule.value)
  const isChosen = chosen(value).includes(rule.subId)
  const option = field.options?.find(({ id }) => id === rule.subId)
  const wantsChosen = rule.value === '' || rule.value === CHECKED || rule.value === option?.value
  return isChosen === wantsChosen
}

/** A value as it would be posted. */
function plainValues(field: Field, value: FieldValue | undefined): readonly string[] {
  if (field.type === 'Checkbox')
    return (field.options ?? [])
      .filter((option) => chosen(value).includes(option.id))
      .map((option) => option.value)
  if (field.options) return [chosenOption(field, value)?.value ?? '']
  if (field.parts && typeof value === 'object') return [Object.values(value).join(' ')]
  return [asText(field, value)]
}
