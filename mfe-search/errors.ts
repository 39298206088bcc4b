import { errorsOf } from '@tessera/shared/contract'

/** The errors of this remote: code → message, for logs. Source: specification 8, Search. */
export const searchErrors = {
  'search/config-invalid': { message: 'The configuration of the search has mistakes' },
  'search/custom-api-failed': { message: 'A custom API gave no valid answer', status: 502 },
  'search/deadline': { message: 'The search had no answer before the deadline of its slot', status: 504 },
  'search/no-payload': { message: 'No payload returned by search', status: 502 },
  'search/no-taxonomy-payload': { message: 'No payload returned for taxonomy path', status: 502 },
  'search/unknown': { message: 'The configuration of the search has nothing of this name', status: 404 },
} as const

/** Make one of this remote's errors. */
export const searchError = errorsOf(searchErrors)

/**
 * Code and status of an intended error; null for any other. It is known by its members, since the host's errors are of a class of its own:
 * each release bundles its classes.
 */
export function failureOf(thrown: unknown): { readonly code: string; readonly status?: number } | null {
  const { code, status } = (thrown ?? {}) as { readonly code?: unknown; readonly status?: unknown }
  if (typeof code !== 'string' || !code.includes('/')) return null
  return { code, ...(typeof status === 'number' && { status }) }
}
