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

/** Prepare the statements once and write through them. */
export function createContentWriter(db: DatabaseSync): ContentWriter {
  const scopes = new Map<string, number>()
  const fields = new Map<string, number>()
  const terms = new Set<string>()
  const put = prepareInserts(db)
  const fieldId = (path: string): number => numbered(fields, path, () => put.field.run(path).lastInsertRowid)
  const scopeId = (version: StoredVersion): number => {
    const { entry, type, status } = version
    const access = version.access === null ? null : JSON.stringify(version.access)
    return numbered(
      scopes,
      [type.projectId, type.id, entry.language, status, access].join('\n'),
      () =>
        put.scope.run(type.projectId, type.id, entry.language, status, access, type.dataFormat)
          .lastInsertRowid,
    )
  }
  const words = (text: string): string => {
    const list = toWords(text)
    for (const word of list) {
      if (terms.has(word) || word.length > 40) continue
      terms.add(word)
      put.term.run(word)
    }
    return list.join(' ')
  }
  return {
    addEntry: (entry) => {
      put.entry.run(
        entry.id,
        entry.projectId,
        entry.contentTypeId,
        entry.uri ?? null,
        entry.access ? JSON.stringify(entry.access) : null,
      )
    },
    addVersion: (version) => {
      const { entry, index, type, status } = version
      const scope = scopeId(version)
      const title = entry.fields[type.entryTitleField]
      const titleKey = typeof title === 'string' && title !== '' ? fold(title).slice(0, 400) : NO_TITLE
      const doc = Number(
        put.doc.run(scope, entry.id, entry.language, status, titleKey, JSON.stringify(entry)).lastInsertRowid,
      )
      for (const [path, value] of index.texts)
        if (value.length <= EXACT_LIMIT) put.text.run(scope, fieldId(path), fold(value), doc)
      for (const [path, value] of index.numbers) put.number.run(scope, fieldId(path), value, doc)
      for (const path of index.exists) put.exists.run(scope, fieldId(path), doc)
      for (const [path, lat, lon] of index.places) {
        const place = put.place.run(doc, scope, fieldId(path), lat, lon).lastInsertRowid
        put.box.run(place, lat, lat, lon, lon)
      }
      for (const [path, text] of index.passages) {
        const slot = put.slots.get(path)
        if (slot !== undefined) slot.run(doc, `s${scope}`, words(text))
        else
          put.passageText.run(
            put.passage.run(doc).lastInsertRowid,
            `s${scope}`,
            `f${fieldId(path)}`,
            words(text),
          )
      }
    },
  }
}

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
