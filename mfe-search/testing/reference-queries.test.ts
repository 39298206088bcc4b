import { readFileSync } from 'node:fs'
import type { JsonObject } from '@tessera/shared/contract'
import { ourQuery, partsOf, type ReferenceCase } from './reference-queries.ts'

interface Difference {
  readonly part: string
  readonly why: string
}

interface Pair {
  readonly asked: ReferenceCase
  /** The query that the reference sends to its platform. */
  readonly theirs: JsonObject
  readonly onlyTheirs: readonly Difference[]
  readonly onlyOurs: readonly Difference[]
}

const { explanations, pairs } = JSON.parse(
  readFileSync(new URL('reference-queries.json', import.meta.url), 'utf8'),
) as { readonly explanations: Readonly<Record<string, string>>; readonly pairs: readonly Pair[] }

const texts = (differences: readonly Difference[]): readonly string[] => differences.map(({ part }) => part)

describe('beside the reference product’s own mapping (specification 3, Query params)', () => {
  test('there are at least forty configurations', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(40)
  })

  test.each(pairs.map((pair) => [pair.asked.name, pair] as const))(
    '%s: we ask for the same, but for what is explained',
    (_, { asked, theirs, onlyTheirs, onlyOurs }) => {
      const [reference, own] = [partsOf(theirs), partsOf(ourQuery(asked))]
      expect(reference.filter((part) => !own.includes(part))).toEqual(texts(onlyTheirs))
      expect(own.filter((part) => !reference.includes(part))).toEqual(texts(onlyOurs))
    },
  )

  test('every difference has an explanation, and every explanation a difference', () => {
    const used = new Set(
      pairs.flatMap(({ onlyTheirs, onlyOurs }) => [...onlyTheirs, ...onlyOurs]).map(({ why }) => why),
    )
    expect([...used].toSorted()).toEqual(Object.keys(explanations).toSorted())
  })

  test('what means the same is the same: a list of one, an order by name, a truth that is there', () => {
    expect(
      partsOf({ where: [{ in: ['a'], field: 'f' }], orderBy: [{ desc: 'x' }, { asc: 'y' }], pageSize: 2 }),
    ).toEqual(['where {"equalTo":"a","field":"f"}', 'orderBy ["-x","y"]', 'linkDepth 0', 'pageSize 2'])
    expect(
      partsOf({
        where: [
          {
            and: [
              { field: 'f', exists: true },
              { field: 'f', equalTo: true },
            ],
          },
          { not: [{ field: 'g', equalTo: 1 }] },
        ],
      }),
    ).toEqual([
      'where {"equalTo":true,"field":"f"}',
      'where {"not":{"equalTo":1,"field":"g"}}',
      'linkDepth 0',
    ])
  })
})
