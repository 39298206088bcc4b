import type { FormCaptcha, FormGate } from '@tessera/shared/contract'
import { createAction } from '@tessera/shared/store'
import type { ReadDraft } from '../domain/draft.ts'
import type {
  FieldValue,
  FileValue,
  FormDefinition,
  FormValues,
  PartName,
} from '../domain/form-definition.ts'
import type { FileProgress, FormState, SubmitFailure, SubmitResult } from './form-state.ts'

/** Which form an action is about. */
interface FormRef {
  /** Its key on the page: its id, unless the same form is there twice. */
  readonly formId: string
}

/** A form that the browser loads. */
export interface FormToLoad extends FormRef {
  readonly provider: string
  /** Parameters of the page's URL that fill in fields, by label. */
  readonly prefill: Readonly<Record<string, string>>
}

export const formLoaded = createAction<FormRef & { readonly definition: FormDefinition }>('form/loaded')
/** `refusal`: it is not for this visitor. */
export const formFailed = createAction<FormRef & Pick<FormState, 'refusal'>>('form/failed')
/** The form is to be loaded by the browser: the page was served without it, or loading failed. */
export const loadRequested = createAction<FormToLoad>('form/loadRequested')
/** Values of hidden fields, by label, from the page that holds the form. */
export const hiddenFormDataGiven = createAction<
  FormRef & { readonly data: Readonly<Record<string, string>> }
>('form/hiddenFormDataGiven')
/** What the host requires of every form besides its fields. */
export const gateGiven = createAction<FormGate>('form/gateGiven')
/** A form that was posted without script, as the post has left it. */
export const formResumed = createAction<FormRef & { readonly state: Omit<FormState, 'definition'> }>(
  'form/resumed',
)
/** Values that the visitor had filled in before the form was hydrated. */
export const valuesAdopted = createAction<FormRef & { readonly values: FormValues }>('form/valuesAdopted')
/** The form is hydrated, with the values of its elements; a stored draft may be restored. */
export const formOpened = createAction<FormRef>('form/opened')
/** The visitor has to leave the page before the form is sent, e.g. to sign in. */
export const formInterrupted = createAction<FormRef>('form/interrupted')
export const draftRestored = createAction<FormRef & { readonly draft: ReadDraft }>('form/draftRestored')
/** The visitor discards what they have filled in; this can be undone. */
export const startedAgain = createAction<FormRef>('form/startedAgain')
export const startUndone = createAction<FormRef>('form/startUndone')
/** The form is replaced by another version than the one that was filled in. */
export const formRenewed = createAction<FormRef & { readonly definition: FormDefinition }>('form/renewed')
export const valueChanged = createAction<FormRef & { readonly fieldId: string; readonly value: FieldValue }>(
  'form/valueChanged',
)
/** A file was chosen or removed. The state stores what is known about it; the code that sends it holds the file. */
export const fileChosen = createAction<
  FormRef & { readonly fieldId: string; readonly value: FileValue | null; readonly file: Blob | null }
>('form/fileChosen')
/** One file that has not arrived is to be sent again, and no other. */
export const fileSendRequested = createAction<FormRef & { readonly fieldId: string }>(
  'form/fileSendRequested',
)
export const fileCancelled = createAction<FormRef & { readonly fieldId: string }>('form/fileCancelled')
export const fileProgressed = createAction<
  FormRef & { readonly fieldId: string; readonly progress: FileProgress }
>('form/fileProgressed')
export const fieldLeft = createAction<FormRef & { readonly fieldId: string; readonly part?: PartName }>(
  'form/fieldLeft',
)
/** The visitor wants to continue. Refused while the page has errors. */
export const nextRequested = createAction<FormRef>('form/nextRequested')
/** The visitor wants to change an answer in the review. */
export const changeRequested = createAction<FormRef & { readonly fieldId: string }>('form/changeRequested')
export const previousRequested = createAction<FormRef>('form/previousRequested')
/** `isBot`: the honeypot field, which visitors do not see, is filled in. */
export const submitRequested = createAction<FormRef & { readonly isBot?: boolean }>('form/submitRequested')
export const submitFinished = createAction<FormRef & { readonly result: SubmitResult }>('form/submitFinished')
/** Sending failed before there was an answer. */
export const submitFailed = createAction<FormRef & { readonly failure: SubmitFailure }>('form/submitFailed')
/** Every form that was sent, successfully or not, is reset to how it was loaded. Source: specification 4, Form lifecycle. */
export const formsReset = createAction('form/reset')
/** The site key of the captcha, null for none, and how the host shows it. */
export const captchaKeyLoaded = createAction<{
  readonly siteKey: string | null
  readonly captcha?: FormCaptcha
}>('form/captchaKeyLoaded')
export const captchaSolved = createAction<FormRef & { readonly token: string }>('form/captchaSolved')
export const captchaExpired = createAction<FormRef>('form/captchaExpired')
