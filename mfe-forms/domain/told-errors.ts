import { isSameValue } from './field-value.ts'
import { initialValues } from './fields/initial-values.ts'
import { fieldsOf, type FormDefinition, type FormValues, type PartName } from './form-definition.ts'
import { shownErrors, touchKey, validatePage } from './validate-page.ts'

/** Something wrong as others are told of it: where, and which rule. */
export interface ToldError {
  readonly fieldId: string
  readonly part?: PartName
  readonly rule: string
}

/** What the visitor has done with a form so far. */
interface Filled {
  readonly values: FormValues
  readonly pageInfo: { readonly currentPageIndex: number }
  readonly touched: readonly string[]
  readonly isSummaryShown: boolean
  readonly submitStatus: { readonly issues: readonly { readonly fieldId?: string }[] }
}

/** Whether a visitor has begun to fill it in: a field that they see is not as it was, or they have tried to go on. */
export function isBegun({ values, pageInfo, isSummaryShown }: Filled, definition: FormDefinition): boolean {
  if (isSummaryShown || pageInfo.currentPageIndex > 0) return true
  const initial = initialValues(definition)
  return fieldsOf(definition).some(
    ({ id, type }) => type !== 'HiddenField' && !isSameValue(values[id], initial[id]),
  )
}

/** What the visitor sees to be wrong, but not of a field that they are still in: half a word is no mistake. */
export function toldErrors(
  { values, pageInfo, touched, isSummaryShown, submitStatus }: Filled,
  { pages }: FormDefinition,
): readonly ToldError[] {
  const errors = validatePage(pages[pageInfo.currentPageIndex], values)
  const seen = shownErrors(errors, touched, isSummaryShown).filter(
    ({ fieldId, part }) => isSummaryShown || touched.includes(touchKey(fieldId, part)),
  )
  return [
    ...seen.map(({ fieldId, part, code }) => ({ fieldId, ...(part && { part }), rule: code })),
    ...submitStatus.issues.flatMap(({ fieldId }) =>
      fieldId === undefined ? [] : [{ fieldId, rule: 'server' }],
    ),
  ]
}
