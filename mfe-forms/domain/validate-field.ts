import type { Field, FieldCheck, FieldValue } from './form-definition.ts'
import { asText, chosen } from './field-value.ts'
import { onBlur, onChange, type FieldProblem } from './fields/field-kind.ts'
import { kindOf } from './fields/field-kinds.ts'

/** A problem with a field. */
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

/** The problem that a check finds; null if it holds, and for an empty field, which only `required` is about. */
function problemOf(check: FieldCheck, field: Field, value: FieldValue | undefined): FieldProblem | null {
  switch (check.rule) {
    case 'min':
    case 'max':
      return sizeProblem(check.rule, check.limit, asText(field, value).trim())
    case 'minCount':
    case 'maxCount':
      return countProblem(check.rule, check.limit, chosen(value).length)
    case 'pattern':
      return follows(asText(field, value).trim(), check) ? null : onChange({ code: 'notPattern' })
    case 'accepted':
      // For a required field, `required` already says so.
      return chosen(value).length === 0 && !field.isRequired ? onBlur({ code: 'notAccepted' }) : null
  }
}

function sizeProblem(rule: 'min' | 'max', limit: number, text: string): FieldProblem | null {
  if (text === '') return null
  if (rule === 'min') return Number(text) < limit ? onChange({ code: 'tooSmall', limit }) : null
  return Number(text) > limit ? onChange({ code: 'tooLarge', limit }) : null
}

function countProblem(rule: 'minCount' | 'maxCount', limit: number, count: number): FieldProblem | null {
  if (rule === 'maxCount') return count > limit ? onChange({ code: 'tooMany', limit }) : null
  return count > 0 && count < limit ? onBlur({ code: 'tooFew', limit }) : null
}

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
