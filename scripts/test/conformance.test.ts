import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../paths/root.ts'

interface Row {
  readonly line: number
  readonly text: string
  /** Tests that hold the statement. */
  readonly tests: readonly { readonly file: string; readonly name: string }[]
}

const TEST = /`([^`]+\.(?:test|e2e)\.tsx?) › ([^`]+)`/g

/** Rows of every table in docs/conformance.md: a statement, and the tests that hold it. */
const rows: readonly Row[] = readFileSync(path.join(ROOT, 'docs/conformance.md'), 'utf8')
  .split('\n')
  .flatMap((text, index) => {
    if (!text.startsWith('|') || /^\|\s*(Statement|:?-)/.test(text)) return []
    const tests = [...text.matchAll(TEST)].map(([, file = '', name = '']) => ({ file, name }))
    return [{ line: index + 1, text, tests }]
  })

const sources = new Map<string, string>()

/** A test file's source on one line, quotes as they are read. */
function sourceOf(file: string): string {
  const place = path.join(ROOT, file)
  const known = sources.get(file)
  if (known !== undefined) return known
  const source = existsSync(place)
    ? readFileSync(place, 'utf8')
        .replace(/\\(['"`|])/g, '$1')
        .replace(/\s+/g, ' ')
    : ''
  sources.set(file, source)
  return source
}

/** Whether a file names such a test, in so many words or by a name with places for its cases (`%s`, `%j`, `${…}`). */
function hasTest(file: string, name: string): boolean {
  const source = sourceOf(file)
  const words = name.replaceAll('\\|', '|').replace(/\s+/g, ' ')
  return source.includes(words) || templatesOf(source).some((template) => template.test(words))
}

const PLACE = /%[sjid]|\$\{[^}]*\}/

const templatesOf = (source: string): readonly RegExp[] =>
  [...source.matchAll(/(['"`])((?:(?!\1).)*)\1/g)]
    .map(([, , text = '']) => text)
    .filter((text) => PLACE.test(text) && text.replace(PLACE, '').trim().length > 3)
    .map(
      (text) =>
        new RegExp(
          `^${text
            .split(PLACE)
            .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
            .join('.+')}$`,
        ),
    )

describe('statements and their tests (docs/conformance.md)', () => {
  it('has a test for every statement', () => {
    expect(rows.length).toBeGreaterThan(100)
    expect(
      rows.filter(({ tests }) => tests.length === 0).map(({ line, text }) => `${line}: ${text}`),
    ).toEqual([])
  })

  it('names tests that exist, by the names that they have', () => {
    const missing = rows.flatMap(({ line, tests }) =>
      tests
        .filter(({ file, name }) => !hasTest(file, name))
        .map(({ file, name }) => `${line}: ${file} › ${name}`),
    )
    expect(missing).toEqual([])
  })
})
