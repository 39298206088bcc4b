import { createAction } from '@tessera/shared/store'
import type { Draft } from '../domain/draft.ts'
import type { FieldValue, Form, FormValues, PartName } from '../domain/form-model.ts'
import type { SubmitFailure, SubmitResult } from './form-state.ts'

/** Which form an action is about. */
interface Of {
  readonly formId: string
}

export const formLoaded = createAction<Of & { readonly form: Form }>('form/loaded')
export const formFailed = createAction<Of>('form/failed')
/** Values that the visitor had filled in before the form was hydrated. */
export const valuesAdopted = createAction<Of & { readonly values: FormValues }>('form/valuesAdopted')
/** The form is hydrated, with the values of its elements; a stored draft may be restored. */
export const formOpened = createAction<Of>('form/opened')
/** The visitor has to leave the page before the form is sent, e.g. to sign in. */
export const formInterrupted = createAction<Of>('form/interrupted')
export const draftRestored = createAction<Of & { readonly draft: Draft }>('form/draftRestored')
export const valueChanged = createAction<Of & { readonly fieldId: string; readonly value: FieldValue }>(
  'form/valueChanged',
)
export const fieldLeft = createAction<Of & { readonly fieldId: string; readonly part?: PartName }>(
  'form/fieldLeft',
)
/** The visitor wants to go on. Refused while the page has errors. */
export const nextRequested = createAction<Of>('form/nextRequested')
export const previousRequested = createAction<Of>('form/previousRequested')
export const submitRequested = createAction<Of>('form/submitRequested')
export const submitFinished = createAction<Of & { readonly result: SubmitResult }>('form/submitFinished')
/** Sending failed before there was an answer. */
export const submitFailed = createAction<Of & { readonly failure: SubmitFailure }>('form/submitFailed')
