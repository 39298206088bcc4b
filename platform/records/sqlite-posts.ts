import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './record-schema.ts'
import type { NewPost, RecordWriter } from './records.ts'
import { keepMessage } from './sqlite-outbox.ts'

/** How long an idempotency key is remembered, in milliseconds. Source: security 3.5. */
const KEY_LIFETIME_MS = 24 * 3_600_000
/** So many files may belong to one post; every form element takes one, and a failed one may be sent again. */
const MAX_UPLOADS = 50

/** The writes of form posts, their files and the notifications about them. */
export function createPostWriter(
  db: DatabaseSync,
): Pick<RecordWriter, 'keepPost' | 'keepUpload' | 'keepNotice'> {
  return {
    keepPost: (post) => inTransaction(db, () => usedBefore(db, post) ?? insertPost(db, post)),
    keepUpload: ({ form, post, received, name, type, fields, bytes }) =>
      inTransaction(db, () => {
        if (readPost(db, form, post) === undefined) return null
        const held = db.prepare('SELECT count(*) AS n FROM upload WHERE post = ?').get(post)
        if (Number(held?.['n'] ?? 0) >= MAX_UPLOADS) return 'full'
        const insert = db.prepare(
          'INSERT INTO upload (post, received, name, type, fields, bytes) VALUES (?, ?, ?, ?, ?, ?)',
        )
        return Number(insert.run(post, received, name, type, fields, bytes).lastInsertRowid)
      }),
    keepNotice: ({ created, form, post, content }) =>
      inTransaction(db, () => {
        const found = readPost(db, form, post)
        if (found === undefined) return null
        const sent = db
          .prepare(
            "SELECT id FROM outbox WHERE kind = 'form-notification' AND json_extract(json, '$.post') = ? LIMIT 1",
          )
          .get(post)
        if (sent !== undefined) return Number(sent['id'])
        const fields = JSON.parse(String(found['json'])) as object
        const files = db
          .prepare('SELECT name FROM upload WHERE post = ? ORDER BY id')
          .all(post)
          .map((row) => String(row['name']))
        return keepMessage(db, {
          kind: 'form-notification',
          created,
          content: { ...content, form, post, fields, files },
        })
      }),
  }
}

const readPost = (db: DatabaseSync, form: string, post: number) =>
  db.prepare('SELECT json FROM form_post WHERE id = ? AND form = ?').get(post, form)

function usedBefore(db: DatabaseSync, { key, hash, received }: NewPost): number | 'conflict' | null {
  db.prepare('DELETE FROM form_key WHERE kept < ?').run(Date.parse(received) - KEY_LIFETIME_MS)
  if (key === null) return null
  const used = db.prepare('SELECT hash, post FROM form_key WHERE key = ?').get(key)
  if (used === undefined) return null
  return used['hash'] === hash ? Number(used['post']) : 'conflict'
}

function insertPost(db: DatabaseSync, { form, received, json, key, hash }: NewPost): number {
  const insert = db.prepare('INSERT INTO form_post (form, received, json) VALUES (?, ?, ?)')
  const id = Number(insert.run(form, received, json).lastInsertRowid)
  if (key !== null)
    db.prepare('INSERT INTO form_key (key, hash, post, kept) VALUES (?, ?, ?, ?)').run(
      key,
      hash,
      id,
      Date.parse(received),
    )
  keepMessage(db, { kind: 'form-post', created: received, content: { form, post: id } })
  return id
}
