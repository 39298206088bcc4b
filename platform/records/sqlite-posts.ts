import type { DatabaseSync } from 'node:sqlite'
import type { JsonObject } from '../domain/content.ts'
import type { PostedForm } from '../domain/describe-form.ts'
import { rememberKey, usedBefore } from './form-keys.ts'
import { mailsOf } from './form-mails.ts'
import { inTransaction } from './record-schema.ts'
import type { KeptPost, NewNotice, NewPost, NewUpload, RecordWriter } from './records.ts'
import { keepMessage } from './sqlite-outbox.ts'

/** The writes of form posts, their files and the notifications about them. */
export function createPostWriter(
  db: DatabaseSync,
): Pick<RecordWriter, 'keptPost' | 'keepPost' | 'keepUpload' | 'keepNotice' | 'knowsUpload'> {
  const keptPost: RecordWriter['keptPost'] = (request) => {
    const used = usedBefore(db, 'post', request, Date.parse(request.received))
    return typeof used === 'number' ? toKept(db, used) : used
  }
  return {
    keptPost,
    keepPost: (post) => inTransaction(db, () => keptPost(post) ?? insertPost(db, post)),
    keepUpload: (upload) => inTransaction(db, () => insertUpload(db, upload)),
    keepNotice: (notice) => inTransaction(db, () => insertNotice(db, notice)),
    knowsUpload: (stored) => db.prepare('SELECT 1 FROM upload WHERE stored = ?').get(stored) !== undefined,
  }
}

const readPost = (db: DatabaseSync, form: string, post: number) =>
  db.prepare('SELECT id, received, json, reference FROM form_post WHERE id = ? AND form = ?').get(post, form)

function toKept(db: DatabaseSync, id: number): KeptPost {
  const row = db.prepare('SELECT reference, entry FROM form_post WHERE id = ?').get(id)
  return { id, reference: textOrNull(row?.['reference']), entry: textOrNull(row?.['entry']) }
}

const textOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value as string | number)

function insertPost(db: DatabaseSync, post: NewPost): KeptPost {
  const { form, received, json, prefix, entry } = post
  keepDescription(db, form)
  const insert = db.prepare(
    'INSERT INTO form_post (form, received, json, version, language, entry) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const { lastInsertRowid } = insert.run(form.form, received, json, form.version, form.language, entry)
  const id = Number(lastInsertRowid)
  const reference = prefix === null ? null : referenceOf(prefix, id)
  if (reference !== null) db.prepare('UPDATE form_post SET reference = ? WHERE id = ?').run(reference, id)
  rememberKey(db, 'post', post, id, Date.parse(received))
  keepMessage(db, { kind: 'form-post', created: received, content: { form: form.form, post: id } })
  if (!post.awaitsFiles) keepMails(db, form, id, received)
  return { id, reference, entry }
}

const DIGITS = 12

/** A reference number that is easy to read aloud: its prefix and twelve digits in groups of four. */
const referenceOf = (prefix: string, id: number): string =>
  [prefix, ...(String(id).padStart(DIGITS, '0').match(/.{4}/g) ?? [])].join(' ').trim()

/** Store the description of a post's form, so that the post can be read when the form has changed. */
function keepDescription(db: DatabaseSync, { form, version, language, title, labels }: PostedForm): void {
  db.prepare(
    `INSERT INTO form_version (form, version, language, title, labels) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET title = excluded.title, labels = excluded.labels
    WHERE labels <> excluded.labels OR title <> excluded.title`,
  ).run(form, version, language, title, JSON.stringify(labels))
}

/** Put the mails about a post into the outbox, each once. */
function keepMails(db: DatabaseSync, form: PostedForm, id: number, created: string): void {
  const found = readPost(db, form.form, id)
  if (found === undefined) return
  const post = {
    reference: textOrNull(found['reference']) ?? String(id),
    received: String(found['received']),
    fields: JSON.parse(String(found['json'])) as JsonObject,
    files: filesOf(db, id),
  }
  for (const [at, mail] of mailsOf(form, post).entries())
    keepMessage(db, {
      kind: 'mail',
      created,
      content: { ...mail, form: form.form, post: id },
      origin: `form-mail/${id}/${at}`,
    })
}

const filesOf = (db: DatabaseSync, post: number): readonly string[] =>
  db
    .prepare('SELECT name FROM upload WHERE post = ? ORDER BY id')
    .all(post)
    .map((row) => String(row['name']))

function insertUpload(db: DatabaseSync, upload: NewUpload): ReturnType<RecordWriter['keepUpload']> {
  const { form, post, received, name, type, fields, stored, size, hash, maxFiles } = upload
  if (readPost(db, form, post) === undefined) return null
  const keyed = { key: upload.key, hash: `${form}\n${post}\n${fields}\n${name}\n${hash}` }
  const used = usedBefore(db, 'file', keyed, Date.parse(received))
  if (used !== null) return used === 'conflict' ? used : { id: used, isNew: false }
  const held = db.prepare('SELECT count(*) AS n FROM upload WHERE post = ?').get(post)
  if (Number(held?.['n'] ?? 0) >= maxFiles) return 'full'
  const insert = db.prepare(
    "INSERT INTO upload (post, received, name, type, fields, bytes, stored, size, hash) VALUES (?, ?, ?, ?, ?, x'', ?, ?, ?)",
  )
  const id = Number(insert.run(post, received, name, type, fields, stored, size, hash).lastInsertRowid)
  rememberKey(db, 'file', keyed, id, Date.parse(received))
  return { id, isNew: true }
}

function insertNotice(db: DatabaseSync, notice: NewNotice): number | 'conflict' | null {
  const { created, form, post } = notice
  const found = readPost(db, form.form, post)
  if (found === undefined) return null
  const used = usedBefore(db, 'notice', notice, Date.parse(created))
  if (used !== null) return used
  const content = {
    subject: `New post: ${form.title}`,
    form: form.form,
    post,
    fields: JSON.parse(String(found['json'])) as object,
    files: filesOf(db, post),
  }
  const sent = db
    .prepare(
      "SELECT id FROM outbox WHERE kind = 'form-notification' AND json_extract(json, '$.post') = ? LIMIT 1",
    )
    .get(post)
  const id =
    sent === undefined ? keepMessage(db, { kind: 'form-notification', created, content }) : Number(sent['id'])
  rememberKey(db, 'notice', notice, id, Date.parse(created))
  keepMails(db, form, post, created)
  return id
}
