import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Comparison } from '../query/ast.ts'
import { textSources } from './compile-words.ts'
import { openReader, withTimeLimit } from './connection.ts'
import { createVocabulary } from './fuzzy.ts'
import { createContentIndexes, createContentTables } from './schema.ts'
import { aCatalogue, aScope } from './testing/a-catalogue.ts'

const ENTRIES = 4_096
const FIELD = 7

const catalogue = aCatalogue({
  fieldIds: new Map([['searchContent', FIELD]]),
  longFields: new Set([FIELD]),
  vocabulary: () => createVocabulary(['everywhere']),
})

describe('the time of a query for parts of texts (docs/decisions/0020)', () => {
  test('is checked while the index leads to texts that are missing, in every table', () => {
    const db = new DatabaseSync(':memory:')
    createContentTables(db)
    createContentIndexes(db)
    const insert = db.prepare('INSERT INTO ft_content (rowid, body) VALUES (?, ?)')
    for (let doc = 1; doc <= ENTRIES; doc += 1) insert.run(doc, 'everywhere and nowhere')
    let looks = 0
    db.function('tick', () => {
      looks += 1
      return 1
    })

    const leaf: Comparison = {
      kind: 'compare',
      field: 'searchContent',
      operator: 'contains',
      values: ['everywhere a'],
      weight: 1,
    }
    const sources = textSources(leaf, [FIELD], [aScope()], catalogue)
    expect(sources).toHaveLength(2)
    for (const { set } of sources) {
      looks = 0
      expect(db.prepare(set.text).all(...set.params)).toEqual([])
      expect(looks).toBeGreaterThanOrEqual(ENTRIES / 256)
    }
    db.close()
  })

  test.each([
    ['contains', 'searchContent'],
    ['endsWith', 'summary'],
  ] as const)(
    'a refusal of %s says how to ask instead, and of the next query nothing of it',
    (operator, field) => {
      const folder = mkdtempSync(join(tmpdir(), 'platform-part-clock-'))
      new DatabaseSync(join(folder, 'empty.db')).close()
      const reader = openReader(join(folder, 'empty.db'))
      const asked: Comparison = { kind: 'compare', field, operator, values: ['ing'], weight: 1 }
      const refusal = (work: () => void): unknown => {
        try {
          withTimeLimit(reader, false, () => {
            work()
            reader.shortenLimit(-1)
            reader.tick()
          })
          return null
        } catch (error) {
          return error
        }
      }
      const look = () =>
        textSources(asked, [FIELD], [aScope()], { ...catalogue, shortenLimit: reader.shortenLimit })
      const said = refusal(look)
      expect(said).toMatchObject({ code: 'platform/bad-query' })
      for (const way of [
        `"${field}" ${operator} "ing"`,
        'freeText',
        'startsWith',
        'entryTitle',
        'sys.contentTypeId',
      ])
        expect((said as Error).message).toContain(way)
      expect((refusal(() => undefined) as Error).message).not.toContain('"ing"')
      reader.db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  )
})
