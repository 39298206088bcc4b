import fc from 'fast-check'
import { DatabaseSync } from 'node:sqlite'
import { equalToAny, type TextMatch } from '../query/ast.ts'
import { normalise } from '../query/normalise.ts'
import { createVocabulary } from './fuzzy.ts'
import { planScore } from './plan-score.ts'
import { createContentTables } from './schema.ts'
import { createRunner, sql } from './sql.ts'
import { aCatalogue, aScope } from './testing/a-catalogue.ts'

const WORDS = ['tree', 'trees', 'extension', 'extensions', 'house', 'garden', 'planning', 'orchid']
const COMMON = new Set(['tree', 'extension', 'house'])
/** Enough documents that the rules for very common words apply. */
const SCOPES = [1, 3].map((id) => aScope({ id, docs: 50_000 }))
const DOCUMENTS = 120

const aDatabase = (): DatabaseSync => {
  const db = new DatabaseSync(':memory:')
  db.function('tick', () => 1)
  createContentTables(db)
  const add = db.prepare('INSERT INTO ft_title (rowid, body) VALUES (?, ?)')
  for (let at = 0; at < DOCUMENTS; at += 1) {
    const scope = SCOPES[at % SCOPES.length]?.id ?? 0
    const body = WORDS.filter((_, word) => ((at * 7 + word * 5) % 11) * (word + 2) < 24)
    add.run(scope * 2 ** 32 + at, [...body, ...body.slice(at % 3)].join(' '))
  }
  return db
}

const aCondition: fc.Arbitrary<TextMatch> = fc.record({
  kind: fc.constant('text'),
  field: fc.constant('entryTitle'),
  term: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
  any: fc.boolean(),
  fuzzy: fc.boolean(),
  weight: fc.integer({ min: 1, max: 9 }),
})

describe('the score of alternatives (docs/decisions/0098)', () => {
  const db = aDatabase()
  const run = createRunner(db)
  afterAll(() => db.close())

  const planned = (conditions: readonly TextMatch[], isCommon: (word: string) => boolean) => {
    const catalogue = aCatalogue({ run, isCommon, vocabulary: () => createVocabulary(WORDS) })
    return planScore(normalise({ kind: 'or', clauses: conditions }), SCOPES, catalogue)
  }
  const scoresOf = (...asked: Parameters<typeof planned>): ReadonlyMap<number, number> => {
    const sums = new Map<number, number>()
    for (const { set, weight } of planned(...asked))
      for (const { doc, score } of run.all(sql`SELECT doc, score * ${weight} AS score FROM (${set})`))
        sums.set(Number(doc), (sums.get(Number(doc)) ?? 0) + Number(score))
    return sums
  }

  test('is the same when very common words are read separately, once for all conditions', () => {
    fc.assert(
      fc.property(fc.array(aCondition, { minLength: 1, maxLength: 6 }), (conditions) => {
        const expected = scoresOf(conditions, () => false)
        const apart = scoresOf(conditions, (word) => COMMON.has(word))
        expect([...apart.keys()].sort()).toEqual([...expected.keys()].sort())
        for (const [doc, score] of expected) expect(apart.get(doc)).toBeCloseTo(score, 9)
        expect(expected.size).toBeLessThanOrEqual(DOCUMENTS)
      }),
      { numRuns: 300 },
    )
  })

  test('reads a very common word once, whatever other words the conditions contain', () => {
    const conditions = [
      { term: 'extension', any: false, weight: 3 },
      { term: 'extension', any: false, weight: 2 },
      { term: 'extension extensions', any: true, weight: 2 },
      { term: 'extension orchid', any: true, weight: 1 },
    ].map((own): TextMatch => ({ kind: 'text', field: 'entryTitle', fuzzy: false, ...own }))
    const of = (isCommon: (word: string) => boolean) =>
      planned(conditions, isCommon).map(({ set, weight }) => `${weight} × ${String(set.params[0])}`)
    expect(of((word) => COMMON.has(word))).toEqual([
      '8 × {body} : ("extension")',
      '2 × {body} : ("extensions")',
      '1 × {body} : ("orchid")',
    ])
    expect(of(() => false)).toEqual([
      '5 × {body} : ("extension")',
      '2 × {body} : ("extension" OR "extensions")',
      '1 × {body} : ("extension" OR "orchid")',
    ])
  })

  const NUMERALS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
  const anyOf = (count: number, own: Partial<TextMatch> = {}): TextMatch => ({
    kind: 'text',
    field: 'entryTitle',
    term: NUMERALS.slice(0, count).join(' '),
    any: true,
    fuzzy: false,
    weight: 1,
    ...own,
  })

  test.each([
    [8, 8],
    [9, 1],
  ])('of any of %i words has %i parts: of many words each would read the index again', (words, parts) => {
    expect(planScore(normalise(anyOf(words)), SCOPES, aCatalogue())).toHaveLength(parts)
  })

  test('of any word in a field that is linked entries in some scopes does not count words in the others', () => {
    const scopes = [aScope({ id: 1, contentTypeId: 'venue' }), aScope({ id: 3, contentTypeId: 'event' })]
    const catalogue = aCatalogue({
      fieldIds: new Map([['venue.name', 1]]),
      linkedPathOf: (type) => (type === 'event' ? { link: 'venue', rest: 'name' } : null),
    })
    const found = planScore(normalise(anyOf(2, { field: 'venue.name' })), scopes, catalogue)
    expect(found.map(({ set }) => set.text).join()).not.toContain('sum(score)')
  })

  test.each([
    ['a value', ['oak']],
    ['values', ['oak', 'elm']],
  ])('of any word counts words beside "%s or unset", which gives all matches the same score', (_, values) => {
    const either = equalToAny('note', [null, ...values], 1)
    const where = normalise({ kind: 'and', clauses: [anyOf(2), either] })
    const found = planScore(where, SCOPES, aCatalogue())
    expect(found.map(({ set }) => set.text.includes('score +'))).toEqual([true, true])
  })

  test('is that of all words together when all of them are required', () => {
    const both: TextMatch = {
      kind: 'text',
      field: 'entryTitle',
      term: 'house extension',
      any: false,
      fuzzy: false,
      weight: 1,
    }
    const [only, ...others] = planned([both], () => true)
    expect(others).toEqual([])
    expect(only?.set.params[0]).toBe('{body} : ("house" AND "extension")')
  })
})
