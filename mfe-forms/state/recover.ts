import type { ReadDraft } from '../domain/draft.ts'
import { isSameValue } from '../domain/field-value.ts'
import { initialValues } from '../domain/fields/initial-values.ts'
import { fitValues } from '../domain/fit-values.ts'
import { fieldsOf, type FormDefinition, type FormValues } from '../domain/form-definition.ts'
import { FIRST_PAGE, type PageInfo } from '../domain/page-info.ts'
import { goNext, isPageValid } from '../domain/review.ts'
import { NOT_SENT, type FormsState, type FormState } from './form-state.ts'

/** Removes the notices about an earlier visit once the visitor continues. */
export const NO_NOTICES = { recovered: undefined, discarded: undefined } as const

/** Restore a draft into fields that are still empty, and the page the visitor was on if the pages before it are valid. */
export function restore(
  { values: typed, pageInfo }: FormState,
  definition: FormDefinition,
  draft: ReadDraft,
): Partial<FormState> {
  const initial = initialValues(definition)
  const missing = Object.entries(draft.values).filter(([id]) => isSameValue(typed[id], initial[id]))
  const values = { ...typed, ...Object.fromEntries(missing) }
  const isNews = missing.length > 0 || draft.isOfOtherVersion
  return {
    values,
    pageInfo: pageInfoOf(draft, pageInfo, definition, values),
    ...(isNews && { recovered: draft.isOfOtherVersion ? 'changed' : 'restored' }),
  }
}

/** The page of a draft, or the first page before it that is invalid. */
function pageInfoOf(
  { currentPageIndex, review }: ReadDraft,
  from: PageInfo,
  definition: FormDefinition,
  values: FormState['values'],
): PageInfo {
  let info = from
  for (let steps = definition.pages.length; steps > 0; steps -= 1) {
    if (info.currentPageIndex === currentPageIndex && review !== 'shown') break
    if (!isPageValid(definition, values, info.currentPageIndex)) break
    info = goNext(definition, values, info)
    if (info.review === 'shown') break
  }
  const isBack = info.currentPageIndex === currentPageIndex
  return review === 'left' && isBack ? { ...info, review } : info
}

const emptied = {
  pageInfo: FIRST_PAGE,
  touched: [],
  isSummaryShown: false,
  submitStatus: NOT_SENT,
} satisfies Partial<FormState>

/** The values in the form that its author has changed, as far as they fit. */
export const renew = (
  { values }: FormState,
  before: FormDefinition,
  definition: FormDefinition,
): Partial<FormState> => ({
  ...emptied,
  definition,
  values: { ...initialValues(definition), ...fitValues(definition, values, before.contentVersionId) },
  recovered: 'changed',
})

/** Initial values, except for those from the page (hidden fields), which stay. */
const resetValues = ({ values }: Pick<FormState, 'values'>, definition: FormDefinition): FormValues => ({
  ...initialValues(definition),
  ...Object.fromEntries(
    fieldsOf(definition)
      .filter(({ type }) => type === 'HiddenField')
      .map(({ id }) => [id, values[id] ?? '']),
  ),
})

/** An empty form. */
export const startAgain = (form: FormState, definition: FormDefinition): Partial<FormState> => ({
  ...emptied,
  values: resetValues(form, definition),
  recovered: undefined,
  discarded: { values: form.values, pageInfo: form.pageInfo },
})

/** Resets forms to how they were loaded, by their success: those that are being filled in stay. */
export const resetForms = (state: FormsState, isOver: (success: boolean | null) => boolean): FormsState => ({
  ...state,
  forms: Object.fromEntries(
    Object.entries(state.forms).map(([formId, form]) => {
      const { definition, submitStatus } = form
      if (!definition || !isOver(submitStatus.success)) return [formId, form]
      return [formId, { ...emptied, definition, values: resetValues(form, definition) }]
    }),
  ),
})

/** The form as it was before it was started again. */
export const undoStart = ({ discarded }: FormState): Partial<FormState> => ({
  ...discarded,
  discarded: undefined,
})
