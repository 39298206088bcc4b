import type { Field, FieldValue } from './form-definition.ts'
import { asText, chosen } from './field-value.ts'
import type { FieldProblem } from './fields/field-kind.ts'
import { onBlur, onChange } from './fields/field-kind.ts'
import { kindOf } from './fields/field-kinds.ts'
import type { FieldCheck } from './form-definition.ts'
import { isPastDay } from './text-rules.ts'

/** One thing wrong with a field. */
export type FieldError = FieldProblem & { readonly fieldId: string; readonly label: string }

/** Everything wrong with a field's value: by its type, then by the checks of its author. Source: specification 5, Forms. */
export function validateField(field: Field, value: FieldValue | undefined): readonly FieldError[] {
  const problems = kindOf(field).problems(field, value)
  const checks = (field.checks ?? []).flatMap((check) => failed(check, field, value))
  const { ownMessages } = field
  return [...problems, ...checks].map((problem) => {
    const message = problem.message ?? ownMessages?.[problem.code]
    return { fieldId: field.id, label: field.label, ...problem, ...(message && { message }) }
  })
}

function failed(check: FieldCheck, field: Field, value: FieldValue | undefined): readonly FieldProblem[] {
  const problem = problemOf(check, field, value)
  return problem === null ? [] : [{ ...problem, ...(check.message && { message: check.message }) }]
}

/** What a check finds; null where it holds, and for what is not filled in, which is the business of `required` alone. */
function problemOf(check: FieldCheck, field: Field, value: FieldValue | undefined): FieldProblem | null {
  const text = asText(field, value).trim()
  const count = chosen(value).length
  switch (check.rule) {
    case 'min':
      return text !== '' && Number(text) < check.limit
        ? onChange({ code: 'tooSmall', limit: check.limit })
        : null
    case 'max':
      return text !== '' && Number(text) > check.limit
        ? onChange({ code: 'tooLarge', limit: check.limit })
        : null
    case 'minCount':
      return count > 0 && count < check.limit ? onBlur({ code: 'tooFew', limit: check.limit }) : null
    case 'maxCount':
      return count > check.limit ? onChange({ code: 'tooMany', limit: check.limit }) : null
    case 'pattern':
      return text !== '' && !follows(text, check) ? onChange({ code: 'notPattern' }) : null
    case 'past':
      return text !== '' && !isPastDay(text) ? onBlur({ code: 'notPast' }) : null
    case 'accepted':
      return count === 0 ? onBlur({ code: 'notAccepted' }) : null
  }
}

/** Longer texts are not held against a pattern, which may take for ever about them. */
const MAX_PATTERN_TEXT = 1_000

/** A pattern that no browser can read holds for nobody, and so for everybody. */
function follows(
  text: string,
  { pattern, flags }: { readonly pattern: string; readonly flags: string },
): boolean {
  if (text.length > MAX_PATTERN_TEXT) return true
  try {
    return new RegExp(pattern, flags).test(text)
  } catch {
    return true
  }
}
