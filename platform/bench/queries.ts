import { createRandom, type Random } from './random.ts'
import { CATEGORIES, entryId, nodeCount, nodePath, TAGS, TYPES } from './synthetic-seed.ts'
import { wordOfRank } from './words.ts'

/** A kind of query, and how to ask it with other values each time, so that no answer comes from a cache. */
export type BenchQuery = {
  readonly name: string
  readonly ask: (random: Random, entries: number) => { readonly path: string; readonly body?: object }
  /** Whether the status 400 is an accepted answer too. */
  readonly mayBeRefused?: boolean
}

const PROJECT = '/api/delivery/projects/website'
const pick = <T>(random: Random, list: readonly T[]): T => list[random.below(list.length)] as T
const search = (body: object) => ({ path: `${PROJECT}/entries/search`, body })
const published = [
  { field: 'sys.versionStatus', equalTo: 'published' },
  { field: 'sys.language', equalTo: 'en-GB' },
]
const inType = (random: Random) => ({ field: 'sys.contentTypeId', equalTo: pick(random, TYPES) })

/** The search of the site's own search page. Source: specification 9, search weights. */
function defaultSearch(term: string, random: Random): object {
  const freeText = { term, fuzzy: false, operator: 'and' }
  return {
    pageSize: 20,
    // A random name that no field has, so that the answer cache does not answer a repeated word.
    fields: ['title', 'summary', `x${random.below(1_000_000)}`],
    where: [
      ...published,
      {
        or: [
          { field: 'entryTitle', equalTo: term, weight: 10 },
          { field: 'entryTitle', freeText, weight: 2 },
          { field: 'entryDescription', freeText, weight: 2 },
          { field: 'keywords', contains: term, weight: 2 },
          { field: 'sys.uri', contains: term, weight: 2 },
          { field: 'searchContent', freeText },
        ],
      },
    ],
  }
}

/** The same search with relevance, as the demonstration site has it, for words without synonyms or chosen results. Source: 0039. */
function relevantSearch(term: string, random: Random): object {
  const words = term.split(' ')
  const forms = words.flatMap((one) => [one, `${one}s`, `${one}ing`, `${one}ed`]).join(' ')
  const text = (field: string, operator: 'and' | 'or', weight: number, fuzzy = false) => ({
    field,
    freeText: { term: operator === 'or' ? forms : term, fuzzy, operator },
    weight,
  })
  const named = words.map((one) => ({
    and: [
      { field: 'entryTitle', freeText: { term, operator: 'or' } },
      { field: 'sys.contentTypeId', in: [one, `${one}s`], weight: 12 },
    ],
  }))
  const home = { field: 'sys.contentTypeId', in: TYPES.slice(0, 2), weight: 12 }
  return {
    ...defaultSearch(term, random),
    where: [
      ...published,
      {
        or: [
          { field: 'entryTitle', equalTo: term, weight: 24 },
          { field: 'sys.slug', in: [words.join('-')], weight: 8 },
          text('entryTitle', 'and', 3),
          text('searchContent', 'and', 3),
          text('entryTitle', 'or', 2),
          text('keywords', 'or', 2),
          text('entryDescription', 'or', 1.5),
          { and: [text('entryTitle', 'and', 1), home] },
          ...(words.length > 1 ? named : []),
          text('entryTitle', 'and', 1, true),
          text('keywords', 'and', 1, true),
          text('file._searchContent', 'and', 3),
        ],
      },
    ],
  }
}

/** A random word with a rank from `low` to below `high`, so that all drawn words are about equally frequent. */
const word = (random: Random, low: number, high: number): string => wordOfRank(low + random.below(high - low))

function typo(text: string, random: Random): string {
  const at = 1 + random.below(text.length - 2)
  return `${text.slice(0, at)}${text[at + 1]}${text[at]}${text.slice(at + 2)}`
}

const place = (random: Random) => ({
  lat: 50 + random.below(8000) / 1000,
  lon: -6 + random.below(8000) / 1000,
})

/** Every query of the bench. Source: issue "speed at size". */
export const QUERIES: readonly BenchQuery[] = [
  {
    name: 'node by path',
    ask: (random, entries) => ({
      path: `${PROJECT}/nodes${nodePath(random.below(nodeCount(entries)))}?entryFields=entryTitle,sys.contentTypeId`,
    }),
  },
  {
    name: 'entry, link depth 2',
    ask: (random, entries) => ({
      path: `${PROJECT}/entries/${entryId(random.below(entries))}?linkDepth=2`,
    }),
  },
  {
    name: 'listing, 3 filters, 2 aggregations',
    ask: (random) =>
      search({
        pageSize: 20,
        orderBy: [{ desc: 'date' }],
        where: [
          ...published,
          inType(random),
          { field: 'tags.key', in: [pick(random, TAGS), pick(random, TAGS)] },
          { field: 'price', between: [random.below(400), 600 + random.below(400)] },
          { field: 'date', greaterThan: `20${16 + random.below(4)}-0${1 + random.below(9)}-01` },
        ],
        aggregations: { sf_tags: { field: 'tags.key', size: 40 }, sf_category: { field: 'category' } },
      }),
  },
  {
    name: 'default search, rare word',
    ask: (random) => search(defaultSearch(word(random, 20_000, 50_000), random)),
  },
  {
    name: 'default search, common word (1 in 200)',
    ask: (random) => search(defaultSearch(word(random, 900, 1400), random)),
  },
  {
    name: 'default search, very common word (1 in 3)',
    ask: (random) => search(defaultSearch(word(random, 8, 24), random)),
  },
  {
    name: 'default search, two words',
    ask: (random) => search(defaultSearch(`${word(random, 20, 400)} ${word(random, 100, 2000)}`, random)),
  },
  {
    name: 'search with relevance, rare word',
    ask: (random) => search(relevantSearch(word(random, 20_000, 50_000), random)),
  },
  {
    name: 'search with relevance, common word (1 in 200)',
    ask: (random) => search(relevantSearch(word(random, 900, 1400), random)),
  },
  {
    name: 'search with relevance, very common word (1 in 3)',
    ask: (random) => search(relevantSearch(word(random, 8, 24), random)),
  },
  {
    name: 'search with relevance, two words',
    ask: (random) => search(relevantSearch(`${word(random, 20, 400)} ${word(random, 100, 2000)}`, random)),
  },
  {
    name: 'fuzzy title',
    ask: (random) =>
      search({
        pageSize: 20,
        where: [
          ...published,
          {
            field: 'entryTitle',
            freeText: { term: typo(word(random, 5000, 50_000), random), fuzzy: true },
          },
        ],
      }),
  },
  {
    name: 'near a place (5 miles), nearest first',
    ask: (random) =>
      search({
        pageSize: 20,
        orderBy: [{ asc: 'place' }],
        where: [...published, { field: 'place', distanceWithin: { ...place(random), distance: '5mi' } }],
      }),
  },
  {
    name: 'by a field of linked entries, newest first, 1 aggregation',
    ask: (random) =>
      search({
        pageSize: 20,
        orderBy: [{ desc: 'date' }],
        where: [...published, { field: 'related.category', equalTo: pick(random, CATEGORIES) }],
        aggregations: { sf_tags: { field: 'tags.key', size: 40 } },
      }),
  },
  {
    name: 'by a field of linked entries, two links deep, in one type',
    ask: (random) =>
      search({
        pageSize: 20,
        where: [
          ...published,
          inType(random),
          { field: 'related.related.entryTitle', startsWith: `${word(random, 900, 1400)} ` },
        ],
      }),
  },
  {
    name: 'ordered by a field of linked entries, and counted by another',
    ask: (random) =>
      search({
        pageSize: 20,
        orderBy: [{ asc: 'related.entryTitle' }],
        where: [...published, inType(random), { field: 'category', equalTo: pick(random, CATEGORIES) }],
        aggregations: { sf_category: { field: 'related.category' } },
      }),
  },
  {
    name: 'deep page (9,980 to 10,000)',
    ask: (random) =>
      search({
        pageSize: 20,
        pageIndex: 499 - random.below(20),
        fields: ['title', `x${random.below(1_000_000)}`],
        orderBy: [{ desc: 'date' }],
        where: [...published, inType(random)],
      }),
  },
]

/** Random values for a query, the same in every run. */
export const randomFor = (query: BenchQuery): Random => createRandom(query.name.length * 7919 + 3)
