import { createCallRecord } from './create-page.server.ts'

describe('the record of platform calls of a request (specification 4, Access and routing)', () => {
  it('merges the surrogate keys of all answers without duplicates', () => {
    const record = createCallRecord()
    const answer = { need: 'primary', url: '/nodes', data: {} } as const
    record.onKeys(['b', 'a'], answer)
    record.onKeys(['a', 'c'], { ...answer, need: 'tree' })
    expect(record.answers().map(({ need, keys }) => [need, keys])).toEqual([
      ['primary', ['b', 'a']],
      ['tree', ['a', 'c']],
    ])
    record.onKeys(['b', 'd'], answer)
    expect(record.keys()).toEqual(['a', 'c', 'b', 'd'])
    // Two trees, as on a page in the second language: the same pair twice, then with another second tree.
    const tree = ['a', 'c']
    for (const second of [['c', 'e'], ['c', 'e'], ['f']]) {
      const both = createCallRecord()
      for (const keys of [tree, second]) both.onKeys(keys, { ...answer, need: 'tree' })
      expect(both.keys()).toEqual([...new Set([...tree, ...second])])
    }
    const plain = createCallRecord()
    for (const keys of [['a'], ['a', 'b']]) plain.onKeys(keys, answer)
    expect(plain.keys()).toEqual(['a', 'b'])
  })
})
