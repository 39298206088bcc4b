import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { SeedParts, StoredEntry } from '../domain/content.ts'
import { buildModel, type Model } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import { writeSetting } from '../records/record-schema.ts'
import { beginBulk, finishBulk } from '../repository/bulk-load.ts'
import { createContentWriter, type ContentWriter } from '../repository/content-writer.ts'
import { createEntryIndex, createContentTables, INDEX_VERSION, SCHEMA_VERSION } from '../repository/schema.ts'
import { createLinkDescriber, indexDocument } from '../repository/index-document.ts'
import type { ReadSeed } from './read-seed.ts'
import { storedVersions } from '../repository/stored-versions.ts'
import { storeFileTexts } from './store-file-texts.ts'

/**
 * What an import did. Broken links and unreadable files are not fatal, because real content has them too; the report names
 * at most a thousand of each.
 */
export type ImportReport = {
  readonly entries: number
  readonly versions: number
  readonly nodes: number
  readonly brokenLinks: readonly string[]
  readonly unreadFiles: readonly string[]
}

/**
 * Fill a new, empty content database from a seed, without its accounts. Entries are streamed: first all are stored, then
 * each is indexed, so that everything it links to and the text of its file are in the database.
 */
export async function importSeed(db: DatabaseSync, read: ReadSeed): Promise<ImportReport> {
  beginBulk(db)
  db.exec('BEGIN')
  createContentTables(db)
  const model = buildModel(read.parts, new Map(), '')
  const writer = createContentWriter(db, true)
  const counts = storeEntries(db, writer, model, read)
  createEntryIndex(db)
  const unreadFiles = read.assets === null ? [] : await storeFileTexts(db, read.assets)
  indexAll(db, writer, model)
  finishBulk(db)
  writeParts(db, read.parts)
  writeSettings(db, read)
  const brokenLinks = findBrokenLinks(db, read.parts)
  db.exec('COMMIT')
  return {
    ...counts,
    nodes: read.parts.nodes.length,
    brokenLinks,
    unreadFiles: unreadFiles.slice(0, MAX_NAMED),
  }
}

function storeEntries(
  db: DatabaseSync,
  writer: ContentWriter,
  model: Model,
  read: ReadSeed,
): { readonly entries: number; readonly versions: number } {
  let [entries, versions] = [0, 0]
  const fail = (reason: string): never => {
    throw new PlatformError('platform/seed', `seed ${read.source}: ${reason}`)
  }
  const keepText = db.prepare('INSERT OR REPLACE INTO file (uri, text) VALUES (?, ?)')
  for (const entry of read.entries()) {
    const project = model.projects.get(entry.projectId.toLowerCase())
    const type =
      project?.contentTypes.get(entry.contentTypeId.toLowerCase()) ??
      fail(`entry ${entry.id}: unknown content type "${entry.contentTypeId}" in project "${entry.projectId}"`)
    try {
      writer.addEntry(entry)
    } catch (error) {
      if (/UNIQUE/.test((error as Error).message)) fail(`entry "${entry.id}" occurs twice`)
      throw error
    }
    entries += 1
    if (entry.uri && entry.fileText) keepText.run(entry.uri, entry.fileText)
    for (const { entry: stored, status } of storedVersions(entry, type.entryTitleField)) {
      writer.addDocument({ entry: stored, type, status, access: entry.access ?? null })
      versions += 1
    }
  }
  return { entries, versions }
}

function indexAll(db: DatabaseSync, writer: ContentWriter, model: Model): void {
  const describe = createLinkDescriber(db, model)
  const documents = db.prepare(
    'SELECT doc.doc AS doc, doc.st AS st, scope.project AS project, body.data AS data FROM doc CROSS JOIN scope USING (scope) CROSS JOIN body ON body.body = doc.body ORDER BY doc.doc',
  )
  for (const row of documents.iterate()) {
    const entry = JSON.parse(String(row['data'])) as StoredEntry
    const document = {
      doc: Number(row['doc']),
      status: Number(row['st']),
      projectId: String(row['project']),
      entry,
    }
    indexDocument(writer, model, describe, document)
  }
}

/** The parts of the content that are stored unchanged, each as one JSON text. */
export const PARTS = [
  'environment',
  'projects',
  'contentTypes',
  'components',
  'taxonomy',
  'nodes',
  'groups',
  'forms',
] as const

function writeParts(db: DatabaseSync, parts: SeedParts): void {
  const insert = db.prepare('INSERT INTO part (kind, json) VALUES (?, ?)')
  for (const kind of PARTS) insert.run(kind, JSON.stringify(parts[kind]))
}

function writeSettings(db: DatabaseSync, read: ReadSeed): void {
  writeSetting(db, 'schema', String(SCHEMA_VERSION))
  writeSetting(db, 'index', String(INDEX_VERSION))
  writeSetting(db, 'seedHash', read.hash)
  writeSetting(db, 'seedSource', read.source)
  writeSetting(db, 'assets', read.assets ?? '')
  writeSetting(db, 'authored', '0')
  writeSetting(db, 'modelGeneration', randomUUID())
  writeSetting(db, 'generation', '1')
}

const MAX_NAMED = 1000

function findBrokenLinks(db: DatabaseSync, parts: SeedParts): readonly string[] {
  const rows = db
    .prepare(
      `SELECT doc.entry_id AS source, link.target AS target FROM link LEFT JOIN entry ON entry.entry_id = link.target
      JOIN doc ON doc.doc = link.doc WHERE entry.entry_id IS NULL LIMIT ${MAX_NAMED}`,
    )
    .all()
  const known = db.prepare('SELECT 1 FROM entry WHERE entry_id = ?')
  const lost = parts.nodes.filter((node) => node.entryId && known.get(node.entryId) === undefined)
  return [
    ...rows.map((row) => `${String(row['source'])} -> ${String(row['target'])}`),
    ...lost.slice(0, MAX_NAMED).map((node) => `node ${node.id} -> ${node.entryId}`),
  ]
}
