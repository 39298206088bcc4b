import type { DatabaseSync } from 'node:sqlite'

// Records: accounts, posts and messages. No import of content replaces them.
const TABLES = `
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS user_account (id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE, password TEXT, json TEXT NOT NULL, seeded INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS removed_account (id TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS user_group (id TEXT PRIMARY KEY, json TEXT);
CREATE TABLE IF NOT EXISTS refresh (token_hash TEXT PRIMARY KEY, account TEXT NOT NULL, family TEXT NOT NULL,
  expires INTEGER NOT NULL, retired INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS form_post (id INTEGER PRIMARY KEY AUTOINCREMENT, form TEXT NOT NULL, received TEXT NOT NULL, json TEXT NOT NULL,
  version TEXT NOT NULL DEFAULT '', language TEXT NOT NULL DEFAULT '', reference TEXT, entry TEXT);
CREATE TABLE IF NOT EXISTS form_version (form TEXT NOT NULL, version TEXT NOT NULL, language TEXT NOT NULL, title TEXT NOT NULL, labels TEXT NOT NULL,
  PRIMARY KEY (form, version, language)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS form_key (key TEXT PRIMARY KEY, hash TEXT NOT NULL, post INTEGER NOT NULL, kept INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS upload (id INTEGER PRIMARY KEY AUTOINCREMENT, post INTEGER NOT NULL, received TEXT NOT NULL, name TEXT NOT NULL,
  type TEXT NOT NULL, fields TEXT NOT NULL, bytes BLOB NOT NULL, stored TEXT, size INTEGER, hash TEXT);
CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, created TEXT NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL, origin TEXT);
CREATE TABLE IF NOT EXISTS delivery (id INTEGER PRIMARY KEY AUTOINCREMENT, message INTEGER NOT NULL, url TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
  due INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'waiting', outcome TEXT);
CREATE INDEX IF NOT EXISTS refresh_account ON refresh (account);
CREATE INDEX IF NOT EXISTS refresh_family ON refresh (family);
CREATE INDEX IF NOT EXISTS outbox_post ON outbox (json_extract(json, '$.post')) WHERE json_extract(json, '$.post') IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS outbox_origin ON outbox (origin) WHERE origin IS NOT NULL;
CREATE INDEX IF NOT EXISTS delivery_due ON delivery (due) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS upload_post ON upload (post);
CREATE INDEX IF NOT EXISTS upload_stored ON upload (stored) WHERE stored IS NOT NULL;
CREATE INDEX IF NOT EXISTS form_post_received ON form_post (received);
CREATE INDEX IF NOT EXISTS form_key_post ON form_key (post);
`

/** Create the tables of records. Safe to call on every start. */
export function createRecordTables(db: DatabaseSync): void {
  addColumns(db)
  db.exec(TABLES)
}

// Columns that later versions added, for databases that were created before.
const ADDED: readonly (readonly [table: string, column: string, definition: string])[] = [
  ['refresh', 'family', "TEXT NOT NULL DEFAULT ''"],
  ['upload', 'post', 'INTEGER NOT NULL DEFAULT 0'],
  ['outbox', 'origin', 'TEXT'],
  ['form_post', 'version', "TEXT NOT NULL DEFAULT ''"],
  ['form_post', 'language', "TEXT NOT NULL DEFAULT ''"],
  ['form_post', 'reference', 'TEXT'],
  ['form_post', 'entry', 'TEXT'],
  ['upload', 'stored', 'TEXT'],
  ['upload', 'size', 'INTEGER'],
  ['upload', 'hash', 'TEXT'],
]

function addColumns(db: DatabaseSync): void {
  for (const [table, column, definition] of ADDED) {
    const columns = db.prepare(`PRAGMA table_info(${table})`).all()
    if (columns.length > 0 && !columns.some((one) => one['name'] === column))
      db.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${definition}`)
  }
}

/** A setting by its name, or null. */
export function readSetting(db: DatabaseSync, name: string): string | null {
  const value = db.prepare('SELECT value FROM setting WHERE name = ?').get(name)?.['value']
  return value === undefined ? null : String(value)
}

/** Store a setting, replacing an earlier value. */
export function writeSetting(db: DatabaseSync, name: string, value: string): void {
  db.prepare(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  ).run(name, value)
}

/** Run work in one transaction: when this returns all of it is on disk, or nothing. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // A full disk may have rolled back the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
