import type { Entry } from '@tessera/shared/content'
import type { Relevance } from './relevant-expressions.ts'
import type { TypedInterpretation } from './typed-interpretations.ts'
import { formsOf, wordRulesOf, wordsOf, type WordRules } from './words/words.ts'

/**
 * Points of a page: its content type counts more than the position of the words in its title, so that a service ranks above an article
 * that begins with them. `eachNamedType` counts once for each position of its type before the end of `namedTypes`.
 */
const POINTS = { inTitle: 10, beginsTitle: 1, meant: 12, prefixMeaning: 10, homeType: 14, eachNamedType: 2 }

/**
 * The pages to suggest, best first: those for the first reading that has any. Titles that have the text only inside a word are left out,
 * since a platform may ignore the space in the query's condition.
 */
export function rankSuggestions(
  entries: readonly Entry[],
  interpretations: readonly TypedInterpretation[],
  relevance: Relevance,
): readonly Entry[] {
  const ranked = interpretations.map((reading) =>
    entries
      .map((entry) => ({ entry, points: pointsOf(entry, reading, relevance) }))
      .filter(({ points }) => points > 0)
      .toSorted((one, other) => other.points - one.points),
  )
  return (ranked.find((pages) => pages.length > 0) ?? []).map(({ entry }) => entry)
}

function pointsOf(
  { entryTitle, sys: { contentTypeId = '' } }: Entry,
  { text, meanings }: TypedInterpretation,
  { language, homeTypes = [], namedTypes = [] }: Relevance,
): number {
  const title = typeof entryTitle === 'string' ? entryTitle : ''
  const surely = meanings.get(title.toLowerCase()) ?? 0
  const meant = surely === 1 ? POINTS.meant : surely * POINTS.prefixMeaning
  const fit = Math.max(titlePoints(wordsOf(title), wordsOf(text), wordRulesOf(language)), meant)
  if (fit === 0) return 0
  if (homeTypes.includes(contentTypeId)) return fit + POINTS.homeType
  const place = namedTypes.indexOf(contentTypeId)
  return place < 0 ? fit : fit + POINTS.eachNamedType * (namedTypes.length - place)
}

/** Points of a title that has the words in any form, and one that begins with the last. */
function titlePoints(title: readonly string[], typed: readonly string[], rules: WordRules): number {
  const isLike = (word: string, at: number, other: string): boolean =>
    formsOf(word, rules).includes(other) || (at === typed.length - 1 && other.startsWith(word))
  if (!typed.every((word, at) => title.some((other) => isLike(word, at, other)))) return 0
  const isAtStart = typed.every((word, at) => isLike(word, at, title[at] ?? ''))
  return POINTS.inTitle + (isAtStart ? POINTS.beginsTitle : 0)
}
