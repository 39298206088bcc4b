import type { DatabaseSync } from 'node:sqlite'

/** Run work in one transaction: all of it is on disk when this returns, or nothing. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

/** Put a message into the outbox, to be read there, and sent to `urls`. Part of the caller's transaction. Gives its id. */
export function keepMessage(
  db: DatabaseSync,
  message: {
    readonly kind: string
    readonly created: string
    readonly content: object
    readonly urls?: readonly string[]
  },
): number {
  const { kind, created, content, urls = [] } = message
  const insert = db.prepare('INSERT INTO outbox (created, kind, json) VALUES (?, ?, ?)')
  const id = Number(insert.run(created, kind, JSON.stringify(content)).lastInsertRowid)
  const send = db.prepare('INSERT INTO delivery (message, url, due) VALUES (?, ?, ?)')
  for (const url of urls) send.run(id, url, Date.parse(created))
  return id
}

/** A message on its way to one address. */
export type Delivery = {
  readonly id: number
  readonly message: number
  readonly url: string
  readonly attempts: number
  readonly json: string
}

/** How long a claimed delivery belongs to its sender, in milliseconds: a sender that died gives it back by that. Source: security 3.5. */
const LEASE_MS = 60_000
const MAX_CLAIMED = 20

/** Take the deliveries that are due, and say when the next one is (null: none waits). */
export function claimDeliveries(
  db: DatabaseSync,
  now: number,
): { readonly claimed: readonly Delivery[]; readonly nextDue: number | null } {
  const rows = db
    .prepare(
      `UPDATE delivery SET due = ?, attempts = attempts + 1 WHERE id IN
      (SELECT id FROM delivery WHERE state = 'waiting' AND due <= ? ORDER BY id LIMIT ${MAX_CLAIMED}) RETURNING id, message, url, attempts`,
    )
    .all(now + LEASE_MS, now)
  const read = db.prepare('SELECT json FROM outbox WHERE id = ?')
  const claimed = rows
    .map((row) => ({
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

/** Note how a delivery went, and when it is tried again if it waits (milliseconds). */
export function settleDelivery(
  db: DatabaseSync,
  result: {
    readonly id: number
    readonly state: 'sent' | 'waiting' | 'dead'
    readonly due: number
    readonly outcome: string
  },
): void {
  db.prepare('UPDATE delivery SET state = ?, due = ?, outcome = ? WHERE id = ?').run(
    result.state,
    result.due,
    result.outcome,
    result.id,
  )
}
