import type {
  Action,
  DataLoader,
  FormGate,
  Json,
  LoadRequest,
  LoadResult,
  PostedForm,
} from '@tessera/shared/contract'
import { readFormMap } from '../domain/classic/read-form-map.ts'
import { PROVIDER_KINDS, type FormDefinition, type ProviderKind } from '../domain/form-definition.ts'
import { readFormOptions } from '../domain/form-options.ts'
import { readContentType } from '../domain/forms-api/read-content-type.ts'
import {
  captchaKeyLoaded,
  formFailed,
  formLoaded,
  formResumed,
  gateGiven,
  hiddenFormDataGiven,
  loadRequested,
  valuesAdopted,
} from './form-actions.ts'
import { findSiteKey } from './load-site-key.ts'
import { prefilled, withFileLimit } from './open-form.ts'
import { readPosted } from './posted-form.ts'
import { refusalOf } from './refusal-of.ts'

type FormSource = Pick<LoadRequest, 'client' | 'sanitise' | 'language'> & {
  readonly formId: string
  /** How long the content system may take if no page waits for it. */
  readonly deadlineMs?: number
}

/** How long caches keep a page without its form: no surrogate key tells when the form is opened to everybody. */
const REFUSAL_MS = 60_000

/** Less than the host's time limit for a data request. */
export const LONG_DEADLINE_MS = 6_000

/** How a form is loaded from the system that it comes from. Each throws what the client throws, and forms/map-unusable. */
const LOADERS: Readonly<Record<ProviderKind, (source: FormSource) => Promise<FormDefinition>>> = {
  classic: async ({ client, formId, sanitise, deadlineMs }) =>
    readFormMap(await client.formMap(formId, withDeadline(deadlineMs)), sanitise, formId),
  'forms-api': async ({ client, formId, sanitise, language, deadlineMs }) =>
    readContentType(await client.formContentType(formId, { language, ...withDeadline(deadlineMs) }), {
      formId,
      language,
      sanitise,
      now: Date.now(),
    }),
}

const withDeadline = (deadlineMs: number | undefined) => (deadlineMs === undefined ? {} : { deadlineMs })

/** The provider that a slot names; form maps unless it names another. */
export const readProvider = (value: string): ProviderKind =>
  PROVIDER_KINDS.find((kind) => kind === value) ?? 'classic'

/** A form's definition, from the system that it comes from. */
export const loadDefinition = (provider: string, source: FormSource): Promise<FormDefinition> =>
  LOADERS[readProvider(provider)](source)

/**
 * Loads the form that the slot names. A form that cannot be loaded only fails its slot: the page is shown but not cached, and the slot says
 * so. After a timeout (504) the browser tries again. Source: specification 4, Form lifecycle. A form of the Forms API that is not for this
 * visitor is no failure.
 */
export async function loadForm(request: LoadRequest): Promise<LoadResult> {
  const { slot, signal, form: posted, formGate } = request
  const { formId: id, key: formId, provider, hiddenFormData, prefill } = readFormOptions(slot.props)
  try {
    const gate = formGate?.()
    const definition = withFileLimit(await loadDefinition(provider, { ...request, formId: id }), gate ?? null)
    const { siteKey, ...without } = await findSiteKey(definition, request.client)
    const resumed = resume(posted, { id, formId }, definition)
    return {
      actions: [
        formLoaded({ formId, definition }),
        ...(resumed ? [formResumed({ formId, state: resumed.state })] : []),
        hiddenFormDataGiven({ formId, data: hiddenFormData }),
        // A value that was posted stays, also if the visitor has emptied it.
        valuesAdopted({
          formId,
          values: { ...prefilled(prefill, request.query, definition), ...resumed?.posted },
        }),
        ...hostActions(gate, siteKey, definition),
      ],
      ...(siteKey !== null && { needsCaptcha: true }),
      ...untilChanged(definition),
      ...without,
    }
  } catch (thrown) {
    if (signal.aborted) throw thrown
    // The host's `AppError` is another class than this release's, so `instanceof` does not work.
    const status = (thrown as { readonly status?: unknown } | null)?.status
    if (readProvider(provider) === 'forms-api' && (status === 401 || status === 403))
      return {
        actions: [formFailed({ formId, refusal: refusalOf(status, request) })],
        validUntil: Date.now() + REFUSAL_MS,
      }
    const isSlow = status === 504
    return {
      actions: [
        // The form may be loaded later, and have a captcha.
        ...hostActions(formGate?.(), null, { hasCaptcha: true }),
        isSlow ? loadRequested({ formId, provider, prefill }) : formFailed({ formId }),
      ],
      problem: thrown,
    }
  }
}

/** No cache keeps a form beyond its closing time, or the current time that it is filled in with. */
function untilChanged({
  closesAt = Infinity,
  freshUntil = Infinity,
}: FormDefinition): Pick<LoadResult, 'validUntil'> {
  const validUntil = Math.min(closesAt, freshUntil)
  return Number.isFinite(validUntil) ? { validUntil } : {}
}

/** The state of a form after a post without script, and its posted values; null for a slot that it was not posted from. */
function resume(
  form: PostedForm | undefined,
  { id, formId }: { readonly id: string; readonly formId: string },
  definition: FormDefinition,
) {
  if (form?.formId !== id) return null
  const saved = readPosted(form.state, definition)
  if (!saved || (saved.postedKey ?? form.formId) !== formId) return null
  const { posted, ...state } = saved
  return { posted, state: { ...state, ...(form.hidden && { hidden: form.hidden }) } }
}

/** What the host requires of forms, and how it shows their captcha, which only pages with a captcha get. */
function hostActions(
  hostGate: FormGate | undefined,
  siteKey: string | null,
  { hasCaptcha }: Pick<FormDefinition, 'hasCaptcha'>,
): readonly Action[] {
  const shown = hasCaptcha
    ? captchaKeyLoaded({ siteKey, ...(hostGate?.captcha && { captcha: hostGate.captcha }) })
    : null
  const { captcha: _captcha, ...gate } = hostGate ?? {}
  return [...('hidden' in gate ? [gateGiven(gate)] : []), ...(shown ? [shown] : [])]
}

/** A form that was too slow for its page, loaded by the browser: the same definition, with the site key of its captcha. */
export const answerForm: DataLoader = async ({ query, setValidUntil, ...request }) => {
  const { provider = 'classic', formId = '' } = query
  const definition = await loadDefinition(provider, { ...request, formId, deadlineMs: LONG_DEADLINE_MS })
  const { validUntil } = untilChanged(definition)
  if (validUntil !== undefined) setValidUntil(validUntil)
  const { siteKey, ...without } = await findSiteKey(definition, request.client)
  if ('problem' in without) request.onProblem(without.problem)
  return { ...definition, ...(siteKey !== null && { captchaSiteKey: siteKey }) } as unknown as Json
}
