import type { DatabaseSync } from 'node:sqlite'

/** Raised when the layout of the content tables changes; an older file is then imported again. */
export const SCHEMA_VERSION = 2

/** The free text tables that hold one kind of passage each, so that length and frequency are counted per slot. */
export const TEXT_SLOTS = {
  entryTitle: 'ft_title',
  entryDescription: 'ft_description',
  keywords: 'ft_keywords',
  searchContent: 'ft_content',
} as const

// `s` holds the scope as a word, `body` the passage: a search inside one scope is one intersection within FTS.
const FTS = "content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'"

const CONTENT = `
CREATE TABLE part (kind TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (entry_id TEXT PRIMARY KEY, project TEXT NOT NULL, ct TEXT NOT NULL, uri TEXT, access TEXT) WITHOUT ROWID;
CREATE INDEX entry_uri ON entry (uri) WHERE uri IS NOT NULL;
CREATE TABLE scope (scope INTEGER PRIMARY KEY, project TEXT NOT NULL, ct TEXT NOT NULL, lang TEXT NOT NULL, st INTEGER NOT NULL, access TEXT,
  data_format TEXT NOT NULL);
CREATE TABLE doc (doc INTEGER PRIMARY KEY, scope INTEGER NOT NULL, entry_id TEXT NOT NULL, lang TEXT NOT NULL, st INTEGER NOT NULL,
  title_key TEXT NOT NULL, data TEXT NOT NULL);
CREATE INDEX doc_entry ON doc (entry_id, lang, st);
CREATE INDEX doc_scope ON doc (scope, title_key, entry_id);
CREATE TABLE field (field INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE);
CREATE TABLE sv (scope INTEGER, field INTEGER, val TEXT, doc INTEGER, PRIMARY KEY (scope, field, val, doc)) WITHOUT ROWID;
CREATE INDEX sv_doc ON sv (field, doc, val);
CREATE TABLE sn (scope INTEGER, field INTEGER, val REAL, doc INTEGER, PRIMARY KEY (scope, field, val, doc)) WITHOUT ROWID;
CREATE INDEX sn_doc ON sn (field, doc, val);
CREATE TABLE sx (scope INTEGER, field INTEGER, doc INTEGER, PRIMARY KEY (scope, field, doc)) WITHOUT ROWID;
CREATE TABLE term (term TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE place (place INTEGER PRIMARY KEY, doc INTEGER NOT NULL, scope INTEGER NOT NULL, field INTEGER NOT NULL, lat REAL, lon REAL);
CREATE INDEX place_doc ON place (doc, field);
CREATE VIRTUAL TABLE box USING rtree (id, south, north, west, east);
CREATE TABLE passage (passage INTEGER PRIMARY KEY, doc INTEGER NOT NULL);
CREATE INDEX passage_doc ON passage (doc);
CREATE VIRTUAL TABLE ft_field USING fts5 (s, f, body, ${FTS});
${Object.values(TEXT_SLOTS)
  .map((table) => `CREATE VIRTUAL TABLE ${table} USING fts5 (s, body, ${FTS});`)
  .join('\n')}
`

// What visitors leave behind, registered accounts among it: kept when content is imported again.
const LASTING = `
CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS user_account (id TEXT PRIMARY KEY, username TEXT NOT NULL UNIQUE COLLATE NOCASE,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE, password TEXT, json TEXT NOT NULL, seeded INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS refresh (token_hash TEXT PRIMARY KEY, account TEXT NOT NULL, expires INTEGER NOT NULL, retired INTEGER) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS form_post (id INTEGER PRIMARY KEY AUTOINCREMENT, form TEXT NOT NULL, received TEXT NOT NULL, json TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS upload (id INTEGER PRIMARY KEY AUTOINCREMENT, received TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
  fields TEXT NOT NULL, bytes BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS outbox (id INTEGER PRIMARY KEY AUTOINCREMENT, created TEXT NOT NULL, kind TEXT NOT NULL, json TEXT NOT NULL);
`

const TABLES = [
  'part',
  'entry',
  'scope',
  'doc',
  'field',
  'sv',
  'sn',
  'sx',
  'term',
  'place',
  'box',
  'passage',
  'ft_field',
  ...Object.values(TEXT_SLOTS),
]

/** Create the tables that outlive an import. Safe to call on every start. */
export function createLastingTables(db: DatabaseSync): void {
  db.exec(LASTING)
}

/** Drop and create the content tables. Runs inside the caller's transaction. */
export function recreateContentTables(db: DatabaseSync): void {
  for (const table of TABLES) db.exec(`DROP TABLE IF EXISTS ${table}`)
  db.exec(CONTENT)
}
