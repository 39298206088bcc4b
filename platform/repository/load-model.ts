import type { DatabaseSync } from 'node:sqlite'
import type { Access } from '../domain/content.ts'
import { buildModel, type Model, type ModelParts } from '../domain/model.ts'
import { readSetting } from '../records/record-schema.ts'

/** Read everything but entries and users into memory. Null when the database holds no content. */
export function loadModel(db: DatabaseSync): Model | null {
  if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'part'").get() === undefined) return null
  const rows = db.prepare('SELECT kind, json FROM part').all()
  if (rows.length === 0) return null
  const parts = Object.fromEntries(
    rows.map((row) => [String(row['kind']), JSON.parse(String(row['json'])) as unknown]),
  )
  return buildModel(parts as unknown as ModelParts, readRestricted(db), readModelGeneration(db))
}

/** The current model, reusing unchanged parts: writing an entry changes only the list of restricted entries. */
export function refreshModel(db: DatabaseSync, known: Model | null): Model | null {
  if (known === null || known.generation !== readModelGeneration(db)) return loadModel(db)
  return { ...known, restricted: readRestricted(db) }
}

function readRestricted(db: DatabaseSync): ReadonlyMap<string, Access> {
  const rows = db.prepare('SELECT entry_id, access FROM entry WHERE access IS NOT NULL').all()
  return new Map(rows.map((row) => [String(row['entry_id']), JSON.parse(String(row['access'])) as Access]))
}

/** A text that every write of content changes; readers with an older one read their catalogue again. */
export function readGeneration(db: DatabaseSync): string {
  return `${readModelGeneration(db)}/${readSetting(db, 'generation') ?? ''}`
}

/** The id of an import: when it changes, everything in memory is read again. */
export const readModelGeneration = (db: DatabaseSync): string => readSetting(db, 'modelGeneration') ?? ''
