import type { JsonObject } from '@tessera/shared/contract'
import { anyWord, MAX_OWN_FORMS } from './relevance-clauses.ts'
import type { Relevance } from './relevant-expressions.ts'
import { spellingsOf } from './term-expressions.ts'
import type { TypedInterpretation } from './typed-interpretations.ts'
import { formsOf, wordRulesOf } from './words/words.ts'

/** Weights that decide which pages the platform returns; `rankSuggestions` puts these in order. */
const WEIGHTS = { meant: 30, ofHomeType: 24, ofNamedType: 12, begins: 6 } as const
/** Maximum number of words before the last one that are looked for. The platform limits the size of a query. */
const MAX_EARLIER = 3

/**
 * The condition for pages that a typed text may mean: their titles have its words, the last of which may be unfinished, or authors' phrases
 * mean them.
 */
export function suggestionCondition(
  interpretations: readonly TypedInterpretation[],
  { language, homeTypes = [], namedTypes = [] }: Relevance,
): JsonObject {
  const meant = [...new Set(interpretations.flatMap(({ meanings }) => [...meanings.keys()]))]
  const called = interpretations.flatMap(({ text }): readonly JsonObject[] => {
    const inTitle = titleHas(text, language)
    return [
      inTitle,
      ...spellingsOf(text, 'entryTitle').map((startsWith) => ({
        field: 'entryTitle',
        startsWith,
        weight: WEIGHTS.begins,
      })),
      ...ofType(inTitle, homeTypes, WEIGHTS.ofHomeType),
      ...ofType(inTitle, namedTypes, WEIGHTS.ofNamedType),
    ]
  })
  return {
    or: [
      ...called,
      ...(meant.length === 0 ? [] : [{ field: 'entryTitle', in: meant, weight: WEIGHTS.meant }]),
    ],
  }
}

const ofType = (condition: JsonObject, types: readonly string[], weight: number): readonly JsonObject[] =>
  types.length === 0 ? [] : [{ and: [condition, { field: 'sys.contentTypeId', in: types, weight }] }]

/**
 * The title has the words in any form, and one that begins with the last. The space before that keeps the insides of words out: "turbine"
 * has no word that begins with "bin".
 */
function titleHas(text: string, language: string): JsonObject {
  const words = text.split(/\s+/)
  // A single letter is no condition that an index can answer, so it is looked for together with the word before it.
  const lastAt = words.at(-1)?.length === 1 ? Math.max(0, words.length - 2) : words.length - 1
  const earlier = words.slice(Math.max(0, lastAt - MAX_EARLIER), lastAt)
  const last = words.slice(lastAt).join(' ')
  const most = Math.floor(MAX_OWN_FORMS / (earlier.length + 1))
  const inForms = (word: string): JsonObject =>
    anyWord('entryTitle', formsOf(word, wordRulesOf(language)).slice(0, most))
  const begun: JsonObject = {
    or: [
      ...spellingsOf(last, 'entryTitle').flatMap((spelling) => [
        { field: 'entryTitle', startsWith: spelling },
        { field: 'entryTitle', contains: ` ${spelling}` },
      ]),
      ...(last.includes(' ') ? [] : [inForms(last)]),
    ],
  }
  return earlier.length === 0 ? begun : { and: [...earlier.map(inForms), begun] }
}
