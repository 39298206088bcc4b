import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, readSetting, writeSetting } from './record-schema.ts'
import type { Delivery, MessagesAnswer, MessagesTask, RecordWriter } from './records.ts'

/** A message for the outbox. `origin` identifies it, so that storing it twice has no effect. */
type NewMessage = {
  readonly kind: string
  readonly created: string
  readonly content: object
  readonly urls?: readonly string[]
  readonly origin?: string
}

/** Put a message into the outbox, where it can be read, for delivery to `urls`. Part of the caller's transaction. Gives its id. */
export function keepMessage(db: DatabaseSync, message: NewMessage): number {
  const { kind, created, content, urls = [], origin = null } = message
  const known = origin === null ? undefined : db.prepare('SELECT id FROM outbox WHERE origin = ?').get(origin)
  if (known !== undefined) return Number(known['id'])
  const insert = db.prepare('INSERT INTO outbox (created, kind, json, origin) VALUES (?, ?, ?, ?)')
  const id = Number(insert.run(created, kind, JSON.stringify(content), origin).lastInsertRowid)
  const send = db.prepare('INSERT INTO delivery (message, url, due) VALUES (?, ?, ?)')
  for (const url of urls) send.run(id, url, Date.parse(created))
  return id
}

/** How long a claimed delivery is reserved, in milliseconds: after a crash another process can claim it. Source: security 3.5. */
const LEASE_MS = 60_000
const MAX_CLAIMED = 20
/** No delivery waits for so long, in milliseconds: one that is due later was put off before the clock was set back. */
const TOO_LONG_MS = 2 * 3_600_000

/** The setting that names the file of content that webhooks were last told of. */
const NOTED_CONTENT = 'noted-content'

/** The writes of the outbox. */
export function createOutboxWriter(
  db: DatabaseSync,
): Pick<RecordWriter, 'keepMail' | 'noteContent' | 'claim' | 'settle'> {
  return {
    keepMail: (mail) => inTransaction(db, () => keepMessage(db, { kind: 'mail', ...mail })),
    noteContent: (noted) => inTransaction(db, () => noteContent(db, noted)),
    claim: (now) => inTransaction(db, () => claimDeliveries(db, now)),
    settle: ({ id, state, due, outcome }) =>
      void db
        .prepare('UPDATE delivery SET state = ?, due = ?, outcome = ? WHERE id = ?')
        .run(state, due, outcome, id),
  }
}

function noteContent(
  db: DatabaseSync,
  { file, message, urls }: Parameters<RecordWriter['noteContent']>[0],
): void {
  const before = readSetting(db, NOTED_CONTENT)
  if (before === file) return
  writeSetting(db, NOTED_CONTENT, file)
  if (before !== null) keepMessage(db, { kind: 'webhook', created: message.occurred, content: message, urls })
}

/** Claim the deliveries that are due, and give the time of the next one (null: none is waiting). */
function claimDeliveries(db: DatabaseSync, now: number): ReturnType<RecordWriter['claim']> {
  const rows = db
    .prepare(
      `UPDATE delivery SET due = ?, attempts = attempts + 1 WHERE id IN
      (SELECT id FROM delivery WHERE state = 'waiting' AND (attempts = 0 OR due <= ? OR due > ?) ORDER BY id LIMIT ${MAX_CLAIMED}) RETURNING id, message, url, attempts`,
    )
    .all(now + LEASE_MS, now, now + TOO_LONG_MS)
  const read = db.prepare('SELECT json FROM outbox WHERE id = ?')
  const claimed = rows
    .map((row): Delivery => ({
      id: Number(row['id']),
      message: Number(row['message']),
      url: String(row['url']),
      attempts: Number(row['attempts']),
      json: String(read.get(Number(row['message']))?.['json'] ?? '{}'),
    }))
    .sort((a, b) => a.id - b.id)
  const next = db.prepare("SELECT min(due) AS due FROM delivery WHERE state = 'waiting'").get()?.['due']
  return { claimed, nextDue: next === null || next === undefined ? null : Number(next) }
}

/** Read a page of the outbox, newest first, with the state of each message's deliveries. */
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
