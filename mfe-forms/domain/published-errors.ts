import { isSameValue } from './field-value.ts'
import { initialValues } from './fields/initial-values.ts'
import { fieldsOf, type FormDefinition, type FormValues, type PartName } from './form-definition.ts'
import { touchKey, validatePage } from './validate-page.ts'

/** An error as it is published in events: its field and its rule. */
export interface PublishedError {
  readonly fieldId: string
  readonly part?: PartName
  readonly rule: string
}

/** The state of a form that a visitor is filling in. */
interface Filled {
  readonly values: FormValues
  readonly pageInfo: { readonly currentPageIndex: number }
  readonly touched: readonly string[]
  readonly isSummaryShown: boolean
  readonly submitStatus: { readonly issues: readonly { readonly fieldId: string }[] }
}

/** Whether a visitor has begun to fill in the form: a visible field has changed, or they have tried to continue. */
export function isBegun({ values, pageInfo, isSummaryShown }: Filled, definition: FormDefinition): boolean {
  if (isSummaryShown || pageInfo.currentPageIndex > 0) return true
  const initial = initialValues(definition)
  return fieldsOf(definition).some(
    ({ id, type }) => type !== 'HiddenField' && !isSameValue(values[id], initial[id]),
  )
}

/** The errors that the visitor sees, without those of a field that they have not left yet: half a word is no mistake. */
export function publishedErrors(
  { values, pageInfo, touched, isSummaryShown, submitStatus }: Filled,
  { pages }: FormDefinition,
): readonly PublishedError[] {
  const seen = validatePage(pages[pageInfo.currentPageIndex], values).filter(
    ({ fieldId, part }) => isSummaryShown || touched.includes(touchKey(fieldId, part)),
  )
  return [
    ...seen.map(({ fieldId, part, code }) => ({ fieldId, ...(part && { part }), rule: code })),
    ...submitStatus.issues.map(({ fieldId }) => ({ fieldId, rule: 'server' })),
  ]
}
