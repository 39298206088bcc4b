import { defineSlice } from '@tessera/shared/store'
import { initialValues } from '../domain/field-value.ts'
import { isSameValue, type Draft } from '../domain/draft.ts'
import type { Form } from '../domain/form-model.ts'
import { nextPageIndex } from '../domain/navigation-rules.ts'
import { FIRST_PAGE, goBack, goTo } from '../domain/page-info.ts'
import { touchKey, validatePage } from '../domain/validate-page.ts'
import {
  draftRestored,
  fieldLeft,
  formFailed,
  formLoaded,
  nextRequested,
  previousRequested,
  submitFailed,
  submitFinished,
  submitRequested,
  valueChanged,
  valuesAdopted,
} from './form-actions.ts'
import { NOT_SENT, type FormsState, type FormState } from './form-state.ts'

const fresh = (form: Form | null): FormState => ({
  form,
  values: form ? initialValues(form) : {},
  pageInfo: FIRST_PAGE,
  touched: [],
  isSummaryShown: false,
  submitStatus: NOT_SENT,
})

/** Change one form; nothing for a form that is not here. */
function change(
  forms: FormsState,
  formId: string,
  step: (state: FormState, form: Form) => Partial<FormState>,
): FormsState {
  const state = forms[formId]
  return state?.form ? { ...forms, [formId]: { ...state, ...step(state, state.form) } } : forms
}

/** Whether the visitor may go on from the current page. */
const isInOrder = ({ values, pageInfo }: FormState, form: Form): boolean =>
  validatePage(form.pages[pageInfo.currentPageIndex], values).length === 0

const isAnySubmitting = (forms: FormsState): boolean =>
  Object.values(forms).some(({ submitStatus }) => submitStatus.isSubmitting)

function goOn(state: FormState, form: Form): Partial<FormState> {
  if (!isInOrder(state, form)) return { isSummaryShown: true }
  const next = nextPageIndex(form, state.values, state.pageInfo.currentPageIndex)
  return next === null ? {} : { pageInfo: goTo(state.pageInfo, next), isSummaryShown: false }
}

/** Restore a draft into fields that are still empty, and the page the visitor was on if the pages before it are valid. */
function restore(state: FormState, form: Form, { values, currentPageIndex }: Draft): Partial<FormState> {
  const initial = initialValues(form)
  const missing = Object.entries(values).filter(([id]) => isSameValue(state.values[id], initial[id]))
  let restored: FormState = { ...state, values: { ...state.values, ...Object.fromEntries(missing) } }
  for (let steps = form.pages.length; steps > 0; steps -= 1) {
    const { pageInfo } = goOn(restored, form)
    if (!pageInfo || restored.pageInfo.currentPageIndex === currentPageIndex) break
    restored = { ...restored, pageInfo }
  }
  return { values: restored.values, pageInfo: restored.pageInfo }
}

function submit(state: FormState, form: Form): Partial<FormState> {
  if (state.submitStatus.success) return {}
  return isInOrder(state, form)
    ? { submitStatus: { ...NOT_SENT, isSubmitting: true }, isSummaryShown: false }
    : { isSummaryShown: true }
}

const NONE: FormsState = {}

/** The remote's one slice, under its one key. */
export const formSlice = defineSlice('form', NONE, (on) => {
  on(formLoaded, (forms, { payload }) => ({ ...forms, [payload.formId]: fresh(payload.form) }))
  on(formFailed, (forms, { payload }) => ({ ...forms, [payload.formId]: fresh(null) }))
  on(valuesAdopted, (forms, { payload }) =>
    change(forms, payload.formId, ({ values }) => ({ values: { ...values, ...payload.values } })),
  )
  on(draftRestored, (forms, { payload }) =>
    change(forms, payload.formId, (state, form) => restore(state, form, payload.draft)),
  )
  on(valueChanged, (forms, { payload }) =>
    change(forms, payload.formId, ({ values }) => ({
      values: { ...values, [payload.fieldId]: payload.value },
    })),
  )
  on(fieldLeft, (forms, { payload: { formId, fieldId, part } }) =>
    change(forms, formId, ({ touched }) => ({
      touched: [...new Set([...touched, touchKey(fieldId, part)])],
    })),
  )
  on(nextRequested, (forms, { payload }) => change(forms, payload.formId, goOn))
  on(previousRequested, (forms, { payload }) =>
    change(forms, payload.formId, ({ pageInfo }) => ({
      pageInfo: goBack(pageInfo),
      isSummaryShown: false,
    })),
  )
  // The epic sends one form at a time and ignores further requests meanwhile; so does the reducer, or a form would stay "sending" for ever.
  on(submitRequested, (forms, { payload }) =>
    isAnySubmitting(forms) ? forms : change(forms, payload.formId, submit),
  )
  on(submitFinished, (forms, { payload }) =>
    change(forms, payload.formId, () => ({ submitStatus: { ...NOT_SENT, ...payload.result } })),
  )
  on(submitFailed, (forms, { payload }) =>
    change(forms, payload.formId, () => ({
      submitStatus: { ...NOT_SENT, success: false, failure: payload.failure },
    })),
  )
})
