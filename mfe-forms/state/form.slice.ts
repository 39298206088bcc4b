import { defineSlice, pathChanged, type On } from '@tessera/shared/store'
import { initialValues } from '../domain/fields/initial-values.ts'
import { fieldsOf, type FieldValue, type FormDefinition, type FormValues } from '../domain/form-definition.ts'
import { FIRST_PAGE } from '../domain/page-info.ts'
import { touchKey } from '../domain/validate-page.ts'
import { cancelled, replaced, progressed, sentAgain } from './upload-steps.ts'
import * as actions from './form-actions.ts'
import {
  isCaptchaMissing,
  NO_FORMS,
  NO_RESPONSE,
  NOT_SENT,
  type FormSettings,
  type FormsState,
  type FormState,
} from './form-state.ts'
import { back, forward, mayContinue, submit, toField, type FormUpdate } from './form-steps.ts'
import { renew, resetForms, restore, startAgain, NO_NOTICES, undoStart } from './recover.ts'

/** A form before anything is filled in. */
export const freshForm = (definition: FormDefinition | null): FormState => ({
  definition,
  values: definition ? initialValues(definition) : {},
  pageInfo: FIRST_PAGE,
  touched: [],
  isSummaryShown: false,
  submitStatus: NOT_SENT,
})

const withForm = (state: FormsState, formId: string, form: FormState): FormsState => ({
  ...state,
  forms: { ...state.forms, [formId]: form },
})

/** Changes one form; does nothing for a form that is not here. */
function change(state: FormsState, formId: string, step: FormUpdate): FormsState {
  const form = state.forms[formId]
  return form?.definition ? withForm(state, formId, { ...form, ...step(form, form.definition) }) : state
}

const hiddenValues = (definition: FormDefinition, data: Readonly<Record<string, string>>): FormValues =>
  Object.fromEntries(
    fieldsOf(definition)
      .filter(({ type }) => type === 'HiddenField')
      .flatMap(({ id, label }) => {
        const value = data[label]
        return value === undefined ? [] : [[id, value]]
      }),
  )

const withSettings = (state: FormsState, recaptcha: Partial<FormSettings['recaptcha']>): FormsState => ({
  ...state,
  settings: { recaptcha: { ...state.settings.recaptcha, ...recaptcha } },
})

/** Sets or removes the captcha token of a form. */
const withCaptchaToken = (state: FormsState, formId: string, token?: string): FormsState =>
  withSettings(
    change(state, formId, () => ({ captchaToken: token })),
    { response: token === undefined ? NO_RESPONSE : { isHuman: true, token } },
  )

/** Actions for loading a form and its initial values. */
function handleLoading(on: On<FormsState>): void {
  on(actions.formLoaded, (state, { payload }) =>
    withForm(state, payload.formId, freshForm(payload.definition)),
  )
  on(actions.formFailed, (state, { payload: { formId, refusal } }) =>
    withForm(state, formId, { ...freshForm(null), refusal }),
  )
  on(actions.loadRequested, (state, { payload }) =>
    withForm(state, payload.formId, { ...freshForm(null), isLoading: true }),
  )
  on(actions.gateGiven, (state, { payload }) => ({ ...state, gate: payload }))
  on(actions.formResumed, (state, { payload }) => change(state, payload.formId, () => payload.state))
  on(actions.hiddenFormDataGiven, (state, { payload }) =>
    change(state, payload.formId, ({ values }, definition) => ({
      values: { ...values, ...hiddenValues(definition, payload.data) },
    })),
  )
  on(actions.valuesAdopted, (state, { payload }) =>
    change(state, payload.formId, ({ values }) => ({ values: { ...values, ...payload.values } })),
  )
}

function handleDrafts(on: On<FormsState>): void {
  on(actions.draftRestored, (state, { payload }) =>
    change(state, payload.formId, (form, definition) => restore(form, definition, payload.draft)),
  )
  on(actions.startedAgain, (state, { payload }) => change(state, payload.formId, startAgain))
  on(actions.startUndone, (state, { payload }) => change(state, payload.formId, undoStart))
  on(actions.formRenewed, (state, { payload: { formId, definition } }) =>
    change(state, formId, (form, before) => renew(form, before, definition)),
  )
}

/** Actions for moving between pages. */
function handleNavigation(on: On<FormsState>): void {
  const go = (state: FormsState, formId: string, step: FormUpdate) =>
    change(state, formId, (form, definition) => ({ ...NO_NOTICES, ...step(form, definition) }))
  on(actions.nextRequested, (state, { payload }) => go(state, payload.formId, forward))
  on(actions.changeRequested, (state, { payload }) => go(state, payload.formId, toField(payload.fieldId)))
  on(actions.previousRequested, (state, { payload }) => go(state, payload.formId, back))
}

/** Stores another answer. The server's problems with the one before are removed, and the form is no longer shown as refused. */
function withAnswer(
  { values, submitStatus }: Pick<FormState, 'values' | 'submitStatus'>,
  fieldId: string,
  value: FieldValue,
): Partial<FormState> {
  const issues = submitStatus.issues.filter((issue) => issue.fieldId !== fieldId)
  const isMended = issues.length < submitStatus.issues.length && !submitStatus.formData.errors[0]
  return {
    values: { ...values, [fieldId]: value },
    submitStatus: { ...submitStatus, issues, success: isMended ? null : submitStatus.success },
  }
}

/** Actions for files: choosing, progress, cancelling, sending again. */
function handleFiles(on: On<FormsState>): void {
  on(actions.fileChosen, (state, { payload: { formId, fieldId, value } }) =>
    change(state, formId, (form) => {
      const chosen = replaced(form, fieldId)
      return { ...chosen, ...withAnswer({ ...form, ...chosen }, fieldId, value ?? '') }
    }),
  )
  on(actions.fileProgressed, (state, { payload: { formId, fieldId, progress } }) =>
    change(state, formId, (form) => progressed(form, fieldId, progress)),
  )
  on(actions.fileCancelled, (state, { payload: { formId, fieldId } }) =>
    change(state, formId, (form) => cancelled(form, fieldId)),
  )
  on(actions.fileSendRequested, (state, { payload: { formId, fieldId } }) =>
    change(state, formId, (form, definition) => sentAgain(form, definition, fieldId)),
  )
}

/** The remote's one slice, under its one key. */
export const formSlice = defineSlice('form', NO_FORMS, (on) => {
  handleLoading(on)
  handleFiles(on)
  handleDrafts(on)
  handleNavigation(on)
  on(actions.valueChanged, (state, { payload }) =>
    change(state, payload.formId, (form) => withAnswer(form, payload.fieldId, payload.value)),
  )
  on(actions.fieldLeft, (state, { payload: { formId, fieldId, part } }) =>
    change(state, formId, ({ touched }) => ({
      touched: [...new Set([...touched, touchKey(fieldId, part)])],
    })),
  )
  on(actions.submitRequested, (state, { payload }) =>
    change(state, payload.formId, (form, definition) =>
      mayContinue(form, definition) && isCaptchaMissing(state.settings, definition, form)
        ? { isSummaryShown: true }
        : submit(form, definition),
    ),
  )
  on(actions.submitFinished, (state, { payload }) =>
    // A captcha token can be used for one attempt only.
    withCaptchaToken(
      change(state, payload.formId, (form, definition) => ({
        submitStatus: { ...NOT_SENT, ...payload.result },
        ...toField(payload.result.issues[0]?.fieldId)(form, definition),
      })),
      payload.formId,
    ),
  )
  on(actions.submitFailed, (state, { payload }) =>
    withCaptchaToken(
      change(state, payload.formId, ({ submitStatus }) => ({
        submitStatus: { ...submitStatus, isSubmitting: false, success: false, failure: payload.failure },
      })),
      payload.formId,
    ),
  )
  on(actions.formsReset, (state) => resetForms(state, (success) => success !== null))
  // A page that is visited again has a new form. One that could not be sent stays: the navigation may fail, or end the document.
  on(pathChanged, (state) => resetForms(state, Boolean))
  on(actions.captchaKeyLoaded, (state, { payload: { siteKey, captcha = state.captcha } }) => ({
    ...withSettings(state, { siteKey }),
    captcha,
  }))
  on(actions.captchaSolved, (state, { payload }) => withCaptchaToken(state, payload.formId, payload.token))
  on(actions.captchaExpired, (state, { payload }) => withCaptchaToken(state, payload.formId))
})
