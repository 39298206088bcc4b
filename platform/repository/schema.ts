import type { DatabaseSync } from 'node:sqlite'

/** Increase when the layout of the content tables changes; an untouched copy of a seed is then imported again, other content is refused. */
export const SCHEMA_VERSION = 9

/** Increase when entries are indexed by other rules into the same tables; content that is there already is then indexed again, once. */
export const INDEX_VERSION = 4

/** The number of a document is that of its scope times two to this power, plus its position in the scope. */
export const SCOPE_SHIFT = 32

/** Texts up to this length are in an ordered index; longer ones can only be scanned. */
export const SHORT_LIMIT = 200

/** Fields with an index that finds any part of their short texts without a scan: those that search boxes use. */
export const TRIGRAM_FIELDS: ReadonlySet<string> = new Set([
  'entryTitle',
  'keywords',
  'sys.uri',
  'sys.allUris',
  'sys.properties.filename',
])

/** Fields that nearly every entry has and that queries ask for: the index lists the entries without one, which are fewer. */
export const ABSENCE_FIELDS: ReadonlySet<string> = new Set(['sys.uri'])

/**
 * Stands in the index for every word that is too long for the list of known words, so that parts of such words are found
 * too. No text contains it: our rules for words exclude the private use area, the tokenizer of the index does not.
 */
export const LONG_WORD = '\ue000'

/** The free text tables for one kind of passage each, so that BM25 counts lengths and frequencies for each slot. */
export const TEXT_SLOTS = {
  entryTitle: 'ft_title',
  entryDescription: 'ft_description',
  keywords: 'ft_keywords',
  searchContent: 'ft_content',
  _searchContent: 'ft_file',
} as const

// Rows have the numbers of documents, so that a search in one scope reads one range of each list.
const FTS = "content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'"

// One row per stored version. The number of a document begins with that of its scope (see `SCOPE_SHIFT`), so that
// documents of one scope are adjacent in every table; its fields are in `body`, so that reading documents reads no entries.
// `sv` and `sn` hold short texts and numbers, keyed by scope for reading in order and by document for tests; `sl` the longer
// texts, `file` the text inside the files of assets, `sx` the fields that exist without a value of their own,
// `sa` the fields of `ABSENCE_FIELDS` that are missing. `stale` lists documents to be indexed again, `message` messages
// for the outbox. `link` lists which field of a document links to which variation of which entry.
const CONTENT = `
CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE part (kind TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE entry (entry_id TEXT PRIMARY KEY, project TEXT NOT NULL, ct TEXT NOT NULL, uri TEXT, access TEXT) WITHOUT ROWID;
CREATE TABLE file (uri TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE scope (scope INTEGER PRIMARY KEY, project TEXT NOT NULL, ct TEXT NOT NULL, lang TEXT NOT NULL, st INTEGER NOT NULL, access TEXT,
  data_format TEXT NOT NULL, docs INTEGER NOT NULL DEFAULT 0);
CREATE TABLE doc (doc INTEGER PRIMARY KEY, scope INTEGER NOT NULL, entry_id TEXT NOT NULL, lang TEXT NOT NULL, st INTEGER NOT NULL,
  title_key TEXT NOT NULL, body INTEGER NOT NULL);
CREATE TABLE body (body INTEGER PRIMARY KEY, data TEXT NOT NULL);
CREATE TABLE field (field INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, has_long INTEGER NOT NULL DEFAULT 0);
CREATE TABLE sv (scope INTEGER, field INTEGER, val TEXT, doc INTEGER, PRIMARY KEY (scope, field, val, doc)) WITHOUT ROWID;
CREATE TABLE sn (scope INTEGER, field INTEGER, val REAL, doc INTEGER, PRIMARY KEY (scope, field, val, doc)) WITHOUT ROWID;
CREATE TABLE sx (scope INTEGER, field INTEGER, doc INTEGER, PRIMARY KEY (scope, field, doc)) WITHOUT ROWID;
CREATE TABLE sa (scope INTEGER, field INTEGER, doc INTEGER, PRIMARY KEY (scope, field, doc)) WITHOUT ROWID;
CREATE TABLE sl (row INTEGER PRIMARY KEY, scope INTEGER NOT NULL, field INTEGER NOT NULL, doc INTEGER NOT NULL, val TEXT NOT NULL);
CREATE TABLE link (target TEXT, field INTEGER, lang TEXT, doc INTEGER, PRIMARY KEY (target, field, lang, doc)) WITHOUT ROWID;
CREATE TABLE term (id INTEGER PRIMARY KEY, term TEXT NOT NULL);
CREATE TABLE place (place INTEGER PRIMARY KEY, doc INTEGER NOT NULL, scope INTEGER NOT NULL, field INTEGER NOT NULL, lat REAL, lon REAL);
CREATE VIRTUAL TABLE box USING rtree (id, south, north, west, east);
CREATE TABLE passage (passage INTEGER PRIMARY KEY, doc INTEGER NOT NULL);
CREATE VIRTUAL TABLE ft_field USING fts5 (f, body, ${FTS});
${Object.values(TEXT_SLOTS)
  .map((table) => `CREATE VIRTUAL TABLE ${table} USING fts5 (body, ${FTS});`)
  .join('\n')}
CREATE VIRTUAL TABLE tri USING fts5 (body, content='', contentless_delete=1, detail=none, tokenize='trigram');
CREATE TABLE stale (doc INTEGER PRIMARY KEY);
CREATE TABLE message (id INTEGER PRIMARY KEY AUTOINCREMENT, json TEXT NOT NULL);
`

// The values of one field are adjacent, in the order of documents, because conditions, sorting and counts read them so.
// Created after a bulk import: sorting once is many times cheaper than updating an index row by row.
const INDEXES = `
CREATE INDEX entry_uri ON entry (uri) WHERE uri IS NOT NULL;
CREATE INDEX entry_access ON entry (entry_id) WHERE access IS NOT NULL;
CREATE INDEX doc_scope ON doc (scope, title_key, entry_id, lang);
CREATE INDEX sv_doc ON sv (field, doc, val);
CREATE INDEX sn_doc ON sn (field, doc, val);
CREATE INDEX sx_doc ON sx (field, doc);
CREATE INDEX sa_doc ON sa (field, doc);
CREATE INDEX sl_scope ON sl (scope, field, doc);
CREATE INDEX sl_doc ON sl (field, doc);
CREATE INDEX link_doc ON link (doc, field, target, lang);
CREATE UNIQUE INDEX term_text ON term (term);
CREATE INDEX place_doc ON place (doc, field);
CREATE INDEX passage_doc ON passage (doc);
`

/** Create the content tables of a new file; most of their indexes are created later. */
export function createContentTables(db: DatabaseSync): void {
  db.exec(CONTENT)
}

/** The index that finds the versions of an entry: needed while a bulk import describes links. */
export function createEntryIndex(db: DatabaseSync): void {
  db.exec('CREATE INDEX doc_entry ON doc (entry_id, lang, st)')
}

/** Create the other indexes of the content tables, once the tables are filled. */
export function createContentIndexes(db: DatabaseSync): void {
  db.exec(INDEXES)
}
