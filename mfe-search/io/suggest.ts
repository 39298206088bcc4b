import type { AskData, Json } from '@tessera/shared/contract'
import type { Suggestion } from '../domain/search-state.ts'

/** Requests pages that a typed term may mean; an invalid answer gives none. Rejects if the request fails. */
export type Suggest = (term: string, signal: AbortSignal) => Promise<readonly Suggestion[]>

export const createSuggest =
  (ask: AskData): Suggest =>
  async (term, signal) =>
    readSuggestions(await ask({ remote: 'mfe-search', name: 'suggestions', params: { term } }, signal))

const readSuggestions = (answer: Json): readonly Suggestion[] =>
  Array.isArray(answer) ? answer.filter(isSuggestion) : []

const isSuggestion = (value: unknown): value is Suggestion =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Suggestion>).title === 'string' &&
  typeof (value as Partial<Suggestion>).path === 'string'
