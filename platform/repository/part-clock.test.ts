import { DatabaseSync } from 'node:sqlite'
import type { Comparison } from '../query/ast.ts'
import { textSources } from './compile-words.ts'
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
  test('is looked at while the index leads to texts that are not there, in whatever table', () => {
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
})
