import type { Field, Form, FormPage } from '../domain/form-model.ts'

/** A text field, or whatever `more` makes of it. */
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
export const aForm = (pages: readonly FormPage[], more: Partial<Form> = {}): Form => ({
  contentVersionId: '69',
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
