import type { DatabaseSync } from 'node:sqlite'
import { typeIn, type Model } from '../domain/model.ts'
import type { SeedEntry } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { inTransaction } from '../records/record-schema.ts'
import { openWriter } from './connection.ts'
import type { ContentStore, ContentStores } from './content-store.ts'
import { createContentWriter, type ContentWriter } from './content-writer.ts'
import { createEntryReader, createRemover, withdrawFile } from './entry-store.ts'
import { relayMessages } from './relay-messages.ts'
import { indexStale, markLinking } from './index-stale.ts'
import { createLinkDescriber, indexDocument } from './index-document.ts'
import { liveContentFile, openLive } from './live-content.ts'
import { loadModel, readGeneration, readModelGeneration } from './load-model.ts'
import { storedVersions } from './stored-versions.ts'

/** The state that is kept between changes of one content database. */
export type Opened = {
  readonly file: string
  readonly db: DatabaseSync
  readonly generation: string
  readonly model: Model
  readonly writer: ContentWriter
  readonly remover: ReturnType<typeof createRemover>
  readonly reader: ReturnType<typeof createEntryReader>
}

/** How many entries that link to a changed one are indexed again with the change, and in each later step. */
const INDEXED_AT_ONCE = 200

/**
 * Changes of the live content of a folder. Each change locks the records for other processes, so that an import
 * cannot replace the content meanwhile.
 */
export function createContentStores(records: DatabaseSync, folder: string): ContentStores {
  const held: { opened: Opened | null } = { opened: null }
  const forget = (): void => {
    if (held.opened?.db.isOpen) held.opened.db.close()
    held.opened = null
  }
  const current = (): Opened => {
    if (held.opened !== null && held.opened.file !== liveContentFile(records, folder)) forget()
    held.opened = refreshed(held.opened ?? open(records, folder))
    return held.opened
  }
  const locked = <T>(work: (opened: Opened) => T): T => {
    try {
      const { made, last } = inTransaction(records, () => {
        const opened = current()
        const result = inTransaction(opened.db, () => {
          const done = work(opened)
          held.opened = { ...opened, generation: readGeneration(opened.db) }
          return done
        })
        return { made: result, last: relayMessages(opened.db, opened.file, records) }
      })
      if (last > 0) held.opened?.db.prepare('DELETE FROM message WHERE id <= ?').run(last)
      return made
    } catch (error) {
      // The transaction was rolled back, so the cached numbers of its rows are wrong.
      forget()
      throw error
    }
  }
  return {
    change: (work) =>
      locked((opened) => {
        const result = work(storeOf(opened))
        indexStale(opened, INDEXED_AT_ONCE)
        opened.db.exec(
          "UPDATE setting SET value = CAST(value AS INTEGER) + 1 WHERE name IN ('generation', 'authored')",
        )
        return result
      }),
    indexWaiting: () =>
      locked((opened) => {
        const { indexed, left } = indexStale(opened, INDEXED_AT_ONCE)
        if (indexed > 0)
          opened.db.exec("UPDATE setting SET value = CAST(value AS INTEGER) + 1 WHERE name = 'generation'")
        return left
      }),
  }
}

function open(records: DatabaseSync, folder: string): Opened {
  const opened = openLive(records, folder, (file) => openFile(file, openWriter(file)))
  if (opened === null) throw new PlatformError('platform/not-found', 'The platform holds no content')
  return opened
}

/** Read the caches again when another process has written since. */
function refreshed(opened: Opened): Opened {
  return opened.generation === readGeneration(opened.db)
    ? opened
    : openFile(opened.file, opened.db, opened.model)
}

function openFile(file: string, db: DatabaseSync, known?: Model): Opened {
  const model = known?.generation === readModelGeneration(db) ? known : loadModel(db)
  if (model === null) throw new PlatformError('platform/not-found', 'The platform holds no content')
  return {
    file,
    db,
    generation: readGeneration(db),
    model,
    writer: createContentWriter(db, false),
    remover: createRemover(db),
    reader: createEntryReader(
      db,
      (projectId, typeId) => typeIn(model, projectId, typeId)?.entryTitleField ?? '',
    ),
  }
}

function storeOf(opened: Opened): ContentStore {
  const { db, model, reader, remover } = opened
  const linking = db.prepare(
    `SELECT DISTINCT entry.entry_id AS id, entry.ct FROM link JOIN doc ON doc.doc = link.doc JOIN entry ON entry.entry_id = doc.entry_id
    WHERE link.target = ? AND doc.entry_id <> ? LIMIT ?`,
  )
  return {
    model,
    read: (id) => reader.read(id),
    linking: (id, limit) =>
      linking.all(id, id, limit).map((row) => ({ id: String(row['id']), contentTypeId: String(row['ct']) })),
    put: (entry) => {
      remover.entry(entry.id)
      addEntry(opened, entry)
      markLinking(db, entry.id)
    },
    remove: (id) => {
      withdrawFile(db, id)
      remover.entry(id)
      markLinking(db, id)
    },
    announce: (message) =>
      void db.prepare('INSERT INTO message (json) VALUES (?)').run(JSON.stringify(message)),
  }
}

function addEntry({ db, writer, model }: Opened, entry: SeedEntry): void {
  const type = typeIn(model, entry.projectId, entry.contentTypeId)
  if (type === undefined) throw new Error(`the model has no content type "${entry.contentTypeId}"`)
  writer.addEntry(entry)
  const versions = storedVersions(entry, type.entryTitleField).map((version) => ({
    ...version,
    doc: writer.addDocument({ ...version, type, access: entry.access ?? null }),
  }))
  const describe = createLinkDescriber(db, model)
  for (const { doc, status, entry: stored } of versions)
    indexDocument(writer, model, describe, { doc, status, projectId: type.projectId, entry: stored })
}
