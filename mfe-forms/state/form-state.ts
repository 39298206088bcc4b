import type { FormCaptcha, FormGate } from '@tessera/shared/contract'
import type { FormDefinition, FormValues } from '../domain/form-definition.ts'
import type { PageInfo } from '../domain/page-info.ts'
import type { PostIssue } from '../domain/post-answer.ts'

/** The status of one call of a submission. */
export interface CallStatus {
  /** Null if it was not made. */
  readonly url: string | null
  readonly success: boolean | null
  readonly errors: readonly string[]
}

/** The status of the files of a submission. */
export interface FilesStatus {
  readonly success: boolean | null
  readonly errors: readonly string[]
  readonly total: number
  readonly processed: number
  /** Progress of each file, by its field. */
  readonly byField: FilesProgress
}

/** Progress of a file that is sent, or was to be sent. A file that has arrived is not sent again. */
export interface FileProgress {
  /** `chosen`: it replaces a file that was to be sent. */
  readonly step: 'waiting' | 'sending' | 'arrived' | 'failed' | 'cancelled' | 'chosen'
  /** While it is sent: 0 to 100, by bytes. At 100 the answer is awaited. */
  readonly percent?: number
  /** Why it failed, in the words of specification 8. */
  readonly error?: string
  /** Why the host has refused it, in the host's words. */
  readonly refusal?: string
  /** It would be refused again, or cannot be read any more, so it cannot be sent again. */
  readonly isFinal?: true
}

export type FilesProgress = Readonly<Record<string, FileProgress>>

/** The status of sending a form. Source: specification 3, Submit status. */
export interface SubmitStatus {
  readonly formData: CallStatus
  readonly customPost: CallStatus
  readonly files: FilesStatus
  /** Where to go after success; null to stay. */
  readonly redirectOnSuccessUrl: string | null
  /** Plain text from the answer that is shown after success, instead of the form's own confirmation. */
  readonly successMessage: string | null
  readonly isSubmitting: boolean
  /** Null if the form was not sent. */
  readonly success: boolean | null
  readonly formPostId: string | null
  /** Why there was no answer at all. */
  readonly failure: SubmitFailure | null
  /** Set when the post was refused: 401 if nobody is signed in, 403 if the user may not send it. */
  readonly refusedWith: 401 | 403 | null
  /** Problems that the server found. */
  readonly issues: readonly PostIssue[]
}

/**
 * The browser no longer has the file, cannot read it (it was changed, or is a folder), or has no post to send it with. Source:
 * specification 8, Forms.
 */
export const COULD_NOT_SEND = 'could not send file'

/** Why there was no answer: network failure, time-out, or another error. */
export type SubmitFailure = 'no-answer' | 'timed-out' | 'unexpected'

/** The result of sending. */
export type SubmitResult = Omit<SubmitStatus, 'isSubmitting' | 'success' | 'failure'> & {
  readonly success: boolean
}

/** One form as it is being filled in. The specification's form data and page info are derived from it: `state/form-entities`. */
export interface FormState {
  /** Null when it could not be loaded. */
  readonly definition: FormDefinition | null
  /** What a visitor reads in place of a form that is not for them, and the link to sign in where that helps. */
  readonly refusal?:
    { readonly text: string; readonly label: string; readonly path: string | null } | undefined
  /** Set while the browser loads it, since the page was served without it. */
  readonly isLoading?: boolean
  readonly values: FormValues
  readonly pageInfo: PageInfo
  /** Fields, and parts of fields, that have been left. */
  readonly touched: readonly string[]
  /** Whether the visitor has tried to continue from this page while it had errors. */
  readonly isSummaryShown: boolean
  readonly submitStatus: SubmitStatus
  /** Token of the solved captcha, until it is used or has expired. */
  readonly captchaToken?: string | undefined
  /** Set after a draft was restored (`restored`), or the form's author has changed the form meanwhile (`changed`). */
  readonly recovered?: 'restored' | 'changed' | undefined
  /** What was discarded by starting again. */
  readonly discarded?: Pick<FormState, 'values' | 'pageInfo'> | undefined
  /** For a form that was posted without script: its key, if that is not its id. */
  readonly postedKey?: string
  /** For a form that was posted without script: hidden inputs with what was filled in before. */
  readonly hidden?: FormGate['hidden']
}

/** What forms of a page have in common. Source: specification 3, Settings. */
export interface FormSettings {
  readonly recaptcha: {
    /** Null without a captcha. */
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
  /** By key: the id, unless the same form is on the page twice. */
  readonly forms: Readonly<Record<string, FormState>>
  readonly settings: FormSettings
  /** What a form posts besides its fields; null if the host accepts no posts without script. */
  readonly gate: FormGate | null
  /** How the host shows the captcha; null without one, and if the host has none. */
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

/** The site key of the captcha that is required to send this form; null without one. Sending only files needs no captcha. */
export const captchaKeyOf = (
  { recaptcha: { siteKey } }: FormSettings,
  { hasCaptcha }: FormDefinition,
  { formData, customPost }: SubmitStatus,
): string | null => (hasCaptcha && !(formData.success && customPost.success !== false) ? siteKey : null)

/** Whether the captcha has to be solved before this form is sent, and is not. */
export const isCaptchaMissing = (
  settings: FormSettings,
  definition: FormDefinition,
  { submitStatus, captchaToken }: Pick<FormState, 'captchaToken' | 'submitStatus'>,
): boolean => captchaKeyOf(settings, definition, submitStatus) !== null && captchaToken === undefined
