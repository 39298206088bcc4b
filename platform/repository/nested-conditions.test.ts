import { normalise, type Plain } from '../query/normalise.ts'
import { readWhere } from '../query/read-where.ts'
import type { Catalogue } from './catalogue.ts'
import { compileLeaf } from './compile-leaf.ts'
import { setOf } from './plan-where.ts'
import { splitScope } from './scopes.ts'
import { aCatalogue, aScope } from './testing/a-catalogue.ts'

const LANGUAGE = { field: 'sys.language', equalTo: 'en-GB' }

/** `and` and `or` in turn, so many levels deep, with conditions that scopes decide at each level. */
const alternating = (depth: number): unknown => {
  if (depth === 0) return LANGUAGE
  const own = depth % 2 === 0 ? { field: 'title', equalTo: `${depth}` } : { not: LANGUAGE }
  return { [depth % 2 === 0 ? 'and' : 'or']: [alternating(depth - 1), own] }
}

const nested = (depth: number): Plain => normalise(readWhere([alternating(depth)]))

describe('deeply nested conditions (docs/decisions/0020)', () => {
  test('a scope is asked about each of them a few times, not for every level above again', () => {
    const looksAt = (depth: number): number => {
      let looks = 0
      const scope = {
        ...aScope(),
        get language() {
          looks += 1
          return 'en-GB'
        },
      }
      splitScope(nested(depth), [scope])
      return looks
    }
    expect(looksAt(8)).toBeGreaterThan(0)
    expect(looksAt(18)).toBeLessThan(looksAt(8) * 4)
  })

  const leaf = { kind: 'exists', field: 'title', wanted: true, weight: 1 } as const
  test.each<[string, (catalogue: Catalogue) => unknown]>([
    ['planning them', (catalogue) => setOf(nested(0), [aScope()], catalogue)],
    ['compiling one of them', (catalogue) => compileLeaf(leaf, [aScope()], catalogue)],
  ])('%s ends when its time is up, before a statement runs', (_, work) => {
    const tick = (): void => {
      throw new Error('time is up')
    }
    expect(() => work(aCatalogue({ tick }))).toThrow('time is up')
  })
})
