import type { FormPage, FormValues, PartName } from './form-definition.ts'
import { validateField, type FieldError } from './validate-field.ts'

/** Everything wrong on a page, in the order of its fields. */
export const validatePage = (page: FormPage | undefined, values: FormValues): readonly FieldError[] =>
  (page?.fields ?? []).flatMap((field) => validateField(field, values[field.id]))

/** Key under which a field, or a part of one, is stored once it was left. */
export const touchKey = (fieldId: string, part?: PartName): string => (part ? `${fieldId}/${part}` : fieldId)

/**
 * The errors to show beside fields: those of a change at once, those of leaving a field only after it was left, and all of
 * them once the visitor has tried to go on. Source: specification 5, Forms.
 */
export const shownErrors = (
  errors: readonly FieldError[],
  touched: readonly string[],
  isSummaryShown: boolean,
): readonly FieldError[] =>
  errors.filter(
    ({ fieldId, part, when }) =>
      isSummaryShown || when === 'onChange' || touched.includes(touchKey(fieldId, part)),
  )
