import type { Fixture } from '@tessera/shared/contract'
import type { FormDefinition } from './domain/form-definition.ts'
import { FIRST_PAGE } from './domain/page-info.ts'
import { NO_FORMS, NOT_SENT, type FormState } from './state/form-state.ts'

const definition: FormDefinition = {
  provider: 'classic',
  formId: '1001',
  contentVersionId: '69',
  numberOfPages: 1,
  title: 'Ask us',
  pages: [
    {
      fields: [{ id: 'ctrl_1-69-a', originalId: '1', type: 'Email', label: 'Email', isRequired: true }],
      rules: [],
    },
  ],
  submitLabel: 'Send question',
  confirmationHtml: null,
  redirectUrl: null,
  hasCaptcha: false,
}

const state: FormState = {
  definition,
  values: {},
  pageInfo: FIRST_PAGE,
  touched: [],
  isSummaryShown: false,
  submitStatus: NOT_SENT,
}

/** What a release of this remote must be able to show before it goes live. */
export const fixtures: readonly Fixture[] = [
  {
    view: 'form',
    props: { formId: '1001' },
    state: { page: { head: { language: 'en-GB' } }, form: { ...NO_FORMS, forms: { '1001': state } } },
    expect: 'Send question',
  },
]
