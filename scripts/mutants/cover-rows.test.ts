import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readPage } from './conformance-page.ts'
import { coverRows, readExceptions } from './cover-rows.ts'
import { readTable } from './read-table.ts'

const ROWS = readPage(`
| 1.1 | A page is 404 | built | \`a.test.ts › one\` |
| 1.2 | It waits | not built | |
| 1.3 | It is seen | partly: in part | \`e2e/a.e2e.ts › sees\` |
| 1.4 | It is said | built | \`a.test.ts › two\` |
`)
const MUTANTS = readTable('=== a.ts\n\n1.1\n- 404\n+ 200\n', 'a.mutants')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mutants-cover-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function coverWith(text: string) {
  writeFileSync(path.join(folder, 'a.rows'), text)
  return coverRows(ROWS, MUTANTS, readExceptions(folder))
}

describe('rows and their mutants', () => {
  it('are counted where they are built, and named where they have neither a mutant nor a reason to have none', () => {
    const { without, ...counts } = coverWith('# rows\n\n1.3: a journey alone holds it\n')
    expect(counts).toEqual({ rows: 3, withMutant: 1, excepted: 1, problems: [] })
    expect(without.map(({ id }) => id)).toEqual(['1.4'])
  })

  it('takes several rows for one reason', () => {
    expect(coverWith('1.3 1.4: journeys alone hold them\n')).toMatchObject({ excepted: 2, without: [] })
  })

  it.each([
    ['1.1: it says nothing', 'a.rows:1 1.1: it has a mutant, so it is no exception'],
    ['1.2: it says nothing', 'a.rows:1 1.2: the page has no such row, or it is not built'],
    ['9.9: it says nothing', 'a.rows:1 9.9: the page has no such row, or it is not built'],
  ])('has no exception %s', (text, problem) => {
    expect(coverWith(text).problems).toEqual([problem])
  })

  it('refuses an exception without a reason', () => {
    expect(() => coverWith('1.3\n')).toThrow('a.rows:1: no exception, which is rows, a colon and a reason')
  })
})
