import type { Json, JsonObject } from '@tessera/shared/contract'
import { chosenOptions, partOf } from '../field-value.ts'
import { kindOf } from '../fields/field-kinds.ts'
import { hasPeriod } from '../fields/clock.ts'
import {
  fieldsOf,
  type Field,
  type FieldValue,
  type FormDefinition,
  type FormValues,
} from '../form-definition.ts'

/**
 * The body of a post to the Forms API: values by field id, in the JSON form of their types; empty ones are left out. Source: reference
 * forms 3.1.
 */
export const entryJson = (definition: FormDefinition, values: FormValues): JsonObject =>
  Object.fromEntries(
    fieldsOf(definition)
      .map((field) => [field.id, jsonOf(field, values[field.id])] as const)
      .filter((pair): pair is readonly [string, Json] => pair[1] !== null),
  )

function jsonOf(field: Field, value: FieldValue | undefined): Json | null {
  if (field.type === 'SectionBreak') return null
  if (field.type === 'Time') return timeText(field, value)
  const text = kindOf(field).compared(field, value).trim()
  switch (field.json) {
    case 'boolean':
      // A box that is not ticked says no; of several options none may be chosen.
      return text === '' && field.type !== 'Checkbox' ? null : text === 'true'
    case 'list':
      if (text === '') return null
      // One choice of a list is a list, too.
      return field.type === 'Checkbox' ? chosenOptions(field, value).map((option) => option.value) : [text]
    case 'integer':
    case 'number':
      return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null
    default:
      return text || null
  }
}

/** "09:05" for nine in the morning, "21:05" for the evening; null for a time that is not given. */
function timeText(field: Field, value: FieldValue | undefined): string | null {
  const hours = Number(partOf(value, 'hours') || NaN)
  const minutes = partOf(value, 'minutes')
  if (!Number.isInteger(hours) || minutes === '') return null
  const afternoon = partOf(value, 'period') === 'PM' ? 12 : 0
  const hour = hasPeriod(field) ? (hours % 12) + afternoon : hours
  return `${String(hour).padStart(2, '0')}:${minutes}`
}
