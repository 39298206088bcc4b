import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPieces } from './stream-json.ts'

describe('reading a seed piece by piece', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-stream-'))
  const file = join(folder, 'one.json')
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** Rebuild the document from its pieces. */
  const read = (text: string): Record<string, unknown> => {
    writeFileSync(file, text)
    const document: Record<string, unknown> = {}
    for (const { key, isItem, text: piece } of readPieces(file)) {
      const value = JSON.parse(piece) as unknown
      if (isItem) ((document[key] ??= []) as unknown[]).push(value)
      else document[key] = value
    }
    return document
  }

  test.each([
    { a: 1, b: 'x', c: null, d: true },
    { list: [1, 'two', { three: [4, { five: ']},{"' }] }, [6, [7]]], after: { inner: [1, 2] } },
    { 'a key, with: "marks" and \\': ['\\', '"', '\\"', '{[', 'ü😀'] },
  ])('%j comes out as it went in, whatever its layout', (document) => {
    expect(read(JSON.stringify(document))).toEqual(document)
    expect(read(JSON.stringify(document, null, 3))).toEqual(document)
  })

  test('a document of many megabytes is cut at any byte without harm', () => {
    const items = Array.from({ length: 30_000 }, (_, at) => ({ at, text: `${'é"\\'.repeat(at % 50)}${at}` }))
    expect(read(JSON.stringify({ items, end: 'x' }))).toEqual({ items, end: 'x' })
  })

  test.each([
    '',
    '[]',
    '"x"',
    '{',
    '{"a":1',
    '{"a":[1,2',
    '{"a":1}x',
    '{"a":1 "b":2}',
    '{a:1}',
    '{"a":[1] 2}',
    '{"a" 1}',
  ])('%s is refused', (text) => expect(() => read(text)).toThrow())
})
