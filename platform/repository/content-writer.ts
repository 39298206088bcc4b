import type { DatabaseSync } from 'node:sqlite'
import type { Access, ContentType, SeedEntry, StoredEntry } from '../domain/content.ts'
import type { IndexRows } from '../domain/index-entry.ts'
import { EXACT_LIMIT, fold, toWords } from '../domain/words.ts'
import { prepareInserts, type Inserts } from './content-inserts.ts'
import { ABSENCE_FIELDS, LONG_WORD, SCOPE_SHIFT, SHORT_LIMIT, TRIGRAM_FIELDS } from './schema.ts'
import { scopeOfDoc } from './scopes.ts'

/** Bits for the status of a stored version: published, latest, or both. */
export const PUBLISHED = 1
export const LATEST = 2

/** The sorting key of an entry without a title: it sorts after all others. */
const NO_TITLE = '\u{10FFFF}'

/** A version to be stored. */
export type StoredVersion = {
  readonly entry: StoredEntry
  readonly type: ContentType
  readonly status: number
  readonly access: Access | null
}

/** Writes entries and their index rows; used inside the caller's transaction. */
export type ContentWriter = {
  /** Throws SQLite's UNIQUE error when the id is taken. */
  readonly addEntry: (entry: Omit<SeedEntry, 'variations'>) => void
  /** Store a version without its index rows. Gives its number. */
  readonly addDocument: (version: StoredVersion) => number
  readonly addIndex: (doc: number, index: IndexRows) => void
  /** The text inside the file of an asset, by its path; null when there is none. */
  readonly fileText: (uri: string) => string | null
}

/** The prepared statements and caches: numbers of scopes and fields, scopes of documents, words. */
type Writing = {
  readonly put: Inserts
  readonly scopes: Map<string, number>
  readonly fields: Map<string, number>
  readonly long: Set<number>
  readonly words: Set<string> | null
  /** The last document of each scope. */
  readonly last: Map<number, number>
}

/**
 * Prepare the statements for all writes. With `bulk` the writer fills staging tables (see `bulk-load.ts`) and holds all
 * words in memory; otherwise rows go straight to their tables.
 */
export function createContentWriter(db: DatabaseSync, bulk: boolean): ContentWriter {
  const rows = (text: string) => db.prepare(text).all()
  const writing: Writing = {
    put: prepareInserts(db, bulk),
    scopes: new Map(
      rows('SELECT * FROM scope').map((row) => [
        [row['project'], row['ct'], row['lang'], row['st'], row['access']].join('\n'),
        Number(row['scope']),
      ]),
    ),
    fields: new Map(
      rows('SELECT field, path FROM field').map((row) => [String(row['path']), Number(row['field'])]),
    ),
    long: new Set(rows('SELECT field FROM field WHERE has_long = 1').map((row) => Number(row['field']))),
    words: bulk ? new Set() : null,
    last: new Map(),
  }
  return {
    addEntry: (entry) => {
      const access = entry.access ? JSON.stringify(entry.access) : null
      writing.put.entry.run(entry.id, entry.projectId, entry.contentTypeId, entry.uri ?? null, access)
    },
    addDocument: (version) => addDocument(writing, version),
    addIndex: (doc, index) => addIndex(writing, doc, index),
    fileText: (uri) => {
      const found = writing.put.fileText.get(uri)
      return found === undefined ? null : String(found['text'])
    },
  }
}

function addDocument(writing: Writing, version: StoredVersion): number {
  const { put } = writing
  const { entry, type, status } = version
  const scope = scopeId(writing, version)
  const title = entry.fields[type.entryTitleField]
  const titleKey = typeof title === 'string' && title !== '' ? fold(title).slice(0, 400) : NO_TITLE
  const doc = nextDoc(writing, scope)
  const body = put.body.run(JSON.stringify(entry)).lastInsertRowid
  put.doc.run(doc, scope, entry.id, entry.language, status, titleKey, body)
  put.count.run(scope)
  return doc
}

function nextDoc({ last, put }: Writing, scope: number): number {
  const first = scope * 2 ** SCOPE_SHIFT
  const before = last.get(scope) ?? put.lastDoc.get(first, first + 2 ** SCOPE_SHIFT - 1)?.['last']
  const doc = before === null || before === undefined ? first : Number(before) + 1
  last.set(scope, doc)
  return doc
}

function addIndex(writing: Writing, doc: number, index: IndexRows): void {
  const { put } = writing
  const scope = scopeOfDoc(doc)
  const valued = new Set<string>()
  const trigrams = new Set<string>()
  for (const [path, value] of index.texts) {
    if (value.length > EXACT_LIMIT) continue
    const text = fold(value)
    const field = fieldId(writing, path)
    if (text.length > SHORT_LIMIT) addLong(writing, scope, field, doc, text)
    else {
      put.text.run(scope, field, text, doc)
      valued.add(path)
      if (TRIGRAM_FIELDS.has(path)) trigrams.add(text)
    }
  }
  for (const [path, value] of index.numbers) {
    put.number.run(scope, fieldId(writing, path), value, doc)
    valued.add(path)
  }
  for (const path of index.exists) if (!valued.has(path)) put.exists.run(scope, fieldId(writing, path), doc)
  for (const path of ABSENCE_FIELDS)
    if (!index.exists.has(path)) put.absent.run(scope, fieldId(writing, path), doc)
  for (const [path, lat, lon] of index.places) {
    const place = put.place.run(doc, scope, fieldId(writing, path), lat, lon).lastInsertRowid
    put.box.run(place, lat, lat, lon, lon)
  }
  for (const [path, target, language] of index.links)
    put.link.run(target, fieldId(writing, path), language, doc)
  for (const [path, text] of index.passages) addPassage(writing, path, text, doc)
  if (trigrams.size > 0) put.trigrams.run(doc, [...trigrams].join('\n'))
}

function addLong({ put, long }: Writing, scope: number, field: number, doc: number, text: string): void {
  put.long.run(scope, field, doc, text)
  if (long.has(field)) return
  long.add(field)
  put.markLong.run(field)
}

function addPassage(writing: Writing, path: string, text: string, doc: number): void {
  const { put } = writing
  const words = knownWords(writing, text)
  const slot = put.slots.get(path)
  if (slot !== undefined) slot.run(doc, words)
  else put.passageText.run(put.passage.run(doc).lastInsertRowid, `f${fieldId(writing, path)}`, words)
}

function fieldId({ fields, put }: Writing, path: string): number {
  return numbered(fields, path, () => put.field.run(path).lastInsertRowid)
}

function scopeId({ scopes, put }: Writing, { entry, type, status, access }: StoredVersion): number {
  const who = access === null ? null : JSON.stringify(access)
  const key = [type.projectId, type.id, entry.language, status, who].join('\n')
  const insert = (): number | bigint =>
    put.scope.run(type.projectId, type.id, entry.language, status, who, type.dataFormat).lastInsertRowid
  return numbered(scopes, key, insert)
}

/** The words of a passage; each new word is stored for fuzzy search. */
function knownWords({ words, put }: Writing, text: string): string {
  const list = toWords(text)
  for (const word of list) {
    // Fuzzy search does not need numbers: there are too many, and no number is a misspelling of another.
    if (words?.has(word) || word.length > LONGEST_WORD || /^\p{N}+$/u.test(word)) continue
    words?.add(word)
    put.term.run(word)
  }
  return (list.some((word) => word.length > LONGEST_WORD) ? [...list, LONG_WORD] : list).join(' ')
}

const LONGEST_WORD = 40

function numbered(known: Map<string, number>, key: string, create: () => number | bigint): number {
  const found = known.get(key)
  if (found !== undefined) return found
  const id = Number(create())
  known.set(key, id)
  return id
}
