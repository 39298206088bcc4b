import type { FormCaptcha, FormGate } from '@tessera/shared/contract'
import type { FormDefinition, FormValues } from '../domain/form-definition.ts'
import type { PageInfo } from '../domain/page-info.ts'
import type { PostIssue } from '../domain/post-answer.ts'

/** One call of a submission. */
export interface CallStatus {
  /** Null: not made. */
  readonly url: string | null
  readonly success: boolean | null
  readonly errors: readonly string[]
}

/** The files of a submission. */
export interface FilesStatus {
  readonly success: boolean | null
  readonly errors: readonly string[]
  readonly total: number
  readonly processed: number
  /** How far each file is, by its field. */
  readonly byField: FilesProgress
}

/** How far a file is that is sent, or was to be. One that has arrived is not sent again. */
export interface FileProgress {
  /** `chosen`: in the place of one that was to be sent. */
  readonly step: 'waiting' | 'sending' | 'arrived' | 'failed' | 'cancelled' | 'chosen'
  /** While it is sent: 0 to 100, by its bytes. At 100 its answer is waited for. */
  readonly percent?: number
  /** Why it failed, in the words of specification 8. */
  readonly error?: string
  /** Why the host has not taken it, in the host's words. */
  readonly refusal?: string
  /** Sent once more, it would be refused once more. */
  readonly isFinal?: true
}

export type FilesProgress = Readonly<Record<string, FileProgress>>

/** What has become of sending a form. Source: specification 3, Submit status. */
export interface SubmitStatus {
  readonly formData: CallStatus
  readonly customPost: CallStatus
  readonly files: FilesStatus
  /** Where to go after success; null to stay. */
  readonly redirectOnSuccessUrl: string | null
  /** What the answer says after success: plain text, instead of the form's own words. */
  readonly successMessage: string | null
  readonly isSubmitting: boolean
  /** Null: not sent. */
  readonly success: boolean | null
  readonly formPostId: string | null
  /** Why there was no answer at all. */
  readonly failure: SubmitFailure | null
  /** Set when the post was refused because nobody, or not the right person, is signed in. */
  readonly refusedWith: 401 | 403 | null
  /** What the server found wrong. */
  readonly issues: readonly PostIssue[]
}

/** The browser no longer has the file. Source: specification 8, Forms. */
export const COULD_NOT_SEND = 'could not send file'

/** Why there was no answer: network failure, time-out, or another error. */
export type SubmitFailure = 'no-answer' | 'timed-out' | 'unexpected'

/** The result of sending. */
export type SubmitResult = Omit<SubmitStatus, 'isSubmitting' | 'success' | 'failure'> & {
  readonly success: boolean
}

/** One form as it is being filled in. The specification's form data and page info are made of it: `state/form-entities`. */
export interface FormState {
  /** Null when it could not be loaded. */
  readonly definition: FormDefinition | null
  /** Set while it is loaded from the browser: the page came without it. */
  readonly isLoading?: boolean
  readonly values: FormValues
  readonly pageInfo: PageInfo
  /** Fields, and parts of fields, that have been left. */
  readonly touched: readonly string[]
  /** Whether the visitor has tried to go on from this page while it had errors. */
  readonly isSummaryShown: boolean
  readonly submitStatus: SubmitStatus
  /** Proof that whoever fills it in is human, until it is used or too old. */
  readonly captchaToken?: string | undefined
  /** Set where what was typed before has been filled in, into the same form or one that its author has changed since. */
  readonly recovered?: 'restored' | 'changed' | undefined
  /** What was thrown away by starting again. */
  readonly discarded?: Pick<FormState, 'values' | 'pageInfo'> | undefined
  /** Of a form that was posted without script: its key, where it is not its id. */
  readonly postedKey?: string
  /** Of a form that was posted without script: hidden inputs that hold what was said before. */
  readonly hidden?: FormGate['hidden']
}

/** What forms of a page have in common. Source: specification 3, Settings. */
export interface FormSettings {
  readonly recaptcha: {
    /** Null: no captcha. */
    readonly siteKey: string | null
    /** The last one given to a form of the page; each form is sent with its own. */
    readonly response: { readonly isHuman: boolean; readonly token: string | null }
  }
}

const NOT_CALLED: CallStatus = { url: null, success: null, errors: [] }

/** Before anything was sent. */
export const NOT_SENT: SubmitStatus = {
  formData: NOT_CALLED,
  customPost: NOT_CALLED,
  files: { success: null, errors: [], total: 0, processed: 0, byField: {} },
  redirectOnSuccessUrl: null,
  successMessage: null,
  isSubmitting: false,
  success: null,
  formPostId: null,
  failure: null,
  refusedWith: null,
  issues: [],
}

export const NO_RESPONSE: FormSettings['recaptcha']['response'] = { isHuman: false, token: null }

/** This remote's part of the state. Source: specification 3, Form entities. */
export interface FormsState {
  /** By key: the id, unless the same form stands twice on the page. */
  readonly forms: Readonly<Record<string, FormState>>
  readonly settings: FormSettings
  /** What a form posts besides its fields; null where the host takes no forms without script. */
  readonly gate: FormGate | null
  /** What the captcha is shown with; null without one, and where the host has none. */
  readonly captcha: FormCaptcha | null
}

/** Before anything was loaded. */
export const NO_FORMS: FormsState = {
  forms: {},
  settings: { recaptcha: { siteKey: null, response: NO_RESPONSE } },
  gate: null,
  captcha: null,
}

/** This remote's part of a page's state. */
export const selectFormsState = (state: unknown): FormsState =>
  (state as { readonly form?: FormsState } | undefined)?.form ?? NO_FORMS

/** One form; null when it is not on this page. */
export const selectForm = (state: unknown, formId: string): FormState | null =>
  selectFormsState(state).forms[formId] ?? null

/** The key of the captcha that this form is sent with; null without one. Files alone need no proof of being human. */
export const captchaKeyOf = (
  { recaptcha: { siteKey } }: FormSettings,
  { hasCaptcha }: FormDefinition,
  { formData }: SubmitStatus,
): string | null => (hasCaptcha && formData.success !== true ? siteKey : null)

/** Whether the visitor has to prove that they are human before this form is sent, and has not. */
export const isCaptchaMissing = (
  settings: FormSettings,
  definition: FormDefinition,
  { submitStatus, captchaToken }: Pick<FormState, 'captchaToken' | 'submitStatus'>,
): boolean => captchaKeyOf(settings, definition, submitStatus) !== null && captchaToken === undefined
