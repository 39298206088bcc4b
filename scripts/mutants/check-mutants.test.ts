import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkMutants, fixPaths } from './check-mutants.ts'
import { readPage } from './conformance-page.ts'
import { readTables } from './read-table.ts'

const ROWS = readPage(`
| 1.1 | A page is 404 | built | \`shell/page.test.ts › says so\`, \`shell/b.test.ts › one\`, \`shell/b.test.ts › two\` |
| 1.2 | It waits | not built | |
| 1.3 | It is seen | built | \`e2e/a.e2e.ts › sees\` |
`)

let root: string
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'mutants-check-'))
  mkdirSync(path.join(root, 'shell/ui'), { recursive: true })
  mkdirSync(path.join(root, 'tables'))
  writeFileSync(path.join(root, 'shell/page.ts'), 'const status = 404\nconst again = 404\n')
  writeFileSync(path.join(root, 'shell/ui/moved.ts'), 'const moved = 1\n')
  writeFileSync(path.join(root, 'shell/moved.test.ts'), 'const moved = 1\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function check(table: string) {
  writeFileSync(path.join(root, 'tables/a.mutants'), table)
  const mutants = readTables(path.join(root, 'tables'))
  return { mutants, ...checkMutants(mutants, ROWS, root) }
}

describe('mutants and the code they change', () => {
  it('are tried with the test files of their row, or the one that they name, and the titles that the row has there', () => {
    const { trials, stale } = check('=== shell/page.ts\n\n1.1\n- status = 404\n+ status = 200\n')
    expect(stale).toEqual([])
    const others = [{ suite: 'shell/b.test.ts', titles: ['one', 'two'] }]
    expect(trials).toMatchObject([{ suite: 'shell/page.test.ts', titles: ['says so'], others }])
    const named = check('=== shell/page.ts\n\n1.1 shell/b.test.ts\n- status = 404\n+ status = 200\n')
    expect(named.trials).toMatchObject([{ suite: 'shell/b.test.ts', titles: ['one', 'two'], others: [] }])
  })

  it.each([
    [
      'a text that is there twice',
      'page.ts\n\n1.1\n- 404\n+ 200\n',
      'its text is there 2 times in shell/page.ts',
    ],
    ['a text that is not there', 'page.ts\n\n1.1\n- 405\n+ 200\n', 'its text is not there in shell/page.ts'],
    [
      'a row that is not there',
      'page.ts\n\n7.7\n- status = 404\n+ x\n',
      'docs/conformance.md has no row 7.7',
    ],
    ['a row that is not built', 'page.ts\n\n1.2\n- status = 404\n+ x\n', 'row 1.2 is not built'],
    [
      'a test that the row does not name',
      'page.ts\n\n1.1 shell/c.test.ts\n- status = 404\n+ x\n',
      'row 1.1 names no test in shell/c.test.ts, or it is a journey',
    ],
    [
      'a row that journeys alone hold',
      'page.ts\n\n1.3\n- status = 404\n+ x\n',
      'row 1.3 is held by journeys alone, which no mutant is tried with',
    ],
  ])('are stale with %s', (_what, table, problem) => {
    const { trials, stale } = check(`=== shell/${table}`)
    expect(trials).toEqual([])
    expect(stale).toMatchObject([{ problem }])
  })

  it('say where the text of a file that has moved stands now, and have it written into their table', () => {
    const { mutants, stale } = check('=== shell/moved.ts\n\n1.1\n- moved = 1\n+ moved = 2\n')
    expect(stale).toMatchObject([{ foundIn: ['shell/ui/moved.ts'] }])
    const tables = path.join(root, 'tables')
    expect(fixPaths({ stale }, mutants, tables)).toEqual(['shell/moved.ts → shell/ui/moved.ts'])
    expect(readFileSync(path.join(tables, 'a.mutants'), 'utf8')).toContain('=== shell/ui/moved.ts\n')
    expect(check(readFileSync(path.join(tables, 'a.mutants'), 'utf8')).stale).toEqual([])
  })

  it('have a test file that has moved written into their table, when their row has it elsewhere', () => {
    const { mutants, stale } = check(
      '=== shell/page.ts\n\n1.1 old/b.test.ts\n- status = 404\n+ status = 200\n',
    )
    const tables = path.join(root, 'tables')
    expect(fixPaths({ stale }, mutants, tables)).toEqual(['old/b.test.ts → shell/b.test.ts'])
    expect(check(readFileSync(path.join(tables, 'a.mutants'), 'utf8')).stale).toEqual([])
  })

  it('keep their file where only some of its texts have gone elsewhere', () => {
    const table =
      '=== shell/page.ts\n\n1.1\n- moved = 1\n+ moved = 2\n\n1.1\n- status = 404\n+ status = 200\n'
    const { mutants, stale } = check(table)
    expect(stale).toHaveLength(1)
    expect(fixPaths({ stale }, mutants, path.join(root, 'tables'))).toEqual([])
  })
})
