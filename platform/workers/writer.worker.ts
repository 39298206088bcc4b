import { workerData } from 'node:worker_threads'
import { openWriter } from '../repository/connection.ts'
import { createAuthor, type Authored, type AuthorTask } from './author.ts'
import { toOutcome, type Outcome } from './outcome.ts'
import { claimDeliveries, inTransaction, keepMessage, settleDelivery } from './outbox.ts'

const options = workerData as { readonly file: string }
const db = openWriter(options.file)

const author = createAuthor(db)

/** Make a change of an entry. */
export function change(task: AuthorTask): Outcome<Authored> {
  return toOutcome(() => author(task))
}

/** How long an idempotency key is remembered, in milliseconds. Source: security 3.5. */
const KEY_LIFETIME_MS = 24 * 3_600_000

/**
 * Keep a form post and the message about it in one transaction; when this returns, both are on disk. Gives the post's id.
 * A key that was used for the same content gives the same id again; for other content it gives `conflict`.
 */
export function keepPost(post: {
  readonly form: string
  readonly received: string
  readonly json: string
  readonly key: string | null
  readonly hash: string
}): number | 'conflict' {
  return inTransaction(db, () => {
    const now = Date.parse(post.received)
    db.prepare('DELETE FROM form_key WHERE kept < ?').run(now - KEY_LIFETIME_MS)
    const used =
      post.key === null
        ? undefined
        : db.prepare('SELECT hash, post FROM form_key WHERE key = ?').get(post.key)
    if (used !== undefined) return used['hash'] === post.hash ? Number(used['post']) : 'conflict'
    const insert = db.prepare('INSERT INTO form_post (form, received, json) VALUES (?, ?, ?)')
    const id = Number(insert.run(post.form, post.received, post.json).lastInsertRowid)
    if (post.key !== null)
      db.prepare('INSERT INTO form_key (key, hash, post, kept) VALUES (?, ?, ?, ?)').run(
        post.key,
        post.hash,
        id,
        now,
      )
    keepMessage(db, {
      kind: 'form-post',
      created: post.received,
      content: { form: post.form, post: id },
    })
    return id
  })
}

/** Keep an uploaded file. Gives its id. */
export function keepUpload(upload: {
  readonly received: string
  readonly name: string
  readonly type: string
  readonly fields: string
  readonly bytes: Uint8Array
}): number {
  const insert = db.prepare('INSERT INTO upload (received, name, type, fields, bytes) VALUES (?, ?, ?, ?, ?)')
  return Number(
    insert.run(upload.received, upload.name, upload.type, upload.fields, upload.bytes).lastInsertRowid,
  )
}

/** Put the notification about a post into the outbox, once. Gives its id, or null when there is no such post. */
export function keepNotice(notice: {
  readonly created: string
  readonly form: string
  readonly post: number
  readonly content: { readonly subject: string }
}): number | null {
  return inTransaction(db, () => {
    const post = db
      .prepare('SELECT json FROM form_post WHERE id = ? AND form = ?')
      .get(notice.post, notice.form)
    if (post === undefined) return null
    const sent = db
      .prepare(
        "SELECT id FROM outbox WHERE kind = 'form-notification' AND json_extract(json, '$.post') = ? LIMIT 1",
      )
      .get(notice.post)
    if (sent !== undefined) return Number(sent['id'])
    const fields = JSON.parse(String(post['json'])) as object
    return keepMessage(db, {
      kind: 'form-notification',
      created: notice.created,
      content: { ...notice.content, form: notice.form, post: notice.post, fields },
    })
  })
}

/** Put a mail into the outbox. Gives its id. */
export function keepMail(mail: { readonly created: string; readonly content: object }): number {
  return keepMessage(db, { kind: 'mail', ...mail })
}

/** Take the deliveries that are due at a time, in milliseconds. */
export const claim = (now: number): ReturnType<typeof claimDeliveries> => claimDeliveries(db, now)

/** Note how a delivery went. */
export const settle = (result: Parameters<typeof settleDelivery>[1]): void => settleDelivery(db, result)

/** Keep a new account. Gives null, or which of its names is taken already: a name may be neither another's name nor address. */
export function addAccount(account: {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly password: string | null
  readonly json: string
}): 'username' | 'email' | null {
  const { id, username, email, password, json } = account
  const isTaken = db.prepare('SELECT 1 FROM user_account WHERE username = :name OR email = :name')
  if (isTaken.get({ name: username }) !== undefined) return 'username'
  if (isTaken.get({ name: email }) !== undefined) return 'email'
  db.prepare(
    'INSERT INTO user_account (id, username, email, password, json, seeded) VALUES (?, ?, ?, ?, ?, 0)',
  ).run(id, username, email, password, json)
  return null
}

/** Replace the password hash of an account and end its refresh tokens. */
export function setPassword(change: { readonly account: string; readonly password: string }): void {
  inTransaction(db, () => {
    db.prepare('UPDATE user_account SET password = ? WHERE id = ?').run(change.password, change.account)
    db.prepare('DELETE FROM refresh WHERE account = ?').run(change.account)
  })
}

/** Keep a refresh token (its hash only), retire the one it replaces, and forget those that are over. */
export function keepRefresh(token: {
  readonly hash: string
  readonly account: string
  readonly expires: number
  readonly now: number
  readonly replaces: string | null
}): void {
  inTransaction(db, () => {
    db.prepare('DELETE FROM refresh WHERE expires < ?').run(token.now)
    if (token.replaces !== null)
      db.prepare('UPDATE refresh SET retired = coalesce(retired, ?) WHERE token_hash = ?').run(
        token.now,
        token.replaces,
      )
    db.prepare('INSERT INTO refresh (token_hash, account, expires, retired) VALUES (?, ?, ?, NULL)').run(
      token.hash,
      token.account,
      token.expires,
    )
  })
}

/** End a refresh token. */
export function endRefresh(hash: string): void {
  db.prepare('DELETE FROM refresh WHERE token_hash = ?').run(hash)
}
