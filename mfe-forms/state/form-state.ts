import type { Form, FormValues } from '../domain/form-model.ts'
import type { PageInfo } from '../domain/page-info.ts'

/** The result of sending a form, or that it has not been sent. Source: specification 3, Submit status. */
export interface SubmitStatus {
  readonly isSubmitting: boolean
  /** Null: not sent. */
  readonly success: boolean | null
  readonly formPostId: string | null
  readonly errors: readonly string[]
  /** Why there was no answer at all. */
  readonly failure: SubmitFailure | null
  readonly customPostErrors: readonly string[] | null
  /** Set when the post was refused because nobody, or not the right person, is signed in. */
  readonly refusedWith: 401 | 403 | null
  /** Where to go after success; null to stay. */
  readonly redirectUrl: string | null
}

/** Why there was no answer: network failure, time-out, or another error. */
export type SubmitFailure = 'no-answer' | 'timed-out' | 'unexpected'

/** The result of sending. */
export type SubmitResult = Omit<SubmitStatus, 'isSubmitting' | 'success' | 'failure'> & {
  readonly success: boolean
}

/** One form as it is being filled in. */
export interface FormState {
  /** Null when it could not be loaded. */
  readonly form: Form | null
  readonly values: FormValues
  readonly pageInfo: PageInfo
  /** Fields, and parts of fields, that have been left. */
  readonly touched: readonly string[]
  /** Whether the visitor has tried to go on from this page while it had errors. */
  readonly isSummaryShown: boolean
  readonly submitStatus: SubmitStatus
}

/** Before anything was sent. */
export const NOT_SENT: SubmitStatus = {
  isSubmitting: false,
  success: null,
  formPostId: null,
  errors: [],
  failure: null,
  customPostErrors: null,
  refusedWith: null,
  redirectUrl: null,
}

/** Forms by id. */
export type FormsState = Readonly<Record<string, FormState>>

/** This remote's part of the state; empty before anything was loaded. */
export const selectForms = (state: unknown): FormsState =>
  (state as { readonly form?: FormsState } | undefined)?.form ?? {}

/** One form; null when it is not on this page. */
export const selectForm = (state: unknown, formId: string): FormState | null =>
  selectForms(state)[formId] ?? null
