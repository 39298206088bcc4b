import { jest } from '@jest/globals'
import fc from 'fast-check'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { writeSyntheticSeed } from '../bench/synthetic-seed.ts'
import { prepareFolder, recordsFile } from '../data-folder.ts'
import { readSeed } from '../import/read-seed.ts'
import type { Query } from '../query/ast.ts'
import { readAggregations } from '../query/read-aggregations.ts'
import { readOrder } from '../query/read-order.ts'
import { readWhere } from '../query/read-where.ts'
import { openWriter } from './connection.ts'
import { createRemover } from './entry-store.ts'
import { followContent, type Content } from './follow-content.ts'
import { liveContentFile } from './live-content.ts'
import type { FindResult, ReadAccess } from './repository.ts'

const ENTRIES = 240
const MARK = 'sys.metadata.includeInSearch'
const READ_ACCESS: ReadAccess = {
  projectId: 'website',
  visitor: null,
  canReadLatest: false,
}

interface SeedEntry {
  readonly id: string
  readonly contentTypeId: string
  metadata?: { readonly includeInSearch?: unknown }
  readonly variations: {
    readonly 'en-GB': { readonly published: { readonly fields: Readonly<Record<string, unknown>> } }
  }
}

/** The properties of an entry that the queries use. */
interface Known {
  readonly id: string
  readonly type: string
  readonly hasAddress: boolean
  readonly mark: unknown
  readonly category: string
  readonly price: number
  /** Which of the words of `WORDS` its title has. */
  readonly words: readonly string[]
}

/** The two words that most titles have, lower case. */
const WORDS: string[] = []

const MARKS = [undefined, true, false, null, 'yes', [], [false, true], [false, 2], 'true', { a: 1 }] as const

describe('conditions that nearly every entry meets are represented by their exceptions (docs/decisions/0055)', () => {
  let [folder, data] = ['', '']
  let records: DatabaseSync
  let content: Content
  let entries: readonly Known[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-exceptions-'))
    const seed = join(folder, 'seed.json')
    writeSyntheticSeed(seed, ENTRIES)
    entries = giveMarksAndAddresses(seed)
    data = join(folder, 'data')
    await prepareFolder(data, readSeed(seed), 'keep')
    records = openWriter(recordsFile(data))
    content = followContent(records, data).content()
  }, 120_000)
  afterAll(() => {
    content.db.close()
    records.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const find = (where: readonly object[], more: Asked = {}): FindResult =>
    content.repository.find(aQuery(where, more), READ_ACCESS)

  test('random combinations of conditions find, count and order the same as a check of every entry', () => {
    const counts = {
      categories: { field: 'category', size: 1_000 },
      types: { field: 'sys.contentTypeId', size: 1_000 },
      marks: { field: MARK, size: 10, missing: 'none' },
    }
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(...CONDITIONS), { minLength: 1, maxLength: 4 }),
        fc.constantFrom<readonly string[]>([], ['price'], ['-price'], ['category', '-price']),
        fc.integer({ min: 1, max: 50 }),
        (conditions, orderBy, pageSize) => {
          const where = conditions.map(clauseOf)
          const expected = entries.filter((entry) => conditions.every(({ isMet }) => isMet(entry)))
          const all = find(where, { orderBy, aggregations: counts })
          expect(all.totalCount).toBe(expected.length)
          const ids = all.items.map(({ entry }) => entry.id)
          expect([...ids].sort()).toEqual(expected.map(({ id }) => id).sort())
          expect(all.aggregations['types']).toEqual(countsOf(expected.map(({ type }) => type)))
          expect(all.aggregations['categories']).toEqual(countsOf(expected.map(({ category }) => category)))
          const unset = expected.filter(({ mark }) => !isThere(mark)).length
          expect(all.aggregations['marks']?.['none'] ?? 0).toBe(unset)
          if (orderBy[0] === 'price') expectOrder(all, entries)
          const page = find(where, { orderBy, pageSize, pageIndex: 1 })
          expect(page.items.map(({ entry }) => entry.id)).toEqual(ids.slice(pageSize, 2 * pageSize))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('entries with an address and without an exclusion mark are read along the index, without a temporary table of matches', () => {
    const { db, repository } = followContent(records, data).content()
    const prepare = jest.spyOn(db, 'prepare')
    const where = [clauseOf(ADDRESS), clauseOf(MARKED), { field: 'sys.language', equalTo: 'en-GB' }]
    const more = { pageSize: 20, aggregations: { sf_category: { field: 'category', size: 50 } } }
    repository.find(aQuery(where, more), READ_ACCESS)
    const statements = prepare.mock.calls.map(([text]) => text)
    prepare.mockRestore()
    expect(statements.filter((text) => text.includes('temp.matched'))).toEqual([])
    const stepsOf = (pattern: RegExp): readonly string[] => {
      const found = statements.filter((text) => pattern.test(text))
      expect(found).not.toEqual([])
      return found.flatMap((text) =>
        db
          .prepare(`EXPLAIN QUERY PLAN ${text}`)
          .all()
          .map(({ detail }) => String(detail)),
      )
    }
    const exceptions = stepsOf(/INTO temp\.excepted/)
    expect(exceptions).toContain('SEARCH sa USING PRIMARY KEY (scope=? AND field=?)')
    expect(exceptions).toContain('SEARCH sn USING PRIMARY KEY (scope=? AND field=? AND val>?)')
    // Each content type's first entries are read in index order; only these are sorted.
    const page = stepsOf(/title_key.*LIMIT/s)
    expect(page).toContain('SEARCH doc USING COVERING INDEX doc_scope (scope=?)')
    expect(page.filter((step) => /SCAN (doc|sv|sn|sx)\b/.test(step))).toEqual([])
    const counts = stepsOf(/count\(\*\).*FROM sv/s)
    expect(counts).toContain('SEARCH t USING PRIMARY KEY (scope=? AND field=?)')
    db.close()
  })

  test('a condition on one content type is checked among its entries only; all others are read along the index', () => {
    const { db, repository } = followContent(records, data).content()
    const prepare = jest.spyOn(db, 'prepare')
    const ofTypes = {
      or: [
        { and: [{ field: 'sys.contentTypeId', in: ['type1', 'type2'] }, ENGLISH] },
        { and: [{ field: 'sys.contentTypeId', equalTo: 'type3' }, ENGLISH, DEAR] },
      ],
    }
    const { totalCount } = repository.find(
      aQuery([ofTypes, clauseOf(ADDRESS), clauseOf(MARKED)]),
      READ_ACCESS,
    )
    const statements = prepare.mock.calls.map(([text]) => text)
    prepare.mockRestore()
    const expected = entries.filter(
      (entry) =>
        entry.hasAddress &&
        MARKED.isMet(entry) &&
        (/^type[12]$/.test(entry.type) || (entry.type === 'type3' && entry.price > 300)),
    )
    expect(expected.length).toBeGreaterThan(10)
    expect(totalCount).toBe(expected.length)
    expect(statements.filter((text) => text.includes('temp.matched'))).toEqual([])
    db.close()
  })

  test.each([
    [{ equalTo: 'type3', weight: 5 }, { in: ['type1', 'type2'] }],
    [{ equalTo: 'type3' }, { in: ['type1', 'type2', 'type3'] }],
  ])('alternatives of types that count more still come first: %j or %j', (more, less) => {
    const alternatives = [more, less].map((one) => ({ field: 'sys.contentTypeId', ...one }))
    const { items } = find([{ or: alternatives }])
    const types = items.map(({ entry }) => entry.contentTypeId)
    const first = types.filter((type) => type === 'type3').length
    expect(first).toBeGreaterThan(10)
    expect(types.slice(0, first)).toEqual(Array(first).fill('type3'))
    expect(types.length).toBeGreaterThan(first)
  })

  test('a removed entry is no longer an exception', () => {
    const without = entries.find((entry) => !entry.hasAddress)?.id ?? ''
    const before = find([clauseOf(ADDRESS)]).totalCount
    const db = openWriter(liveContentFile(records, data) ?? '')
    createRemover(db).entry(without)
    db.close()
    const after = followContent(records, data).content()
    expect(after.repository.find(aQuery([clauseOf(ADDRESS)]), READ_ACCESS).totalCount).toBe(before)
    const left = after.db.prepare('SELECT count(*) AS n FROM sa WHERE doc NOT IN (SELECT doc FROM doc)').get()
    expect(left?.['n']).toBe(0)
    after.db.close()
  })
})

interface Asked {
  readonly orderBy?: readonly string[]
  readonly aggregations?: object
  readonly pageIndex?: number
  readonly pageSize?: number
}

const aQuery = (
  where: readonly object[],
  { orderBy = [], aggregations = {}, pageIndex = 0, pageSize = 1_000 }: Asked = {},
): Query => ({
  where: readWhere(where),
  order: readOrder(orderBy),
  aggregations: readAggregations(aggregations),
  pageIndex,
  pageSize,
})

interface Condition {
  readonly clause: object | (() => object)
  readonly isMet: (entry: Known) => boolean
}

const clauseOf = ({ clause }: Condition): object => (typeof clause === 'function' ? clause() : clause)

/** Whether a value is neither null, undefined nor an empty list. */
const isThere = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null

const valuesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])
const isTrue = (value: unknown): boolean =>
  valuesOf(value).some((one) => one === true || (typeof one === 'string' && one === 'true'))

const ADDRESS: Condition = {
  clause: { field: 'sys.uri', exists: true },
  isMet: ({ hasAddress }) => hasAddress,
}
const MARKED: Condition = {
  clause: {
    or: [
      { field: MARK, equalTo: true },
      { field: MARK, exists: false },
    ],
  },
  isMet: ({ mark }) => isTrue(mark) || !isThere(mark),
}

const ENGLISH = { field: 'sys.language', equalTo: 'en-GB' }
const DEAR = { field: 'price', greaterThan: 300 }

const CONDITIONS: readonly Condition[] = [
  ADDRESS,
  MARKED,
  { clause: { not: clauseOf(ADDRESS) }, isMet: ({ hasAddress }) => !hasAddress },
  { clause: { not: clauseOf(MARKED) }, isMet: (entry) => !MARKED.isMet(entry) },
  { clause: { field: MARK, exists: true }, isMet: ({ mark }) => isThere(mark) },
  { clause: { not: { field: MARK, equalTo: true } }, isMet: ({ mark }) => !isTrue(mark) },
  {
    clause: {
      or: [
        { field: MARK, exists: false },
        { field: MARK, equalTo: 2 },
      ],
    },
    isMet: ({ mark }) => !isThere(mark) || valuesOf(mark).includes(2),
  },
  {
    clause: {
      or: [
        { field: 'category', equalTo: 'category 3' },
        { field: 'price', exists: false },
      ],
    },
    isMet: ({ category }) => category === 'category 3',
  },
  {
    clause: { not: { field: 'category', in: ['category 1', 'category 3'] } },
    isMet: ({ category }) => !/ [13]$/.test(category),
  },
  { clause: DEAR, isMet: ({ price }) => price > 300 },
  {
    clause: { field: 'sys.contentTypeId', in: ['type1', 'type2', 'type3'] },
    isMet: ({ type }) => /^type[123]$/.test(type),
  },
  {
    clause: {
      or: [
        { and: [{ field: 'sys.contentTypeId', in: ['type1', 'type2'] }, ENGLISH] },
        { and: [{ field: 'sys.contentTypeId', equalTo: 'type3' }, ENGLISH, DEAR] },
        {
          and: [
            { field: 'sys.contentTypeId', equalTo: 'type4' },
            { field: 'sys.language', equalTo: 'cy' },
          ],
        },
      ],
    },
    isMet: ({ type, price }) => /^type[12]$/.test(type) || (type === 'type3' && price > 300),
  },
  {
    // Like a search with relevance: some alternatives consist of several conditions.
    clause: () => ({
      or: [
        { and: [{ field: 'entryTitle', freeText: { term: WORDS[0] } }, DEAR] },
        { field: 'entryTitle', freeText: { term: WORDS[1] }, weight: 3 },
        {
          and: [
            { field: 'category', equalTo: 'category 2' },
            { field: 'sys.contentTypeId', equalTo: 'type1', weight: 4 },
          ],
        },
      ],
    }),
    isMet: ({ words, price, category, type }) =>
      (words.includes(WORDS[0] ?? '') && price > 300) ||
      words.includes(WORDS[1] ?? '') ||
      (category === 'category 2' && type === 'type1'),
  },
  {
    clause: () => ({ field: 'entryTitle', freeText: { term: WORDS[0] } }),
    isMet: ({ words }) => words.includes(WORDS[0] ?? ''),
  },
  {
    clause: { or: [{ field: 'sys.contentTypeId', equalTo: 'type1' }, DEAR] },
    isMet: ({ type, price }) => type === 'type1' || price > 300,
  },
  {
    clause: { not: { field: 'sys.contentTypeId', equalTo: 'type4' } },
    isMet: ({ type }) => type !== 'type4',
  },
]

function countsOf(values: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value.toLowerCase()] = (counts[value.toLowerCase()] ?? 0) + 1
  return counts
}

function expectOrder({ items }: FindResult, entries: readonly Known[]): void {
  const price = new Map(entries.map((entry) => [entry.id, entry.price]))
  const prices = items.map(({ entry }) => price.get(entry.id) ?? Number.NaN)
  expect(prices).toEqual([...prices].sort((a, b) => a - b))
}

/** Gives a third of the entries no address, and all of them marks of every kind; the rest of the seed stays. */
function giveMarksAndAddresses(file: string): readonly Known[] {
  const seed = JSON.parse(readFileSync(file, 'utf8')) as {
    entries: SeedEntry[]
    nodes: { entryId: string | null; id: string; parentId: string | null }[]
  }
  const [root] = seed.nodes
  seed.entries.forEach((entry, at) => {
    const mark = MARKS[at % (3 * MARKS.length)]
    if (mark !== undefined) entry.metadata = { includeInSearch: mark }
  })
  seed.nodes = seed.nodes.filter(({ entryId }) => entryId === null)
  const addressed = seed.entries.filter((_, at) => at % 3 !== 1)
  seed.nodes.push(
    ...(addressed.map((entry, at) => ({
      ...(root as object),
      id: `aaaaaaaa-0000-4000-8000-${String(at).padStart(12, '0')}`,
      parentId: root?.id ?? null,
      slug: { 'en-GB': `p-${at}` },
      displayName: { 'en-GB': `p-${at}` },
      entryId: entry.id,
    })) as unknown as typeof seed.nodes),
  )
  writeFileSync(file, JSON.stringify(seed))
  const titleWords = new Map(
    seed.entries.map((entry) => [
      entry.id,
      String(entry.variations['en-GB'].published.fields['title']).toLowerCase().split(' ').slice(0, -1),
    ]),
  )
  const counts = Map.groupBy(
    [...titleWords.values()].flatMap((words) => [...new Set(words)]),
    (word) => word,
  )
  const common = [...counts].toSorted(([, a], [, b]) => b.length - a.length).map(([word]) => word)
  WORDS.push(...common.slice(0, 2))
  const withAddress = new Set(addressed.map(({ id }) => id))
  return seed.entries.map((entry) => {
    const { fields } = entry.variations['en-GB'].published
    return {
      id: entry.id,
      type: entry.contentTypeId,
      hasAddress: withAddress.has(entry.id),
      mark: entry.metadata?.includeInSearch,
      category: String(fields['category']),
      price: Number(fields['price']),
      words: titleWords.get(entry.id) ?? [],
    }
  })
}
