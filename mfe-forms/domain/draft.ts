import { initialValues, kindOf } from './fields/field-kinds.ts'
import {
  fieldsOf,
  type Field,
  type FieldValue,
  type FormDefinition,
  type FormValues,
} from './form-definition.ts'

/** What a visitor had typed into a form when they had to leave it. */
export interface Draft {
  /** Who typed it; null where nobody was signed in. */
  readonly userId: string | null
  /** Milliseconds since 1970. */
  readonly keptAt: number
  readonly currentPageIndex: number
  readonly values: FormValues
}

/** Lifetime of a draft; older ones are dropped. */
export const DRAFT_LIFETIME_MS = 3_600_000

/** What of a form's values may be kept: what was typed or chosen; never files, nor what the form brought along. */
export function draftValues(form: FormDefinition, values: FormValues): FormValues {
  const initial = initialValues(form)
  return Object.fromEntries(
    keptFields(form)
      .map(({ id }) => [id, values[id]] as const)
      .filter((pair): pair is readonly [string, FieldValue] => pair[1] !== undefined)
      .filter(([id, value]) => !isSameValue(value, initial[id])),
  )
}

/** Whether a draft is too old; anything that is no draft is. */
export const isStale = (value: unknown, now: number): boolean => {
  const keptAt = isObject(value) ? value['keptAt'] : undefined
  return typeof keptAt !== 'number' || keptAt > now || now - keptAt > DRAFT_LIFETIME_MS
}

/**
 * A draft from storage, which anything may have written. Null for what is no draft or too old, and for what was typed by
 * somebody else than `userId`: another user, or a user where nobody is signed in. Fields that the form has not are dropped.
 */
export function readDraft(
  value: unknown,
  form: FormDefinition,
  userId: string | null,
  now: number,
): Draft | null {
  if (!isObject(value) || isStale(value, now) || !isObject(value['values'])) return null
  const owner = value['userId']
  if (owner !== null && owner !== userId) return null
  const { values, currentPageIndex, keptAt } = value
  const kept = keptFields(form)
    .map((field) => [field.id, kindOf(field).parsed(field, values[field.id])] as const)
    .filter((pair): pair is readonly [string, FieldValue] => pair[1] !== null)
  return {
    userId,
    keptAt: Number(keptAt),
    currentPageIndex: Number.isInteger(currentPageIndex) ? Number(currentPageIndex) : 0,
    values: Object.fromEntries(kept),
  }
}

/** Whether two values of a field are the same. */
export const isSameValue = (one: FieldValue | undefined, other: FieldValue | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Fields whose values are the visitor's own, can be put back by script, and may be kept at all. */
const keptFields = (form: FormDefinition): readonly Field[] =>
  fieldsOf(form).filter(
    ({ type, isSensitive }) =>
      type !== 'Upload' && type !== 'HiddenField' && type !== 'SectionBreak' && !isSensitive,
  )

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
