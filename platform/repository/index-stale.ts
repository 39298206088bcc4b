import type { DatabaseSync } from 'node:sqlite'
import type { StoredEntry } from '../domain/content.ts'
import type { Model } from '../domain/model.ts'
import type { ContentWriter } from './content-writer.ts'
import type { createRemover } from './entry-store.ts'
import { createLinkDescriber, indexDocument } from './index-document.ts'

/** Mark the documents that link to an entry for indexing, because their `searchContent` includes its title. */
export function markLinking(db: DatabaseSync, id: string): void {
  db.prepare('INSERT OR IGNORE INTO stale (doc) SELECT doc FROM link WHERE target = ?').run(id)
}

type Tools = {
  readonly db: DatabaseSync
  readonly model: Model
  readonly writer: ContentWriter
  readonly remover: ReturnType<typeof createRemover>
}

/** Index up to `limit` marked documents again. Part of the caller's transaction. */
export function indexStale(
  { db, model, writer, remover }: Tools,
  limit: number,
): { readonly indexed: number; readonly left: number } {
  const describe = createLinkDescriber(db, model)
  const read = db.prepare(
    'SELECT doc.st AS st, scope.project AS project, body.data AS data FROM doc JOIN scope USING (scope) JOIN body ON body.body = doc.body WHERE doc.doc = ?',
  )
  const marked = db.prepare('SELECT doc FROM stale ORDER BY doc LIMIT ?').all(limit)
  for (const { doc } of marked) {
    const row = read.get(Number(doc))
    if (row === undefined) continue
    remover.index(Number(doc))
    indexDocument(writer, model, describe, {
      doc: Number(doc),
      status: Number(row['st']),
      projectId: String(row['project']),
      entry: JSON.parse(String(row['data'])) as StoredEntry,
    })
  }
  const last = marked.at(-1)?.['doc']
  if (last !== undefined) db.prepare('DELETE FROM stale WHERE doc <= ?').run(Number(last))
  return {
    indexed: marked.length,
    left: Number(db.prepare('SELECT count(*) AS n FROM stale').get()?.['n'] ?? 0),
  }
}
