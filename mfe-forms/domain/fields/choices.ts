import { DROPDOWN_EMPTY_VALUE } from '@tessera/shared/config'
import { soleOption } from '../control-id.ts'
import { asText, chosenOption, chosenOptions } from '../field-value.ts'
import type { Field, FieldValue } from '../form-definition.ts'
import { lineOf, REQUIRED, textNamed, type FieldKind } from './field-kind.ts'
import { nameOfOption } from './part-name.ts'

/** One of a few visible options. The value is the id of the option; an option without a value is no choice. */
export const radioKind: FieldKind = {
  problems: (field, value) => (field.isRequired && !chosenOption(field, value)?.value ? [REQUIRED] : []),
  posted(field, entries) {
    const named = textNamed(entries, field.id)
    if (named !== null) return radioKind.parsed(field, named) ?? ''
    return field.options?.find(({ id }) => textNamed(entries, `${field.id}-${id}`) !== null)?.id ?? null
  },
  parsed: ({ options = [] }, value) => options.find(({ id }) => id === value)?.id ?? null,
  compared: (field, value) => chosenOption(field, value)?.value ?? '',
  lines: nameOfChoice,
}

/** One of a list. The value is that of the item; an item without one means that nothing was chosen. */
export const dropdownKind: FieldKind = {
  problems: (field, value) => (field.isRequired && asText(field, value) === '' ? [REQUIRED] : []),
  posted(field, entries) {
    const named = textNamed(entries, field.id)
    return named && (field.options?.find(({ value }) => value === named)?.value ?? '')
  },
  parsed({ options = [] }, value) {
    if (value === '' || value === DROPDOWN_EMPTY_VALUE) return value
    return options.find((option) => option.value === value)?.value ?? null
  },
  compared: asText,
  lines: nameOfChoice,
}

/** Any of a few. The value is the list of the ids of those that are chosen. */
export const checkboxKind: FieldKind = {
  problems: (field, value) =>
    field.isRequired && chosenOptions(field, value).length === 0 ? [REQUIRED] : [],
  posted(field, entries, versionId) {
    const named = entries.filter(([name]) => name === field.id).map(([, value]) => value)
    const ids = (field.options ?? [])
      .filter(
        (option) =>
          named.includes(option.id) || textNamed(entries, nameOfOption(field.id, option, versionId)) !== null,
      )
      .map(({ id }) => id)
    return ids.length > 0 ? ids : null
  },
  parsed(field, value) {
    const known = new Set((field.options ?? []).map(({ id }) => id))
    return Array.isArray(value) ? value.filter((id): id is string => known.has(id as string)) : null
  },
  compared: (field, value) =>
    chosenOptions(field, value)
      .map((option) => option.value)
      .join(','),
  lines: (field, value, { yes }) =>
    chosenOptions(field, value).map(({ name }) => (soleOption(field) ? yes : name)),
}

/** The name of the chosen option; none if it has no value. */
function nameOfChoice(field: Field, value: FieldValue | undefined): readonly string[] {
  const option = chosenOption(field, value)
  return option?.value ? lineOf(option.name) : []
}
