import { wordOfRank } from '../bench/words.ts'
import type { TextMatch } from '../query/ast.ts'
import { compileText } from './compile-text.ts'
import { TEXT_SCAN_LIMIT_MS } from './connection.ts'
import { aCatalogue, aScope } from './testing/a-catalogue.ts'

const COMMON = new Set(Array.from({ length: 10 }, (_, at) => wordOfRank(at + 1)))

/** The search that is compiled for a number of documents, and its shortened time limit (null: not shortened). */
function look(
  term: string,
  any: boolean,
  docs: number,
): { match: string; limitMs: number | null; parts: number } {
  const state: { limitMs: number | null } = { limitMs: null }
  const scopes = [1, 3].map((id) => aScope({ id, docs: docs / 2 }))
  const catalogue = aCatalogue({
    isCommon: (word) => COMMON.has(word),
    shortenLimit: (limitMs) => void (state.limitMs = limitMs),
  })
  const leaf: TextMatch = { kind: 'text', field: 'searchContent', term, any, fuzzy: false, weight: 1 }
  const { set } = compileText(leaf, scopes, catalogue)
  return {
    match: String(set.params[0]),
    limitMs: state.limitMs,
    parts: set.text.split('tick() AND').length - 1,
  }
}

describe('words that nearly every document has (docs/decisions/0020)', () => {
  const common = [...COMMON]

  test('with very many documents, "any" of many words means the rarer ones', () => {
    const found = look(`${common.slice(0, 5).join(' ')} orchid`, true, 100_000)
    expect(found).toEqual({ match: '{body} : ("orchid")', limitMs: null, parts: 0 })
    expect(look(`${common.slice(0, 5).join(' ')} orchid`, false, 100_000).match).toContain(' AND "orchid"')
  })

  test('without rarer words the time limit is shortened, and checked scope by scope', () => {
    for (const any of [true, false]) {
      const found = look(common.join(' '), any, 100_000)
      expect([found.limitMs, found.parts]).toEqual([TEXT_SCAN_LIMIT_MS, 2])
    }
  })

  test('with far too many documents they are refused at once, with a message that suggests a better query', () => {
    for (const any of [true, false])
      expect(() => look(common.join(' '), any, 300_000)).toThrow(/too costly: all of its words/)
    expect(look(`${common.join(' ')} orchid`, true, 300_000).match).toBe('{body} : ("orchid")')
  })

  test('a few words, or fewer documents, are searched without a change', () => {
    expect(look(common.slice(0, 4).join(' '), true, 100_000).limitMs).toBeNull()
    const small = look(`${common.join(' ')} orchid`, true, 20_000)
    expect([small.limitMs, small.match.split(' OR ').length]).toEqual([null, 11])
  })
})
