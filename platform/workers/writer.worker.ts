import { workerData } from 'node:worker_threads'
import { openWriter } from '../repository/connection.ts'

const options = workerData as { readonly file: string }
const db = openWriter(options.file)

/** Keep a form post; when this returns, the post is on disk. Gives its id. */
export function keepPost(post: {
  readonly form: string
  readonly received: string
  readonly json: string
}): number {
  return Number(
    db
      .prepare('INSERT INTO form_post (form, received, json) VALUES (?, ?, ?)')
      .run(post.form, post.received, post.json).lastInsertRowid,
  )
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

/** Put a message into the outbox. Gives its id, or null when a notification needs a post that does not exist. */
export function keepNotice(notice: {
  readonly created: string
  readonly post: number
  readonly json: string
}): number | null {
  if (db.prepare('SELECT 1 FROM form_post WHERE id = ?').get(notice.post) === undefined) return null
  return Number(
    db
      .prepare("INSERT INTO outbox (created, kind, json) VALUES (?, 'form-notification', ?)")
      .run(notice.created, notice.json).lastInsertRowid,
  )
}

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
  db.exec('BEGIN IMMEDIATE')
  try {
    db.prepare('UPDATE user_account SET password = ? WHERE id = ?').run(change.password, change.account)
    db.prepare('DELETE FROM refresh WHERE account = ?').run(change.account)
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

/** Keep a refresh token (its hash only), retire the one it replaces, and forget those that are over. */
export function keepRefresh(token: {
  readonly hash: string
  readonly account: string
  readonly expires: number
  readonly now: number
  readonly replaces: string | null
}): void {
  db.exec('BEGIN IMMEDIATE')
  try {
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
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

/** End a refresh token. */
export function endRefresh(hash: string): void {
  db.prepare('DELETE FROM refresh WHERE token_hash = ?').run(hash)
}
