import type { FormDefinition } from '../domain/form-definition.ts'
import { goBack, goChange } from '../domain/page-info.ts'
import { goNext, invalidPage, isPageValid, pageOfField } from '../domain/review.ts'
import type { FormState } from './form-state.ts'
import { allWaiting } from './upload-steps.ts'

/** A change of a form's state, for the reducer. */
export type FormUpdate = (state: FormState, definition: FormDefinition) => Partial<FormState>

/** Whether the current page is valid, so that the visitor may continue. */
export const mayContinue = ({ values, pageInfo }: FormState, definition: FormDefinition): boolean =>
  isPageValid(definition, values, pageInfo.currentPageIndex)

/** A page is entered silently: it shows no error of a field that was left before. Source: specification 4, Form lifecycle. */
const ENTERED = { touched: [], isSummaryShown: false } as const

/** The next page or the review if this page is valid; else its errors are shown. */
export const forward: FormUpdate = (state, definition) => {
  if (!mayContinue(state, definition)) return { isSummaryShown: true }
  const pageInfo = goNext(definition, state.values, state.pageInfo)
  return pageInfo === state.pageInfo ? {} : { ...ENTERED, pageInfo }
}

/** Back to where this page was reached from. */
export const back: FormUpdate = ({ pageInfo }) => ({ ...ENTERED, pageInfo: goBack(pageInfo) })

/** Back to the page of a field, if there is one. */
export const toField =
  (fieldId = ''): FormUpdate =>
  ({ pageInfo }, definition) => {
    const page = pageOfField(definition, fieldId)
    return page === null ? {} : { ...ENTERED, pageInfo: goChange(pageInfo, page) }
  }

/** Sends the form if it is valid. What was sent before is kept in the status, so that no step of a submission is made twice. */
export const submit: FormUpdate = (state, definition) => {
  const { isSubmitting, success } = state.submitStatus
  if (isSubmitting || success) return {}
  if (definition.hasReview && state.pageInfo.review !== 'shown') return forward(state, definition)
  const wrong = definition.hasReview ? invalidPage(definition, state.values) : null
  if (wrong !== null) return { pageInfo: goChange(state.pageInfo, wrong), isSummaryShown: true }
  if (!mayContinue(state, definition)) return { isSummaryShown: true }
  return {
    submitStatus: {
      ...state.submitStatus,
      files: allWaiting(definition, state),
      isSubmitting: true,
      success: null,
      failure: null,
      refusedWith: null,
      issues: [],
    },
    isSummaryShown: false,
  }
}
