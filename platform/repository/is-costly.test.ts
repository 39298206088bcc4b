import { readWhere } from '../query/read-where.ts'
import { SEED } from '../testing/a-platform.ts'
import { createPlatform } from '../create-platform.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COSTLY_LIMIT_MS, openReader, STATEMENT_LIMIT_MS, withTimeLimit } from './connection.ts'
import { createVocabulary, expandFuzzy } from './fuzzy.ts'
import { asksForCommonWords, isCostly, refuseLookUps } from './is-costly.ts'

/** `and` and `or` in turn, so many levels deep. */
const alternating = (depth: number): unknown => {
  const leaf = { field: 'title', equalTo: `${depth}` }
  if (depth === 0) return leaf
  return { [depth % 2 === 0 ? 'and' : 'or']: [leaf, alternating(depth - 1)] }
}

describe('what a query may cost (docs/decisions/0020)', () => {
  test.each<[string, unknown]>([
    ['a pattern where no index helps', { field: 'content', contains: 'a?b' }],
    ['a short pattern in every field', { field: '*', contains: 'e*e' }],
    ['a pattern without three letters in a row', { field: 'entryTitle', contains: 'a*b' }],
    ['many wildcards', { field: 'entryTitle', contains: 'one*two*three*four' }],
    ['a long pattern', { field: 'entryTitle', contains: `abc*${'d'.repeat(80)}` }],
    ['a very long term', { field: 'content', contains: 'x'.repeat(501) }],
    ['a very long text to find', { field: '*', freeText: 'word '.repeat(200) }],
    ['any comparison of all fields at once', { field: '*', startsWith: 'a' }],
    ['any comparison of all fields of linked entries', { field: 'venue.*', startsWith: 'a' }],
    ['two letters that no index knows', { field: 'content', contains: 'zq' }],
    ['signs without a letter', { field: 'searchContent', contains: '%_%' }],
    [
      'seven terms that are looked for in all texts',
      { or: [1, 2, 3, 4, 5, 6, 7].map((at) => ({ field: 'content', contains: `term${at}` })) },
    ],
    [
      'seven ends of texts',
      { or: [1, 2, 3, 4, 5, 6, 7].map((at) => ({ field: 'content', endsWith: `end${at}` })) },
    ],
    [
      'many fields that must be there',
      { or: Array.from({ length: 33 }, (_, at) => ({ field: `field${at}`, exists: true })) },
    ],
    [
      'forty-one words',
      { or: Array.from({ length: 41 }, (_, at) => ({ field: 'title', freeText: `word${at}` })).slice(0, 41) },
    ],
    [
      'thirty-one conditions on words',
      { or: Array.from({ length: 31 }, () => ({ field: 'title', freeText: 'word' })) },
    ],
    [
      'the same words over and over',
      {
        or: Array.from({ length: 13 }, () => ({
          field: 'title',
          freeText: Array.from({ length: 20 }, (_, at) => `word${at}`).join(' '),
        })),
      },
    ],
    [
      'eleven misspelt words',
      {
        field: 'title',
        freeText: { term: Array.from({ length: 11 }, (_, at) => `wrod${at}`).join(' '), fuzzy: true },
      },
    ],
    [
      'hundreds of conditions',
      { or: Array.from({ length: 1501 }, (_, at) => ({ field: 'price', equalTo: at })) },
    ],
    [
      'twenty-five negated alternatives',
      { or: Array.from({ length: 25 }, (_, at) => ({ not: { field: 'title', equalTo: `${at}` } })) },
    ],
    [
      'a negated conjunction of twenty-five',
      { not: { and: Array.from({ length: 25 }, (_, at) => ({ field: 'title', equalTo: `${at}` })) } },
    ],
    ['conditions that alternate eleven levels deep', alternating(11)],
  ])('%s gets a fraction of the time', (_, clause) => {
    expect(isCostly(readWhere([clause]))).toBe(true)
    expect(COSTLY_LIMIT_MS).toBeLessThanOrEqual(120)
  })

  test.each<[string, unknown]>([
    ['a part of a title', { field: 'entryTitle', contains: 'ambo' }],
    ['a pattern in a title', { field: 'entryTitle', contains: 'boston*fern' }],
    ['a word in all text', { field: 'searchContent', freeText: 'garden' }],
    [
      'ten words in the four places of the default search',
      {
        or: ['entryTitle', 'entryDescription', 'keywords', 'searchContent'].map((field) => ({
          field,
          freeText: { term: 'one two three four five six seven eight nine ten', operator: 'or', fuzzy: true },
        })),
      },
    ],
    [
      'thirty ways to find the same words',
      { or: Array.from({ length: 30 }, () => ({ field: 'title', freeText: 'one two three four five' })) },
    ],
    ['a part of a text', { field: 'content', contains: 'garden path' }],
    [
      'a batch of links',
      {
        or: Array.from({ length: 100 }, (_, at) => ({
          and: [
            { field: 'sys.id', equalTo: `${at}` },
            { field: 'sys.language', equalTo: 'en-GB' },
          ],
        })),
      },
    ],
    [
      'two quoted phrases with either apostrophe, of events of a month on any of nine topics',
      [
        ...["st david's", "o'neill's"].map((phrase) => ({
          or: ['entryTitle', 'keywords', 'searchContent'].flatMap((field) =>
            ["'", '’'].map((sign) => ({ field, contains: phrase.replaceAll("'", sign) })),
          ),
        })),
        ...Array.from({ length: 8 }, () => ({ field: 'dates.from', greaterThan: 'now()' })),
        { or: Array.from({ length: 9 }, (_, at) => ({ field: 'topic', startsWith: `0/${at}/` })) },
      ],
    ],
    [
      'twenty negated alternatives',
      { or: Array.from({ length: 20 }, (_, at) => ({ not: { field: 'title', equalTo: `${at}` } })) },
    ],
    [
      'hundreds of conditions that must not be met',
      { and: Array.from({ length: 700 }, (_, at) => ({ not: { field: 'title', equalTo: `${at}` } })) },
    ],
    ['conditions that alternate nine levels deep', alternating(9)],
  ])('%s gets all of it', (_, clause) => expect(isCostly(readWhere([clause].flat()))).toBe(false))

  test.each<[string, unknown]>([
    ['has more than 20 conditions on "*"', Array.from({ length: 21 }, () => ({ field: '*', equalTo: 'x' }))],
    [
      'has more than 20 conditions on "venue.*", "*"',
      Array.from({ length: 21 }, (_, at) => ({ field: at < 20 ? 'venue.*' : '*', equalTo: 'x' })),
    ],
    ...['*', 'venue.*'].map((field): [string, unknown] => [
      `compares "${field}" with more than 200 values`,
      [
        { field, equalTo: 'x' },
        { field, in: Array.from({ length: 200 }, (_, value) => value) },
      ],
    ]),
    [
      'compares with more than 10000 values',
      [1, 2, 3].map((at) => ({ field: `list${at}`, in: Array.from({ length: 4000 }, (_, value) => value) })),
    ],
  ])('a query that %s is refused at once: no row is read that would look at the clock', (said, clauses) => {
    expect(() => refuseLookUps(readWhere([{ or: clauses }]))).toThrow(`The query ${said}`)
  })

  test('a query may look up very common words forty times within the usual time limit, and not more often', () => {
    const common = new Set(['road', 'council', 'street', 'ward'])
    const conditions = (count: number, freeText: string) =>
      readWhere([{ or: Array.from({ length: count }, () => ({ field: 'entryTitle', freeText })) }])
    const asks = (count: number, term: string) =>
      asksForCommonWords(conditions(count, term), (word) => common.has(word))
    expect(asks(10, 'road council street ward')).toBe(false)
    expect(asks(11, 'road council street ward')).toBe(true)
    expect(asks(11, 'road road road road')).toBe(false)
    expect(asks(30, 'orchid council meadow')).toBe(false)
    const never = (word: string): boolean => {
      throw new Error(`nobody needs to know about ${word}`)
    }
    expect(asksForCommonWords(conditions(20, 'road council'), never)).toBe(false)
  })

  test('a statement whose time is up ends with a clear error: 500, or 400 for a costly query', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platform-timed-'))
    const platform = await createPlatform({ dataDir: folder, seed: SEED })
    await platform.close()
    const reader = openReader(join(folder, 'platform.db'))
    const late = { ...reader, startClock: () => reader.startClock(-1) }
    const work = () => reader.db.prepare('SELECT tick()').get()
    expect(() => withTimeLimit(late, false, work)).toThrow(expect.objectContaining({ status: 500 }) as Error)
    expect(() => withTimeLimit(late, true, work)).toThrow(expect.objectContaining({ status: 400 }) as Error)
    expect(withTimeLimit(reader, false, work)).toEqual({ 'tick()': 1 })
    const given: (number | undefined)[] = []
    const watched = { ...reader, startClock: (limitMs?: number) => void given.push(limitMs) }
    for (const costly of [true, false]) withTimeLimit(watched, costly, work)
    expect(given).toEqual([COSTLY_LIMIT_MS, STATEMENT_LIMIT_MS])
    reader.db.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('fuzzy forms are looked up within the time limit too, and cached', () => {
    const words = Array.from({ length: 20_000 }, (_, at) => `word${at}`)
    let looks = 0
    const vocabulary = createVocabulary(words, () => {
      looks += 1
      if (looks === 8) throw new Error('time is up')
    })
    expect(expandFuzzy('wrod15', vocabulary)).toContain('word15')
    expect(looks).toBe(5)
    expandFuzzy('wrod15', vocabulary)
    expect(looks).toBe(5)
    expect(() => expandFuzzy('wrod16', vocabulary)).toThrow('time is up')
  })
})
