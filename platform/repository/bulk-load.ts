import type { DatabaseSync } from 'node:sqlite'
import { createContentIndexes } from './schema.ts'

/** Prefix of the staging tables, which collect the rows of large tables during a bulk import. */
export const STAGE = 'temp.stage_'

const LARGE: Readonly<Record<string, string>> = {
  sv: 'scope, field, val, doc',
  sn: 'scope, field, val, doc',
  sx: 'scope, field, doc',
  sa: 'scope, field, doc',
  link: 'target, field, lang, doc',
}

/** Size of the page cache during an import, in KiB: sorting uses the same amount again. */
const CACHE_KIB = 98_304

/** Prepare a connection for a bulk import: staging tables on disk, a larger cache. */
export function beginBulk(db: DatabaseSync): void {
  // Staging tables and sorting use files: in memory they would need as much as the whole database.
  db.exec(`PRAGMA temp_store = FILE; PRAGMA cache_size = -${CACHE_KIB}; PRAGMA temp.cache_size = -16384;`)
  for (const [table, columns] of Object.entries(LARGE))
    db.exec(`DROP TABLE IF EXISTS ${STAGE}${table}; CREATE TABLE ${STAGE}${table} (${typed(columns)})`)
}

// Without a column type SQLite would store the numbers as floating point, which takes twice the space.
const TYPES: Readonly<Record<string, string>> = { val: '', target: 'TEXT', lang: 'TEXT' }

const typed = (columns: string): string =>
  columns
    .split(', ')
    .map((name) => `${name} ${TYPES[name] ?? 'INTEGER'}`)
    .join(', ')

/** Move the staged rows into their tables in key order, then create the other indexes. */
export function finishBulk(db: DatabaseSync): void {
  for (const [table, columns] of Object.entries(LARGE)) {
    db.exec(
      `INSERT OR IGNORE INTO ${table} (${columns}) SELECT ${columns} FROM ${STAGE}${table} ORDER BY ${columns}`,
    )
    db.exec(`DROP TABLE ${STAGE}${table}`)
  }
  createContentIndexes(db)
}
