import type { BenchQuery } from './queries.ts'
import type { Random } from './random.ts'
import { wordOfRank } from './words.ts'

const PLACES = ['entryTitle', 'entryDescription', 'keywords', 'searchContent']
const COMMON = Array.from({ length: 10 }, (_, at) => wordOfRank(at + 1)).join(' ')

const ask =
  (where: (random: Random) => object): BenchQuery['ask'] =>
  (random) => ({
    path: '/api/delivery/projects/website/entries/search',
    // A random name that no field has, so that the answer cache never answers.
    body: { where: [where(random)], pageSize: 20, fields: ['title', `x${random.below(1_000_000)}`] },
  })

const everywhere = (term: string, operator: string): object => ({
  or: PLACES.map((field) => ({ field, freeText: { term, operator } })),
})

/** `count` free text conditions joined by `or`, as many as the platform accepts, like those of a search with relevance. */
const inConditions = (count: number, termAt: (at: number) => string): object => ({
  or: Array.from({ length: count }, (_, at) => ({
    field: PLACES[at % PLACES.length],
    freeText: { term: termAt(at), operator: 'or' },
    weight: 1 + at,
  })),
})
/** The `count` commonest words, beginning with the word of rank `first` + 1. */
const commonWords = (first: number, count: number): string =>
  Array.from({ length: count }, (_, at) => wordOfRank(1 + ((first + at) % count))).join(' ')

/** Queries meant to overload a platform. Each is answered or refused (400) within 250 ms. Source: issue "limits". */
export const HOSTILE_QUERIES: readonly BenchQuery[] = [
  {
    name: 'hostile: a part of a word nobody knows',
    where: () => ({ field: 'searchContent', contains: 'zqxj' }),
  },
  { name: 'hostile: a part of very many words', where: () => ({ field: 'searchContent', contains: 'abe' }) },
  { name: 'hostile: a part of a word in HTML', where: () => ({ field: 'text', contains: 'zqxj' }) },
  { name: 'hostile: the end of every text', where: () => ({ field: 'text', endsWith: 'zqxj' }) },
  { name: 'hostile: one letter and no more', where: () => ({ field: 'searchContent', contains: 'a' }) },
  {
    name: 'hostile: a phrase of common beginnings',
    where: () => ({ field: 'searchContent', contains: `${wordOfRank(1)} ${wordOfRank(1).slice(0, 1)}` }),
  },
  { name: 'hostile: ten very common words, any', where: () => everywhere(COMMON, 'or') },
  { name: 'hostile: ten very common words, all', where: () => everywhere(COMMON, 'and') },
  {
    name: 'hostile: four very common words in thirty conditions',
    where: () => inConditions(30, (at) => commonWords(at, 4)),
  },
  {
    name: 'hostile: forty common words in six conditions',
    where: () => inConditions(6, () => commonWords(0, 40)),
  },
  { name: 'hostile: wildcards in every field', where: () => ({ field: '*', contains: 'a*e*i*o*u*a*e*i' }) },
  {
    name: 'hostile: signs of other languages',
    where: () => ({ field: '*', freeText: `") OR NEAR("a" 'b' %_% --` }),
  },
  {
    name: 'hostile: a hundred thousand characters',
    where: () => ({ field: '*', freeText: 'ab '.repeat(33_000) }),
  },
].map(({ name, where }) => ({ name, ask: ask(where), mayBeRefused: true }))
