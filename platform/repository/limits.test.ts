import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform, type Platform } from '../create-platform.ts'
import { writeSyntheticSeed, TOKEN, entryId } from '../bench/synthetic-seed.ts'
import { wordOfRank } from '../bench/words.ts'
import { trigramMatch } from './contains.ts'
import { createVocabulary } from './fuzzy.ts'
import { partMatch } from './word-index.ts'

/** Enough entries that queries use every index: small sites are scanned. */
const ENTRIES = 6000
/** The number of the entry with a very long title. */
const LONG = 77

const titles = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ field: 'title', equalTo: `no title ${at}` }))

describe('search at some size (protocol 1.13)', () => {
  let folder = ''
  let platform: Platform
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'platform-limits-'))
    const seed = join(folder, 'seed.json')
    writeSyntheticSeed(seed, ENTRIES)
    const content = JSON.parse(readFileSync(seed, 'utf8')) as {
      entries: { variations: { 'en-GB': { published: { fields: { title: string } } } } }[]
    }
    const long = content.entries[LONG]?.variations['en-GB'].published.fields
    if (long !== undefined)
      long.title += ` ${'x'.repeat(30)}middleofaverylongword${'y'.repeat(30)} ${'and so on '.repeat(20)}`
    writeFileSync(seed, JSON.stringify(content))
    platform = await createPlatform({ dataDir: join(folder, 'data'), seed })
  }, 120_000)
  afterAll(async () => {
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  })

  type Found = {
    readonly totalCount: number
    readonly items: readonly {
      readonly title: string
      readonly summary: string
      readonly text: string
      readonly price: number
      readonly keywords: readonly string[]
      readonly sys: { readonly id: string }
    }[]
    readonly aggregations: Readonly<Record<string, Readonly<Record<string, number>>>>
    readonly message: string
  }
  const search = async (
    where: unknown,
    more: object = {},
  ): Promise<{ readonly status: number; readonly json: Found; readonly ms: number }> => {
    const started = performance.now()
    const response = await platform.inject({
      method: 'POST',
      url: '/api/delivery/projects/website/entries/search',
      headers: { accesstoken: TOKEN },
      payload: { where, pageSize: 10_000, ...more } as object,
    })
    return { status: response.statusCode, json: response.json(), ms: performance.now() - started }
  }
  /** Like `search`, repeated when a busy machine made the query too slow. */
  const searchUntilAnswered = async (where: unknown): ReturnType<typeof search> => {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await search(where)
      if (answer.status !== 400 || attempt === 20) return answer
    }
  }
  const everything = async (): Promise<Found['items']> => (await search([])).json.items

  test('contains finds the same in fields with a trigram index as a scan does', async () => {
    const all = await everything()
    for (const term of [
      wordOfRank(12).slice(1, 6),
      `${wordOfRank(3)} ${wordOfRank(5)}`.slice(2),
      '99',
      'a?e*9',
    ]) {
      const pattern = new RegExp(term.replaceAll('?', '.').replaceAll('*', '.*'))
      const expected = all
        .filter(({ title }) => pattern.test(title))
        .map(({ sys }) => sys.id)
        .sort()
      const found = await searchUntilAnswered([{ field: 'entryTitle', contains: term }])
      expect([term, found.json.items.map(({ sys }) => sys.id).sort()]).toEqual([term, expected])
    }
  })

  test('a phrase in all text is found with the words at its ends cut off, in short and long texts', async () => {
    const [one] = (await everything()).slice(17)
    const words = one?.summary.split(' ') ?? []
    const phrase = `${words[3]?.slice(2)} ${words[4]} ${words[5]?.slice(0, 3)}`
    const found = await searchUntilAnswered([{ field: 'searchContent', contains: phrase }])
    expect(found.json.items.map(({ sys }) => sys.id)).toContain(one?.sys.id)
    expect(
      (
        await searchUntilAnswered([{ field: 'searchContent', contains: `${words[4]} ${words[3]}` }])
      ).json.items.map(({ sys }) => sys.id),
    ).not.toContain(one?.sys.id)
  })

  test('parts of words and phrases are found in all text and in plain fields as a scan finds them', async () => {
    const all = await everything()
    const words = all[40]?.summary.split(' ') ?? []
    const terms = [
      words[2]?.slice(1) ?? '',
      words[5]?.slice(0, 5) ?? '',
      'zqxj',
      `${words[7]?.slice(2)} ${words[8]}`,
      `${words[7]} ${words[8]?.slice(0, 1)}`,
      ` ${words[9]} `,
      `${words[1]?.slice(-2)} ${words[2]} ${words[3]?.slice(0, 4)}`,
    ]
    for (const term of terms) {
      const holding = all.filter(({ summary }) => summary.includes(term)).map(({ sys }) => sys.id)
      const found = await searchUntilAnswered([{ field: 'entryDescription', contains: term }])
      expect([term, found.json.items?.map(({ sys }) => sys.id).sort()]).toEqual([term, holding.sort()])
      expect(
        (await searchUntilAnswered([{ field: 'summary', contains: term.toUpperCase() }])).json.totalCount,
      ).toBe(holding.length)
      const whole = await searchUntilAnswered([{ field: 'searchContent', contains: term }])
      expect(whole.json.items.map(({ sys }) => sys.id)).toEqual(expect.arrayContaining(holding))
    }
  })

  test('very long words, and titles too long for the ordered index, are found by their parts', async () => {
    const ids = async (field: string, contains: string) =>
      (await searchUntilAnswered([{ field, contains }])).json.items.map(({ sys }) => sys.id)
    expect(await ids('searchContent', 'middleofaverylongword')).toEqual([entryId(LONG)])
    expect(await ids('entryTitle', 'middleofaverylongword')).toEqual([entryId(LONG)])
  })

  test('the pages of an ordered listing together hold every entry once, also where many values are equal', async () => {
    for (const orderBy of ['-price', 'price', 'category', '-date', 'sys.version.modified', 'title']) {
      const pages: string[] = []
      for (let pageIndex = 0; pageIndex < 7; pageIndex += 1)
        pages.push(
          ...(await search([], { orderBy: [orderBy], pageIndex, pageSize: 1000 })).json.items.map(
            ({ sys }) => sys.id,
          ),
        )
      expect([orderBy, pages.length, new Set(pages).size]).toEqual([orderBy, ENTRIES, ENTRIES])
      const whole = (await search([], { orderBy: [orderBy] })).json.items.map(({ sys }) => sys.id)
      expect(pages).toEqual(whole)
    }
  })

  test('the values on the pages are in order', async () => {
    const prices = (await search([], { orderBy: ['-price'], pageSize: 500, pageIndex: 3 })).json.items.map(
      ({ price }) => price,
    )
    expect(prices).toEqual([...prices].sort((a, b) => b - a))
    const filtered = await search([{ field: 'price', greaterThan: 100 }], {
      orderBy: ['price'],
      pageSize: 50,
      pageIndex: 2,
    })
    expect(filtered.json.items[0]?.price).toBeGreaterThan(100)
    expect(filtered.json.items.map(({ price }) => price)).toEqual(
      filtered.json.items.map(({ price }) => price).sort((a, b) => a - b),
    )
  })

  test('the counts of combined filters equal those of the filters one by one', async () => {
    const all = (await search([], { fields: ['price', 'category', 'tags'] })).json
      .items as unknown as readonly { price: number; category: string; tags: readonly { key: string }[] }[]
    const found = await search(
      [
        { field: 'price', between: [200, 700] },
        { field: 'tags.key', in: ['0/3', '0/7'] },
        { not: { field: 'category', equalTo: 'category 5' } },
      ],
      { aggregations: { sf_tags: { field: 'tags.key', size: 50 } } },
    )
    const expected = all.filter(
      ({ price, category, tags }) =>
        price >= 200 &&
        price <= 700 &&
        category !== 'category 5' &&
        tags.some(({ key }) => key === '0/3' || key === '0/7'),
    )
    expect(found.json.totalCount).toBe(expected.length)
    const tagged = expected.filter(({ tags }) => tags.some(({ key }) => key === '0/3')).length
    expect(found.json.aggregations['sf_tags']?.['0/3']).toBe(tagged)
  })

  test('a client fetches seven hundred links in one query, each by its id, language and version status', async () => {
    const or = Array.from({ length: 700 }, (_, at) => ({
      and: [
        { field: 'sys.id', equalTo: entryId(at) },
        { field: 'sys.language', equalTo: 'en-GB' },
        { field: 'sys.versionStatus', equalTo: 'published' },
      ],
    }))
    const { status, json } = await search([{ or }], { pageSize: 1000 })
    expect([status, json.totalCount]).toEqual([200, 700])
  })

  test.each([
    ['none of 1500 titles', [{ not: { or: titles(1500) } }], 6000],
    ['1500 titles at once', titles(1500), 0],
    [
      '1499 titles at once, or another',
      [{ or: [{ and: titles(1499) }, { field: 'title', equalTo: 'x' }] }],
      0,
    ],
  ])('%s: an answer, not a fault', async (_, where, count) => {
    const { status, json } = await search(where, { pageSize: 1 })
    expect([status, json.totalCount]).toEqual([200, count])
  })

  test.each([
    [
      'has more than 20 conditions on "*"',
      Array.from({ length: 21 }, (_, at) => ({ field: '*', equalTo: at })),
    ],
    [
      'compares "related.*" with more than 200 values',
      [{ field: 'related.*', in: Array.from({ length: 201 }, (_, value) => value) }],
    ],
    [
      'compares with more than 10000 values',
      [5000, 5000, 1].map((length) => ({ field: 'price', in: Array.from({ length }, (_, value) => value) })),
    ],
  ])('a query that %s is refused', async (said, or) => {
    const { status, json } = await search([{ or }])
    expect([status, json.message]).toEqual([400, `The query ${said}`])
  })

  test('whole texts are not counted, and entries with one do not count as entries without a value', async () => {
    const many = Array.from({ length: 50 }, (_, at) => [
      `sf_${at}`,
      { field: 'searchContent', size: 1000, missing: 'none' },
    ])
    const found = await search([], { pageSize: 1, aggregations: Object.fromEntries(many) as object })
    expect(JSON.stringify(found.json.aggregations).length).toBeLessThan(100_000)
    expect(found.json.aggregations['sf_0']).toEqual({})
  })

  test.each([
    ['a pattern of many wildcards', [{ field: '*', contains: 'a*e*i*o*u*a*e*i*o*u*z' }]],
    ['a long pattern', [{ field: 'searchContent', contains: '?'.repeat(400) }]],
    ['a hundred thousand characters', [{ field: 'searchContent', contains: 'a'.repeat(100_000) }]],
    [
      'sixty misspelt words',
      [
        {
          field: '*',
          freeText: {
            term: Array.from({ length: 60 }, (_, at) => `${wordOfRank(at + 50)}x`).join(' '),
            fuzzy: true,
            operator: 'or',
          },
        },
      ],
    ],
    [
      'a thousand alternatives',
      [{ or: Array.from({ length: 1000 }, (_, at) => ({ field: 'title', contains: `${at}*` })) }],
    ],
  ])('%s: an answer or a refusal in a moment, never a fault', async (_, where) => {
    await search([{ field: 'title', freeText: { term: 'warmup', fuzzy: true } }])
    const { status, ms } = await search(where, { pageSize: 20 })
    expect([200, 400]).toContain(status)
    expect(ms).toBeLessThan(20_000)
  })

  test('a body with a content-encoding is refused', async () => {
    const response = await platform.inject({
      method: 'POST',
      url: '/api/delivery/projects/website/entries/search',
      headers: { accesstoken: TOKEN, 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]),
    })
    expect([response.statusCode, response.json<{ type: string }>().type]).toEqual([400, 'error'])
  })

  test('cyclic links end at the link depth, and an answer with very many links at the maximum number of entries', async () => {
    const response = await platform.inject({
      method: 'GET',
      url: `/api/delivery/projects/website/entries/${entryId(5)}?linkDepth=10`,
      headers: { accesstoken: TOKEN },
    })
    expect(response.statusCode).toBe(200)
    // Each entry has two links, followed ten levels deep.
    expect(countWhole(response.json())).toBe(2 ** 11 - 1)
    const ids = Array.from({ length: 10 }, (_, at) => entryId(5 + at))
    const dense = await search([{ field: 'sys.id', in: ids }], { linkDepth: 10 })
    // The requested entries, and five thousand linked ones.
    expect(countWhole(dense.json.items)).toBe(dense.json.items.length + 5_000)
  })

  test('a term is cut into trigrams that cover it; a part of a word gives the words that contain it', () => {
    expect(trigramMatch('abcdefg')).toBe('"abc" AND "def" AND "efg"')
    for (const between of ['?', '*'])
      expect(trigramMatch(`abc${between}defg`)).toBe('"abc" AND "def" AND "efg"')
    expect(trigramMatch('ab')).toBeNull()
    expect(trigramMatch('a"b')).toBe('"a""b"')
    const known = createVocabulary(['garden', 'gardens', 'burden', 'waste'])
    const match = (term: string) => partMatch(term, known)
    expect(match('arden')).toBe('"garden" OR "gardens" OR "\ue000"')
    expect(match('nowhere')).toBe('"\ue000"')
    expect(match('rden waste bin')).toBe(
      '"garden waste bin" * OR "burden waste bin" * OR ("\ue000" AND "waste bin" *)',
    )
    expect(match('rden waste bi')).toBe('"garden waste" OR "burden waste" OR ("\ue000" AND "waste")')
    expect(match(' waste bins ')).toBe('"waste bins" OR ("\ue000" AND "bins")')
    expect([match('2026 waste'), match('2026'), match('a <b> c')]).toEqual(['"waste" *', null, null])
    const many = createVocabulary(Array.from({ length: 501 }, (_, at) => `x${at}`))
    expect([partMatch('x', many), partMatch('x5 waste', createVocabulary(['a5x5']))]).toEqual([
      null,
      '"a5x5 waste" * OR ("\ue000" AND "waste" *)',
    ])
  })
})

/** The number of entries in an answer that were resolved, not left as links. */
function countWhole(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = 'sys' in value && Object.keys(value).length > 1 ? 1 : 0
  return Object.values(value).reduce<number>((sum, part) => sum + countWhole(part), own)
}
