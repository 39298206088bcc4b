import { readdirSync } from 'node:fs'
import path from 'node:path'
import { conformanceRows, hasTest, readPage, type Row } from '../mutants/conformance-page.ts'
import { ROOT } from '../paths/root.ts'

const rows = conformanceRows()
const records = readdirSync(path.join(ROOT, 'docs/decisions')).map((file) => file.slice(0, 4))

/** `2.` of 2.14, `cache-` of cache-3. */
const sectionOf = (id: string): string => id.replace(/\d+$/, '')

const linesOf = (wrong: (row: Row) => boolean): readonly string[] =>
  rows.filter(wrong).map(({ line, id, statement }) => `${line}: ${id} ${statement}`)

describe('statements and their tests (docs/conformance.md)', () => {
  it('has every section of the specification, and numbers that follow each other', () => {
    const sections = new Set(rows.map(({ id }) => sectionOf(id)))
    expect([...sections].slice(0, 9)).toEqual(['1.', '2.', '3.', '4.', '5.', '6.', '7.', '8.', '9.'])
    for (const section of sections) {
      const ids = rows.map(({ id }) => id).filter((id) => sectionOf(id) === section)
      expect(ids).toEqual(ids.map((_id, index) => `${section}${index + 1}`))
    }
  })

  it('gives every statement a state, and says what is missing where it is built in part', () => {
    expect(linesOf(({ state }) => state === null)).toEqual([])
    expect(linesOf(({ state }) => state?.kind === 'partly' && state.note === '')).toEqual([])
    expect(linesOf(({ state }) => state?.kind === 'built' && state.note !== '')).toEqual([])
  })

  it('names the record of every statement that was decided otherwise', () => {
    const recordOf = ({ state }: Row) => /^(\d{4}) \(.+\)$/.exec(state?.note ?? '')?.[1] ?? ''
    expect(linesOf((row) => row.state?.kind === 'differs' && !records.includes(recordOf(row)))).toEqual([])
  })

  it('names a test for all that is built, in whole or in part, and none for what is not', () => {
    expect(linesOf(({ state, tests }) => (state?.kind === 'not built') !== (tests.length === 0))).toEqual([])
    expect(linesOf(({ rest }) => rest !== '')).toEqual([])
  })

  it('names tests that exist, by the titles that they have', () => {
    const missing = rows.flatMap(({ line, tests }) =>
      tests
        .filter(({ file, title }) => !hasTest(file, title))
        .map(({ file, title }) => `${line}: ${file} › ${title}`),
    )
    expect(missing).toEqual([])
  })
})

describe('reading a conformance page', () => {
  it('takes a row apart', () => {
    const line = '| 5.8 | Stripped of = \\| ! | partly: no bars | `a/b.test.ts › strips %s`, `c.e2e.ts › d` |'
    expect(
      readPage(['| No. | Statement | State | Test |', '| --- | --- | --- | --- |', line].join('\n')),
    ).toEqual([
      {
        line: 3,
        id: '5.8',
        statement: 'Stripped of = \\| !',
        state: { kind: 'partly', note: 'no bars' },
        tests: [
          { file: 'a/b.test.ts', title: 'strips %s' },
          { file: 'c.e2e.ts', title: 'd' },
        ],
        rest: '',
      },
    ])
  })

  it('knows no other state, and no test by a title that it has not', () => {
    expect(readPage('| 1.1 | It works | mostly | |')[0]?.state).toBeNull()
    expect(hasTest('scripts/test/map.test.ts', 'names a file of every package')).toBe(true)
    expect(hasTest('scripts/test/map.test.ts', 'names a file')).toBe(false)
    expect(hasTest('scripts/test/no-such.test.ts', 'names a file of every package')).toBe(false)
  })
})
