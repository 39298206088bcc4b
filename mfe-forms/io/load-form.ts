import type { AskData } from '@tessera/shared/contract'
import type { FormDefinition } from '../domain/form-definition.ts'

/** Loads a form's definition in the browser. Rejects if it cannot be loaded. */
export type LoadFormDefinition = (provider: string, formId: string) => Promise<FormDefinition>

/** How often a form is requested that is only slow: the platform may have it by the next time. */
const ATTEMPTS = 3

/** Loads by a data request to this remote's server half, which reads the form by the rules of the loader. */
export const createLoadForm =
  (askData: AskData): LoadFormDefinition =>
  async (provider, formId) => {
    const question = { remote: 'mfe-forms', name: 'form', params: { provider, formId } } as const
    const { signal } = new AbortController()
    for (let attempt = 1; ; attempt += 1) {
      try {
        // Made by this remote's server half, in a release that the page has.
        return (await askData(question, signal)) as unknown as FormDefinition
      } catch (thrown) {
        if (attempt === ATTEMPTS || !isSlow(thrown)) throw thrown
      }
    }
  }

const isSlow = (thrown: unknown): boolean => (thrown as { readonly status?: unknown } | null)?.status === 504
