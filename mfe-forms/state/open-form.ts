import type { Action, FormGate, HostState } from '@tessera/shared/contract'
import type { FormDefinition, FormValues } from '../domain/form-definition.ts'
import { formIdOf } from '../domain/form-options.ts'
import type { LoadFormDefinition } from '../io/load-form.ts'
import { captchaKeyLoaded, formLoaded, valuesAdopted, type FormToLoad } from './form-actions.ts'
import { selectFormsState } from './form-state.ts'

/** Loads a form in the browser: the same actions as from the loader of its page. Rejects if it cannot be loaded. */
export type OpenForm = (request: FormToLoad, state: unknown) => Promise<readonly Action[]>

/** What loads forms in the browser. */
export interface FormLoaders {
  /** A form that its author has changed. */
  readonly loadForm: LoadFormDefinition
  /** A form that its page was served without. */
  readonly openForm: OpenForm
}

/** Opens forms whose definitions `loadForm` loads. A definition from the browser's own request has no limit for files, and no prefilled values. */
export const createOpenForm =
  (loadForm: LoadFormDefinition): OpenForm =>
  async ({ formId, provider, prefill }, state) => {
    const { gate } = selectFormsState(state)
    const definition = withFileLimit(await loadForm(provider, formIdOf(formId)), gate)
    const { hasCaptcha, captchaSiteKey = null } = definition
    return [
      formLoaded({ formId, definition }),
      valuesAdopted({ formId, values: prefilled(prefill, queryOf(state), definition) }),
      ...(hasCaptcha ? [captchaKeyLoaded({ siteKey: captchaSiteKey })] : []),
    ]
  }

/** First value of each parameter of the page's URL. */
function queryOf(state: unknown): Readonly<Record<string, string>> {
  const { search = '' } = (state as Partial<HostState>).routing?.location ?? {}
  return Object.fromEntries([...new URLSearchParams(search)].reverse())
}

/** Adds the host's size limit to file fields, so that larger files are refused before they are sent. */
export const withFileLimit = (definition: FormDefinition, gate: FormGate | null): FormDefinition =>
  gate?.maxFileBytes === undefined
    ? definition
    : {
        ...definition,
        pages: definition.pages.map((page) => ({
          ...page,
          fields: page.fields.map((field) =>
            field.type === 'Upload' ? { ...field, maxFileBytes: gate.maxFileBytes } : field,
          ),
        })),
      }

/** Maximum length of a prefilled value, which is a reference or a name. */
const MAX_PREFILLED = 100

/** Values from the query of the page's URL: only for text fields and single choices that an author has listed for this. */
export function prefilled(
  prefill: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>>,
  { pages }: FormDefinition,
): FormValues {
  const fields = pages
    .flatMap((page) => page.fields)
    .filter(({ type }) => type === 'TextBox' || type === 'Radio')
  return Object.fromEntries(
    fields.flatMap(({ id, label, type, options = [] }) => {
      const parameter = prefill[label]
      const given = parameter && query[parameter]?.trim().slice(0, MAX_PREFILLED)
      // The URL has the value of a choice, the state its id.
      const value = type === 'Radio' ? options.find((option) => option.value === given)?.id : given
      return value ? [[id, value] as const] : []
    }),
  )
}
