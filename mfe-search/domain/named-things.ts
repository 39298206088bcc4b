import type { JsonObject } from '@tessera/shared/contract'
import { interpretTerm } from './interpret-term.ts'
import {
  allWords,
  anyWord,
  asSpelt,
  isSaidOfAll,
  MAX_OWN_FORMS,
  similar,
  weighted,
  WEIGHTS,
  type Way,
} from './relevance-clauses.ts'
import type { Vocabulary } from './vocabulary.ts'
import { readPhrase, textsOf } from './words/phrase.ts'
import { formsOf, wordsOf, type WordRules } from './words/words.ts'

/** So many things that a term joins are looked for one by one. */
const MAX_JOINED = 3
/** A sentence joins other things than what is looked for. */
const MAX_JOINED_WORDS = 8
/** What a meaning has to be about of one of them. */
const MOST_OF_IT = 0.6
/** So many interpretations can have a home, and so many words of a term name a content type. */
const [MAX_HOMES, MAX_TYPE_WORDS] = [3, 3]
/** So many words an address in a term has, and so many lengths of it are looked for. */
const [MAX_SLUG_WORDS, MAX_LENGTHS] = [6, 3]
/** Entries of so many types are looked for, by so many other words of the term. A platform has a limit. */
const [MAX_TYPES, MAX_NAME_WORDS] = [3, 4]

/** Entries whose title or address is just that, or has all of its words. */
export function calledSo({ text, words, factor, kind }: Way): readonly JsonObject[] {
  const slugs = [...new Set([wordsOf(text).join('-'), words.join('-')])]
  // What stands at the top of a site may have a shorter address than its title.
  const path = { field: 'sys.uri', in: slugs.map((slug) => `/${slug}`), ...weighted(WEIGHTS.slug[kind]) }
  return [
    { field: 'entryTitle', equalTo: text, ...weighted(WEIGHTS.titleEqual[kind] * factor) },
    { field: 'sys.slug', in: slugs, ...weighted(WEIGHTS.slug[kind] * factor) },
    ...(kind === 'own' ? [path] : []),
    allWords('entryTitle', words, WEIGHTS.titleAllWords * factor),
  ]
}

/** Entries whose address stands in the term: the library of "Hollin Cross library opening hours". */
export function calledInPart(ways: readonly Way[]): readonly JsonObject[] {
  const way = asSpelt(ways)
  if (way === undefined || way.words.length < 3 || ways.some(isSaidOfAll)) return []
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
  const text = asSpelt(ways)?.text ?? ''
  const things = joinedIn(text, rules)
  if (things.length < 2 || things.length > MAX_JOINED || wordsOf(text).length > MAX_JOINED_WORDS) return []
  const each = Math.floor(MAX_OWN_FORMS / things.length)
  const isAbout = (field: string, words: readonly string[], weight?: number): JsonObject =>
    words.length === 1
      ? anyWord(field, words.flatMap((word) => formsOf(word, rules)).slice(0, each), weight)
      : allWords(field, words, weight)
  const inTitle = things.map((words) => isAbout('entryTitle', words, WEIGHTS.titleOfSeveral))
  if (homeTypes.length === 0) return [{ and: inTitle }]
  const meanings = things.map((words) =>
    interpretTerm(words.join(' '), vocabulary, rules).find(
      ({ kind, share }) => kind === 'synonym' && share >= MOST_OF_IT,
    ),
  )
  const pages = meanings.flatMap((meaning) => (meaning ? [meaning.text] : []))
  // Of what is on one page, that is the page.
  if (new Set(pages).size < pages.length) return []
  // The text of a page has the titles of those that it leads to, so what authors call a thing will do as well.
  const inText = things.map((words, at): JsonObject => {
    const meaning = meanings[at]
    const called = meaning && allWords('searchContent', textsOf(meaning.phrase.telling))
    return { or: [isAbout('searchContent', words), ...(called ? [called] : [])] }
  })
  const isHome: JsonObject = { field: 'sys.contentTypeId', in: homeTypes, ...weighted(WEIGHTS.homeOfSeveral) }
  return [{ and: inTitle }, { and: [...inText, isHome] }]
}

/** The things that a term joins, each by its telling words: "weddings & funerals". */
function joinedIn(text: string, rules: WordRules): readonly (readonly string[])[] {
  const isJoint = (word: string): boolean => rules.joiningWords.has(wordsOf(word)[0] ?? '')
  const parts = text.split(/[&+,;]/).flatMap((part) => {
    const words = part.split(/\s+/)
    const joints = words.flatMap((word, at) => (isJoint(word) ? [at] : []))
    return [...joints, words.length].map((end, at) => words.slice((joints[at - 1] ?? -1) + 1, end).join(' '))
  })
  return parts
    .map((part) => wordsOf(part))
    .filter((words) => words.some((word) => !rules.stopWords.has(word)))
    .map((words) => textsOf(readPhrase(words, rules).telling))
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
  return clauses
    .filter((clause, at) => clauses.findIndex((other) => isEqual(clause, other)) === at)
    .slice(0, MAX_TYPES)
}

/** The types of that name; where none are named, it may be one itself. */
const typesCalled = (forms: readonly string[], namedTypes: readonly string[]): readonly string[] =>
  namedTypes.length === 0 ? forms : namedTypes.filter((type) => forms.includes(type.toLowerCase()))

/** Clauses that are built alike. */
const isEqual = (one: JsonObject, other: JsonObject): boolean => JSON.stringify(one) === JSON.stringify(other)
