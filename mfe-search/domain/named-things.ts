import type { JsonObject } from '@tessera/shared/contract'
import { interpretTerm } from './interpret-term.ts'
import {
  allWords,
  anyWord,
  asSpelt,
  MAX_OWN_FORMS,
  similar,
  weighted,
  WEIGHTS,
  type Way,
} from './relevance-clauses.ts'
import type { Vocabulary } from './vocabulary.ts'
import { textsOf } from './words/phrase.ts'
import { formsOf, wordsOf, type WordRules } from './words/words.ts'

/** So many things that a term joins are looked for one by one. */
const MAX_JOINED = 3
/** So many interpretations can have a home, and so many words of a term name a content type. */
const [MAX_HOMES, MAX_TYPE_WORDS] = [3, 3]
/** So many words an address in a term has, and so many lengths of it are looked for. */
const [MAX_SLUG_WORDS, MAX_LENGTHS] = [6, 3]
/** A type's entries are looked for by so many other words of the term. */
const MAX_NAME_WORDS = 4

/** Entries whose title or address is just that, or has all of its words. */
export function calledSo({ text, words, factor, kind }: Way): readonly JsonObject[] {
  const slugs = [...new Set([wordsOf(text).join('-'), words.join('-')])]
  return [
    { field: 'entryTitle', equalTo: text, ...weighted(WEIGHTS.titleEqual[kind] * factor) },
    { field: 'sys.slug', in: slugs, ...weighted(WEIGHTS.slug[kind] * factor) },
    allWords('entryTitle', words, WEIGHTS.titleAllWords * factor),
  ]
}

/** Entries whose address stands in the term: the library of "Hollin Cross library opening hours". */
export function calledInPart(ways: readonly Way[]): readonly JsonObject[] {
  const way = asSpelt(ways)
  if (way === undefined || way.words.length < 3) return []
  const written = wordsOf(way.text)
  const byLength = new Map<number, string[]>()
  for (let from = 0; from < written.length; from += 1)
    for (let to = from + 2; to <= Math.min(written.length, from + MAX_SLUG_WORDS); to += 1) {
      const part = written.slice(from, to)
      const telling = part.filter((word) => way.words.includes(word)).length
      if (telling < 2 || telling === way.words.length) continue
      byLength.set(telling, [...(byLength.get(telling) ?? []), part.join('-')])
    }
  return [...byLength]
    .toSorted(([one], [other]) => other - one)
    .slice(0, MAX_LENGTHS)
    .map(([telling, slugs]) => ({
      field: 'sys.slug',
      in: slugs,
      ...weighted((WEIGHTS.slugInTerm * telling) / way.words.length),
    }))
}

/** The home of a thing comes before an article that mentions it. */
export function homes(ways: readonly Way[], homeTypes: readonly string[]): readonly JsonObject[] {
  if (homeTypes.length === 0) return []
  const whole = ways.filter(({ share }) => share === 1).slice(0, MAX_HOMES)
  return [
    {
      and: [
        { or: whole.map(({ words }) => allWords('entryTitle', words)) },
        { field: 'sys.contentTypeId', in: homeTypes, ...weighted(WEIGHTS.home) },
      ],
    },
  ]
}

/** "potholes and gritting": a page whose title has each of them, or that leads to each of them, comes before those that are about one. */
export function ofSeveral(
  ways: readonly Way[],
  homeTypes: readonly string[],
  vocabulary: Vocabulary,
  rules: WordRules,
): readonly JsonObject[] {
  const way = asSpelt(ways)
  if (way === undefined || !wordsOf(way.text).some((word) => rules.joiningWords.has(word))) return []
  const { words } = way
  if (words.length < 2 || words.length > MAX_JOINED) return []
  const each = Math.floor(MAX_OWN_FORMS / words.length)
  const anyForm = (field: string, word: string, weight?: number): JsonObject =>
    anyWord(field, formsOf(word, rules).slice(0, each), weight)
  const inTitle = words.map((word) => anyForm('entryTitle', word, WEIGHTS.titleOfSeveral))
  if (homeTypes.length === 0) return [{ and: inTitle }]
  // The text of a page has the titles of those that it leads to, so what authors call a thing will do as well.
  const inText = words.map((word): JsonObject => {
    const meaning = interpretTerm(word, vocabulary, rules).find(({ kind }) => kind === 'synonym')
    const called = meaning && allWords('searchContent', textsOf(meaning.phrase.telling))
    return { or: [anyForm('searchContent', word), ...(called ? [called] : [])] }
  })
  const isHome: JsonObject = { field: 'sys.contentTypeId', in: homeTypes, ...weighted(WEIGHTS.homeOfSeveral) }
  return [{ and: inTitle }, { and: [...inText, isHome] }]
}

/**
 * "councillor Standish", "cllr Standich": where a word names a content type, or an author says that it does, its entries that have another
 * word of the term come first. Where the configuration names the types, words that are like the other one will do.
 */
export function ofNamedType(
  ways: readonly Way[],
  namedTypes: readonly string[],
  rules: WordRules,
): readonly JsonObject[] {
  const others = (words: readonly string[], name: string) => words.filter((other) => other !== name)
  const named = ways.flatMap(({ kind, words, rest }) =>
    kind === 'synonym'
      ? words.slice(0, words.length === 1 ? 1 : 0).map((name) => ({ name, names: rest }))
      : words.slice(0, MAX_TYPE_WORDS).map((name) => ({ name, names: others(words, name) })),
  )
  const clauses = named.flatMap(({ name, names }) => {
    const types = typesCalled(formsOf(name, rules), namedTypes)
    if (types.length === 0 || names.length === 0) return []
    const some = names.slice(0, MAX_NAME_WORDS)
    const inTitle = anyWord('entryTitle', some)
    return {
      and: [
        namedTypes.length === 0 ? inTitle : { or: [inTitle, similar('entryTitle', some, 'or')] },
        { field: 'sys.contentTypeId', in: types, ...weighted(WEIGHTS.namedType) },
      ],
    }
  })
  return clauses.filter((clause, at) => clauses.findIndex((other) => isEqual(clause, other)) === at)
}

/** The types of that name; where none are named, it may be one itself. */
const typesCalled = (forms: readonly string[], namedTypes: readonly string[]): readonly string[] =>
  namedTypes.length === 0 ? forms : namedTypes.filter((type) => forms.includes(type.toLowerCase()))

/** Clauses that are built alike. */
const isEqual = (one: JsonObject, other: JsonObject): boolean => JSON.stringify(one) === JSON.stringify(other)
