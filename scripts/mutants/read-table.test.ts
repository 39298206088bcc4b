import { readTable } from './read-table.ts'

const TABLE = `# What the front end says.

=== shell/ui/page.ts

2.26 2.27
- status = 404
+ status = 500

cache-3 shell/ui/page.test.ts
- if (isOpen)
-   go()
+ go()

# Taken out altogether.
9.1
-   a: '- 1',
`

describe('a table of mutants', () => {
  it('gives one mutant for each row that a change belongs to', () => {
    const mutants = readTable(TABLE, 'ui.mutants')
    expect(mutants.map(({ row, position }) => [row, position])).toEqual([
      ['2.26', 'ui.mutants:5'],
      ['2.27', 'ui.mutants:5'],
      ['cache-3', 'ui.mutants:9'],
      ['9.1', 'ui.mutants:15'],
    ])
    expect(new Set(mutants.map(({ file }) => file))).toEqual(new Set(['shell/ui/page.ts']))
  })

  it('takes what stands after the sign as it is, over several lines too', () => {
    const [, , several, none] = readTable(TABLE, 'ui.mutants')
    expect(several).toMatchObject({
      from: 'if (isOpen)\n  go()',
      to: 'go()',
      suite: 'shell/ui/page.test.ts',
    })
    expect(none).toMatchObject({ from: "  a: '- 1',", to: '', suite: null })
  })

  it.each([
    ['a change without a row', '=== a.ts\n\n- x\n+ y\n'],
    ['a row without a change', '=== a.ts\n\n9.1\n'],
    ['a change of no file', '9.1\n- x\n+ y\n'],
    ['a line of another kind', '=== a.ts\n\n9.1\n- x\nz\n'],
    ['two test files', '=== a.ts\n\n9.1 a.test.ts b.test.ts\n- x\n+ y\n'],
  ])('refuses %s, and says where', (_what, text) => {
    expect(() => readTable(text, 'a.mutants')).toThrow(/^a\.mutants:\d: no mutant/)
  })
})
