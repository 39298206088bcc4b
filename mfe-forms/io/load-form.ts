import type { AskData } from '@tessera/shared/contract'
import type { FormDefinition } from '../domain/form-definition.ts'

/** Load a form's definition from the browser. Rejects when it cannot be had. */
export type LoadFormDefinition = (provider: string, formId: string) => Promise<FormDefinition>

/** How often a form that is only slow is asked for: the platform may have it by the next time. */
const ATTEMPTS = 3

/** By a named answer of this remote's server half, read there by the rules of the loader. */
export const createLoadForm =
  (askData: AskData): LoadFormDefinition =>
  async (provider, formId) => {
    const question = { remote: 'mfe-forms', name: 'form', params: { provider, formId } } as const
    const { signal } = new AbortController()
    for (let attempt = 1; ; attempt += 1) {
      try {
        // Made by the server half of this remote, of a release that the page has.
        return (await askData(question, signal)) as unknown as FormDefinition
      } catch (thrown) {
        if (attempt === ATTEMPTS || !isSlow(thrown)) throw thrown
      }
    }
  }

const isSlow = (thrown: unknown): boolean => (thrown as { readonly status?: unknown } | null)?.status === 504
