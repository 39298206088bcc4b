import type { JsonObject } from '@tessera/shared/contract'
import type { Field, FormDefinition, FormPage } from '../domain/form-definition.ts'
import { createSendForm } from '../state/send-form.ts'
import type { FormsIo, SubmitIo } from '../state/submit-form.ts'

/** A text field, changed by `more`. */
export const aField = (more: Partial<Field> = {}): Field => ({
  id: 'ctrl_1-69-a',
  originalId: '1',
  type: 'TextBox',
  label: 'Your name',
  ...more,
})

/** A page of these fields, without rules. */
export const aPage = (fields: readonly Field[], rules: FormPage['rules'] = []): FormPage => ({
  fields,
  rules,
})

/** A form of these pages. */
export const aForm = (pages: readonly FormPage[], more: Partial<FormDefinition> = {}): FormDefinition => ({
  provider: 'classic',
  formId: '1',
  contentVersionId: '69',
  numberOfPages: pages.length,
  title: 'Ask us',
  pages,
  submitLabel: null,
  confirmationHtml: null,
  redirectUrl: null,
  hasCaptcha: false,
  ...more,
})

/** Two options, `yes` and `no`. */
export const OPTIONS = [
  { id: 'y1', name: 'Yes, please', value: 'yes', index: '0' },
  { id: 'n1', name: 'No, thanks', value: 'no', index: '1' },
] as const

/** Calls that fail, and a storage that stores nothing. */
export const noCalls: FormsIo = {
  loadLoaders: () => Promise.reject(new Error('not here')),
  loadSubmit: () => Promise.reject(new Error('not here')),
  files: { set: () => undefined, get: () => null },
  newIdempotencyKey: () => '',
  drafts: {
    now: () => 0,
    save: () => undefined,
    saveSoon: () => undefined,
    read: () => null,
    readSubmission: () => null,
    saveSubmission: () => undefined,
  },
}

/** Sends forms with these calls; all others fail. */
export const submitsBy = (calls: Partial<SubmitIo>): Pick<FormsIo, 'loadSubmit'> => ({
  loadSubmit: async () =>
    createSendForm({
      postForm: () => Promise.reject(new Error('not here')),
      sendFile: () => Promise.reject(new Error('not here')),
      sendNotification: () => Promise.resolve(),
      blockUnload: () => () => undefined,
      ...calls,
    }),
})

/** A form map of version 9 with one page of one element. */
export const aMapOf = (element: JsonObject): JsonObject => ({
  ContentVersionId: 9,
  form: { pagecount: '1', page: [{ element: [element] }] },
})
