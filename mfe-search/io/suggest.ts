import type { AskData, Json } from '@tessera/shared/contract'
import type { Suggestion } from '../domain/search-state.ts'

/** Ask for pages that a typed term may mean; of an answer that is none, nothing. Rejects when there is no answer. */
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
