import type { Field, FieldCheck, FieldValue } from './form-definition.ts'
import { chosen } from './field-value.ts'
import { onBlur, onChange, type FieldProblem } from './fields/field-kind.ts'
import { kindOf } from './fields/field-kinds.ts'

/** A problem with a field. */
export type FieldError = FieldProblem & {
  readonly fieldId: string
  readonly label: string
  /** The author's own message. */
  readonly message?: string | undefined
}

/** Everything wrong with a field's value: by its type, then by the checks of its author. Source: specification 5, Forms. */
export function validateField(field: Field, value: FieldValue | undefined): readonly FieldError[] {
  const { id: fieldId, label, checks = [], ownMessages } = field
  return [
    ...kindOf(field).problems(field, value),
    ...checks.flatMap((check) => problemOf(check, field, value) || []),
  ].map((problem) => ({ fieldId, label, ...problem, message: ownMessages?.[problem.code] }))
}

/** The problem that a check finds; false if it holds, and for an empty field, which `required` and the acceptance of a box are about. */
function problemOf(check: FieldCheck, field: Field, value: FieldValue | undefined): FieldProblem | false {
  const text = kindOf(field).compared(field, value).trim()
  const number = Number(text || NaN)
  const count = chosen(value).length
  switch (check.rule) {
    case 'min':
      return number < check.limit && onChange({ code: 'tooSmall', limit: check.limit })
    case 'max':
      return number > check.limit && onChange({ code: 'tooLarge', limit: check.limit })
    case 'minCount':
      return count > 0 && count < check.limit && onBlur({ code: 'tooFew', limit: check.limit })
    case 'maxCount':
      return count > check.limit && onChange({ code: 'tooMany', limit: check.limit })
    case 'pattern':
      return !follows(text, check) && onChange({ code: 'notPattern' })
    case 'accepted':
      return acceptanceProblem(field, text)
  }
}

/** For a required field without an answer, `required` already says so; an optional one of several options may have none. */
const acceptanceProblem = (field: Field, text: string): FieldProblem | false =>
  (text === '' ? field.type === 'Checkbox' && !field.isRequired : text !== 'true') &&
  onBlur({ code: 'notAccepted' })

/** Longer texts are not tested against a pattern, which might take extremely long. */
const MAX_PATTERN_TEXT = 1_000

/** Whether a text matches a pattern. An invalid pattern is ignored. */
function follows(
  text: string,
  { pattern, flags }: { readonly pattern: string; readonly flags: string },
): boolean {
  if (text === '' || text.length > MAX_PATTERN_TEXT) return true
  try {
    return new RegExp(pattern, flags).test(text)
  } catch {
    return true
  }
}
