import type { DatabaseSync } from 'node:sqlite'
import type { MessagesAnswer, MessagesTask } from './read-tasks.ts'

/** Read a page of the outbox, newest first, with how each message's deliveries went. */
export function readMessages(db: DatabaseSync, task: MessagesTask): MessagesAnswer {
  const where = 'WHERE (:kind IS NULL OR kind = :kind)'
  const { kind, pageIndex, pageSize } = task
  const total = db.prepare(`SELECT count(*) AS n FROM outbox ${where}`).get({ kind })
  const deliveries = db.prepare(
    'SELECT url, state, attempts, outcome FROM delivery WHERE message = ? ORDER BY id',
  )
  const rows = db
    .prepare(
      `SELECT id, created, kind, json FROM outbox ${where} ORDER BY id DESC LIMIT :size OFFSET :offset`,
    )
    .all({ kind, size: pageSize, offset: pageIndex * pageSize })
  return {
    totalCount: Number(total?.['n'] ?? 0),
    items: rows.map((row) => ({
      id: Number(row['id']),
      created: String(row['created']),
      kind: String(row['kind']),
      content: JSON.parse(String(row['json'])) as unknown,
      deliveries: deliveries.all(Number(row['id'])).map((one) => ({
        url: String(one['url']),
        state: String(one['state']),
        attempts: Number(one['attempts']),
        outcome: one['outcome'] === null ? null : String(one['outcome']),
      })),
    })),
  }
}
