import type { FormPost } from '@tessera/shared/contract'
import { formPayload } from './classic/form-payload.ts'
import type { FormDefinition, FormValues, ProviderKind } from './form-definition.ts'
import { entryJson } from './forms-api/entry-json.ts'
import { readEntryAnswer, readPostAnswer, type PostAnswer } from './post-answer.ts'

/** Data that is posted with the values of a form. */
export interface PostMeta {
  /** Token of the solved captcha; null without a captcha. */
  readonly captchaToken: string | null
}

/**
 * How a post to the form's own system is made, and its answer read. Neither sends a request: browser and server do that in their own ways.
 * How a form is loaded is in `state/load-form`, for servers only. Source: docs/decisions/0045.
 */
export interface FormProvider {
  readonly post: (definition: FormDefinition, values: FormValues, meta: PostMeta) => FormPost
  /** Without the definition, the reference number of the Forms API is read from the field `reference`. */
  readonly readAnswer: (
    status: number,
    body: unknown,
    definition?: Pick<FormDefinition, 'target'>,
  ) => PostAnswer
}

const classic: FormProvider = {
  post(definition, values, { captchaToken }) {
    const body = new URLSearchParams(formPayload(definition, values).map(([name, value]) => [name, value]))
    if (captchaToken !== null) body.append('captchaResponse', JSON.stringify({ Response: captchaToken }))
    return {
      path: `/REST/UI/FormsModule/postform/${definition.contentVersionId}/0`,
      contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
      headers: {},
      body: body.toString(),
    }
  },
  readAnswer: (status, body) => readPostAnswer(status, body),
}

const captchaHeaders = (token: string | null): Readonly<Record<string, string>> =>
  token === null ? {} : { 'g-recaptcha-response': token }

const formsApi: FormProvider = {
  post(definition, values, { captchaToken }) {
    const { formId, target } = definition
    const path = `projects/${target?.projectId ?? ''}/contentTypes/${encodeURIComponent(formId)}/languages/${target?.language ?? 'default'}`
    return {
      path: `/api/forms/${path}/entries`,
      contentType: 'application/json',
      headers: captchaHeaders(captchaToken),
      body: JSON.stringify(entryJson(definition, values)),
    }
  },
  readAnswer: (status, body, definition) =>
    readEntryAnswer(status, body, definition?.target?.referenceFieldId),
}

const PROVIDERS: Readonly<Record<ProviderKind, FormProvider>> = { classic, 'forms-api': formsApi }

export const providerOf = ({ provider }: Pick<FormDefinition, 'provider'>): FormProvider =>
  PROVIDERS[provider]
