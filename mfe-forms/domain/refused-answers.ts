import { controlIdOf } from './control-id.ts'
import { isObject } from './field-value.ts'
import type { FormDefinition, FormValues } from './form-definition.ts'
import { pathThrough } from './navigation-rules.ts'
import type { PostAnswer, PostIssue } from './post-answer.ts'

/** A field that the visitor has seen, and the control at which a problem with it is shown. */
export interface SeenField extends Omit<PostIssue, 'message'> {
  readonly pageIndex: number
}

/** The fields that the visitor has seen on the way through a form, in their order. */
export const seenFields = (definition: FormDefinition, values: FormValues): readonly SeenField[] =>
  pathThrough(definition, values).path.flatMap((pageIndex) =>
    (definition.pages[pageIndex]?.fields ?? [])
      .filter(({ type }) => type !== 'HiddenField')
      .map((field) => ({ fieldId: field.id, controlId: controlIdOf(field), pageIndex })),
  )

/**
 * What the Forms API says of refused answers, `data: [{ field, message }]`: the problems of fields that the visitor has seen, in their order;
 * all others are errors of the form. Null for any other answer. Source: reference delivery-api, 422.
 */
export function readRefusedAnswers(
  body: unknown,
  seen: readonly SeenField[],
): Required<Pick<PostAnswer, 'issues' | 'errors'>> | null {
  const data = isObject(body) && Array.isArray(body['data']) ? body['data'].filter(isObject) : []
  const problems = data.flatMap(({ field, message }) =>
    typeof message === 'string' && message !== '' ? [{ field, message }] : [],
  )
  if (problems.length === 0) return null
  const others = problems.filter(({ field }) => seen.every(({ fieldId }) => fieldId !== field))
  return {
    issues: seen.flatMap(({ fieldId, controlId }) =>
      problems
        .filter(({ field }) => field === fieldId)
        .map(({ message }) => ({ fieldId, controlId, message })),
    ),
    errors: [...new Set(others.map(({ message }) => message))],
  }
}
