import type { JsonObject } from '@tessera/shared/contract'
import { interpretTerm } from './interpret-term.ts'
import {
  allWords,
  anyWord,
  correctedInterpretation,
  hasSynonym,
  MAX_OWN_FORMS,
  similar,
  weighted,
  WEIGHTS,
  type WeightedInterpretation,
} from './relevance-clauses.ts'
import type { Vocabulary } from './vocabulary.ts'
import { readPhrase, textsOf } from './words/phrase.ts'
import { formsOf, wordsOf, type WordRules } from './words/words.ts'

/** Maximum number of joined subjects of a term that are searched for one by one. */
const MAX_JOINED = 3
/** Maximum number of words: longer terms are sentences, which join other things than the subjects of a search. */
const MAX_JOINED_WORDS = 8
/** Minimum share of a term, or of a joined subject, that a synonym covers when it says what the term means. */
const MIN_SHARE = 0.6
/** Minimum share of a term with joined subjects that a synonym covers when one page is meant, not a page that leads to each subject. */
const MIN_SHARE_OF_SUBJECTS = 0.7
/** Maximum number of interpretations that are matched with main pages, and of words that may name a content type. */
const [MAX_MAIN_PAGES, MAX_TYPE_WORDS] = [3, 3]
/** Maximum number of words of a slug that is looked for in a term, and of different lengths of such slugs. */
const [MAX_SLUG_WORDS, MAX_LENGTHS] = [6, 3]
/** Maximum number of clauses for named types, and of other words in each. The platform limits the size of a query. */
const [MAX_TYPES, MAX_NAME_WORDS] = [3, 4]

/** Clauses for entries whose title or slug is exactly this, but for the form of the last word, or whose title has all its words. */
export function titleClauses(
  { text, words, factor, kind }: WeightedInterpretation,
  { knownWords }: Vocabulary,
  rules: WordRules,
): readonly JsonObject[] {
  const written = wordsOf(text)
  const last = written.at(-1) ?? ''
  // "garden waste collection" means the page "Garden waste collections". Forms that the site never uses are left out.
  const forms =
    kind === 'synonym' || words.at(-1) !== last
      ? []
      : formsOf(last, rules).filter((form) => form !== last && knownWords.has(form))
  const inForms = (of: readonly string[]): string[] =>
    forms.map((form) => [...of.slice(0, -1), form].join('-'))
  const slugs = [...new Set([written.join('-'), words.join('-')])]
  const titles = [text, ...forms.map((form) => text.replace(/[\p{L}\p{N}'’]+\P{L}*$/u, form))]
  // A page at the top of a site may have a path that is shorter than its title.
  const path = { field: 'sys.uri', in: slugs.map((slug) => `/${slug}`), ...weighted(WEIGHTS.slug[kind]) }
  return [
    { field: 'entryTitle', ...oneOf(titles), ...weighted(WEIGHTS.titleEqual[kind] * factor) },
    {
      field: 'sys.slug',
      in: [...new Set([...slugs, ...inForms(written), ...inForms(words)])],
      ...weighted(WEIGHTS.slug[kind] * factor),
    },
    ...(kind === 'own' ? [path] : []),
    allWords('entryTitle', words, WEIGHTS.titleAllWords * factor),
  ]
}

const oneOf = (values: readonly string[]): JsonObject =>
  values.length === 1 ? { equalTo: values[0] ?? '' } : { in: values }

/** Clauses for entries whose slug is a part of the term: the library of "Hollin Cross library opening hours". */
export function slugInTermClauses(interpretations: readonly WeightedInterpretation[]): readonly JsonObject[] {
  const interpretation = correctedInterpretation(interpretations)
  if (
    interpretation === undefined ||
    interpretation.words.length < 3 ||
    hasSynonym(interpretations, MIN_SHARE)
  )
    return []
  const written = wordsOf(interpretation.text)
  const byLength = new Map<number, string[]>()
  for (let from = 0; from < written.length; from += 1)
    for (let to = from + 2; to <= Math.min(written.length, from + MAX_SLUG_WORDS); to += 1) {
      const part = written.slice(from, to)
      const count = part.filter((word) => interpretation.words.includes(word)).length
      if (count < 2 || count === interpretation.words.length) continue
      byLength.set(count, [...(byLength.get(count) ?? []), part.join('-')])
    }
  return [...byLength]
    .toSorted(([one], [other]) => other - one)
    .slice(0, MAX_LENGTHS)
    .map(([count, slugs]) => ({
      field: 'sys.slug',
      in: slugs,
      ...weighted((WEIGHTS.slugInTerm * count) / interpretation.words.length),
    }))
}

/** Clauses that rank the main page of a subject above an article that mentions it. */
export function mainPageClauses(
  interpretations: readonly WeightedInterpretation[],
  homeTypes: readonly string[],
): readonly JsonObject[] {
  if (homeTypes.length === 0) return []
  const whole = interpretations.filter(({ share }) => share === 1).slice(0, MAX_MAIN_PAGES)
  return [
    {
      and: [
        { or: whole.map(({ words }) => allWords('entryTitle', words)) },
        { field: 'sys.contentTypeId', in: homeTypes, ...weighted(WEIGHTS.mainPage) },
      ],
    },
  ]
}

/**
 * Clauses for joined subjects such as "potholes and gritting": a page whose title names all of them, or that links to pages about all of
 * them, ranks above pages about one.
 */
export function joinedSubjectClauses(
  interpretations: readonly WeightedInterpretation[],
  homeTypes: readonly string[],
  vocabulary: Vocabulary,
  rules: WordRules,
): readonly JsonObject[] {
  const text = correctedInterpretation(interpretations)?.text ?? ''
  const subjects = joinedSubjects(text, rules)
  if (hasSynonym(interpretations, MIN_SHARE_OF_SUBJECTS)) return []
  if (subjects.length < 2 || subjects.length > MAX_JOINED || wordsOf(text).length > MAX_JOINED_WORDS)
    return []
  const each = Math.floor(MAX_OWN_FORMS / subjects.length)
  const isAbout = (field: string, words: readonly string[], weight?: number): JsonObject =>
    words.length === 1
      ? anyWord(field, words.flatMap((word) => formsOf(word, rules)).slice(0, each), weight)
      : allWords(field, words, weight)
  const inTitle = subjects.map((words) => isAbout('entryTitle', words, WEIGHTS.titleOfSubjects))
  if (homeTypes.length === 0) return [{ and: inTitle }]
  const meanings = subjects.map((words) =>
    interpretTerm(words.join(' '), vocabulary, rules).find(
      ({ kind, share }) => kind === 'synonym' && share >= MIN_SHARE,
    ),
  )
  const pages = meanings.flatMap((meaning) => (meaning ? [meaning.text] : []))
  // If subjects have the same page, that page is the answer already.
  if (new Set(pages).size < pages.length) return []
  // The text of a page has the titles of the pages that it links to, so the authors' name of a subject matches too.
  const inText = subjects.map((words, at): JsonObject => {
    const meaning = meanings[at]
    const called = meaning && allWords('searchContent', textsOf(meaning.phrase.significant))
    return { or: [isAbout('searchContent', words), ...(called ? [called] : [])] }
  })
  const isMainPage: JsonObject = {
    field: 'sys.contentTypeId',
    in: homeTypes,
    ...weighted(WEIGHTS.mainPageOfSubjects),
  }
  return [{ and: inTitle }, { and: [...inText, isMainPage] }]
}

/** The subjects that a term joins, each as its significant words: "weddings & funerals". */
function joinedSubjects(text: string, rules: WordRules): readonly (readonly string[])[] {
  const isJoint = (word: string): boolean => rules.joiningWords.has(wordsOf(word)[0] ?? '')
  const parts = text.split(/[&+,;]/).flatMap((part) => {
    const words = part.split(/\s+/)
    const joints = words.flatMap((word, at) => (isJoint(word) ? [at] : []))
    return [...joints, words.length].map((end, at) => words.slice((joints[at - 1] ?? -1) + 1, end).join(' '))
  })
  return parts
    .map((part) => wordsOf(part))
    .filter((words) => words.some((word) => !rules.stopWords.has(word)))
    .map((words) => textsOf(readPhrase(words, rules).significant))
}

/**
 * Clauses for "councillor Standish", "cllr Standich": if a word names a content type, directly or as a synonym, entries of that type with
 * another word of the term rank first. If the configuration lists the types, words similar to the other word match too.
 */
export function namedTypeClauses(
  interpretations: readonly WeightedInterpretation[],
  namedTypes: readonly string[],
  rules: WordRules,
): readonly JsonObject[] {
  const others = (words: readonly string[], name: string) => words.filter((other) => other !== name)
  const named = interpretations.flatMap(({ kind, words, rest }) =>
    kind === 'synonym'
      ? words.slice(0, words.length === 1 ? 1 : 0).map((name) => ({ name, names: rest }))
      : words.slice(0, MAX_TYPE_WORDS).map((name) => ({ name, names: others(words, name) })),
  )
  const clauses = named.flatMap(({ name, names }) => {
    const types = typesNamed(formsOf(name, rules), namedTypes)
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

/** The configured types with that name; if none are configured, the name itself may be a type. */
const typesNamed = (forms: readonly string[], namedTypes: readonly string[]): readonly string[] =>
  namedTypes.length === 0 ? forms : namedTypes.filter((type) => forms.includes(type.toLowerCase()))

/** Whether two clauses are equal. */
const isEqual = (one: JsonObject, other: JsonObject): boolean => JSON.stringify(one) === JSON.stringify(other)
