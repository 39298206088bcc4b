import type { FormDefinition } from '../domain/form-definition.ts'
import { goChange } from '../domain/page-info.ts'
import { goNext, invalidPage, isPageValid, pageOfField } from '../domain/review.ts'
import { NOT_SENT, type FormState } from './form-state.ts'
import { allWaiting } from './upload-steps.ts'

/** A change of a form's state, for the reducer. */
export type FormUpdate = (state: FormState, definition: FormDefinition) => Partial<FormState>

/** Whether the current page is valid, so that the visitor may continue. */
export const mayContinue = ({ values, pageInfo }: FormState, definition: FormDefinition): boolean =>
  isPageValid(definition, values, pageInfo.currentPageIndex)

/** The next page or the review if this page is valid; else its errors are shown. */
export const forward: FormUpdate = (state, definition) => {
  if (!mayContinue(state, definition)) return { isSummaryShown: true }
  const pageInfo = goNext(definition, state.values, state.pageInfo)
  return pageInfo === state.pageInfo ? {} : { pageInfo, isSummaryShown: false }
}

/** Back to the page of a field, if there is one. */
export const toField =
  (fieldId = ''): FormUpdate =>
  ({ pageInfo }, definition) => {
    const page = pageOfField(definition, fieldId)
    return page === null ? {} : { pageInfo: goChange(pageInfo, page), isSummaryShown: false }
  }

/** Sends the form if it is valid. What was sent before is kept in the status, so that no step of a submission is made twice. */
export const submit: FormUpdate = (state, definition) => {
  const { isSubmitting, success } = state.submitStatus
  if (isSubmitting || success) return {}
  if (definition.hasReview && state.pageInfo.review !== 'shown') return forward(state, definition)
  const wrong = definition.hasReview ? invalidPage(definition, state.values) : null
  if (wrong !== null) return { pageInfo: goChange(state.pageInfo, wrong), isSummaryShown: true }
  if (!mayContinue(state, definition)) return { isSummaryShown: true }
  const { formData, customPost, formPostId } = state.submitStatus
  const files = allWaiting(definition, state)
  return {
    submitStatus: { ...NOT_SENT, formData, customPost, files, formPostId, isSubmitting: true },
    isSummaryShown: false,
  }
}
