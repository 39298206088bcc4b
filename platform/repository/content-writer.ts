import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Access, ContentType, SeedEntry, StoredEntry } from '../domain/content.ts'
import type { IndexRows } from '../domain/index-entry.ts'
import { EXACT_LIMIT, fold, toWords } from '../domain/words.ts'
import { TEXT_SLOTS } from './schema.ts'

/** Bits of a stored version: it is the published one, it is the latest one, or both. */
export const PUBLISHED = 1
export const LATEST = 2

/** The sorting key of an entry without a title: after every other. */
const NO_TITLE = '\u{10FFFF}'

export type StoredVersion = {
  readonly entry: StoredEntry
  readonly type: ContentType
  readonly status: number
  readonly access: Access | null
  readonly index: IndexRows
}

/** Writes entries and their index rows; used inside the caller's transaction. */
export type ContentWriter = {
  readonly addEntry: (entry: SeedEntry) => void
  readonly addVersion: (version: StoredVersion) => void
}

type Inserts = ReturnType<typeof prepareInserts>
/** The statements, and the numbers already given to scopes and fields and the words already known. */
type Writing = {
  readonly put: Inserts
  readonly scopes: Map<string, number>
  readonly fields: Map<string, number>
  readonly words: Set<string>
}

/** Prepare the statements once and write through them. */
export function createContentWriter(db: DatabaseSync): ContentWriter {
  const writing: Writing = { put: prepareInserts(db), scopes: new Map(), fields: new Map(), words: new Set() }
  return {
    addEntry: (entry) => {
      const access = entry.access ? JSON.stringify(entry.access) : null
      writing.put.entry.run(entry.id, entry.projectId, entry.contentTypeId, entry.uri ?? null, access)
    },
    addVersion: (version) => addVersion(writing, version),
  }
}

function addVersion(writing: Writing, version: StoredVersion): void {
  const { put } = writing
  const { entry, index, type, status } = version
  const scope = scopeId(writing, version)
  const title = entry.fields[type.entryTitleField]
  const titleKey = typeof title === 'string' && title !== '' ? fold(title).slice(0, 400) : NO_TITLE
  const data = JSON.stringify(entry)
  const doc = Number(put.doc.run(scope, entry.id, entry.language, status, titleKey, data).lastInsertRowid)
  for (const [path, value] of index.texts) {
    if (value.length <= EXACT_LIMIT) put.text.run(scope, fieldId(writing, path), fold(value), doc)
  }
  for (const [path, value] of index.numbers) put.number.run(scope, fieldId(writing, path), value, doc)
  for (const path of index.exists) put.exists.run(scope, fieldId(writing, path), doc)
  for (const [path, lat, lon] of index.places) {
    const place = put.place.run(doc, scope, fieldId(writing, path), lat, lon).lastInsertRowid
    put.box.run(place, lat, lat, lon, lon)
  }
  for (const [path, text] of index.passages) addPassage(writing, path, text, scope, doc)
}

function addPassage(writing: Writing, path: string, text: string, scope: number, doc: number): void {
  const { put } = writing
  const words = knownWords(writing, text)
  const slot = put.slots.get(path)
  if (slot !== undefined) slot.run(doc, `s${scope}`, words)
  else
    put.passageText.run(
      put.passage.run(doc).lastInsertRowid,
      `s${scope}`,
      `f${fieldId(writing, path)}`,
      words,
    )
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

/** The words of a passage, each kept once for fuzzy search. */
function knownWords({ words, put }: Writing, text: string): string {
  const list = toWords(text)
  for (const word of list) {
    if (words.has(word) || word.length > LONGEST_WORD) continue
    words.add(word)
    put.term.run(word)
  }
  return list.join(' ')
}

const LONGEST_WORD = 40

function prepareInserts(db: DatabaseSync) {
  const insert = (table: string, columns: string): StatementSync =>
    db.prepare(
      `INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${columns
        .split(',')
        .map(() => '?')
        .join(',')})`,
    )
  return {
    entry: insert('entry', 'entry_id,project,ct,uri,access'),
    scope: insert('scope', 'project,ct,lang,st,access,data_format'),
    doc: insert('doc', 'scope,entry_id,lang,st,title_key,data'),
    field: insert('field', 'path'),
    text: insert('sv', 'scope,field,val,doc'),
    number: insert('sn', 'scope,field,val,doc'),
    exists: insert('sx', 'scope,field,doc'),
    term: insert('term', 'term'),
    place: insert('place', 'doc,scope,field,lat,lon'),
    box: insert('box', 'id,south,north,west,east'),
    passage: insert('passage', 'doc'),
    passageText: insert('ft_field', 'rowid,s,f,body'),
    slots: new Map(Object.entries(TEXT_SLOTS).map(([path, table]) => [path, insert(table, 'rowid,s,body')])),
  }
}

function numbered(known: Map<string, number>, key: string, create: () => number | bigint): number {
  const found = known.get(key)
  if (found !== undefined) return found
  const id = Number(create())
  known.set(key, id)
  return id
}
