import { looksPersonal, publishableTerm, withRecent } from './typed-term.ts'

describe('terms that look as if they named a person (docs/decisions/0042)', () => {
  test.each([
    'jo.bloggs@example.com',
    'call 07700 900123',
    '(01632) 960-001',
    'QQ 12 34 56 C',
    'bin day LK1 2AB',
    'application 20250411',
    'bins LK5-1AA',
    'QQ-12-34-56-C',
    'jane @ example.com',
    'jane\uFF20example.com',
    '\u0660\u0667\u0667\u0660\u0660\u0669\u0660\u0660',
  ])('%s', (term) => {
    expect(looksPersonal(term)).toBe(true)
    expect(publishableTerm(term)).toBeNull()
    expect(withRecent(['bins'], term)).toEqual(['bins'])
  })

  test.each(['bins', 'council tax 2026', 'budget 2026-27', 'a1 road', 'form 12'])(
    'others do not: %s',
    (term) => {
      expect(publishableTerm(term)).toBe(term)
    },
  )
})

describe('recent searches', () => {
  test('are five, the newest first, each once whatever its case', () => {
    const terms = ['a1', 'b1', 'c1', 'd1', 'e1']
    expect(withRecent(terms, '  New   one ')).toEqual(['New one', 'a1', 'b1', 'c1', 'd1'])
    expect(withRecent(terms, 'C1')).toEqual(['C1', 'a1', 'b1', 'd1', 'e1'])
    expect(withRecent(terms, 'x')).toBe(terms)
  })
})
