import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './record-schema.ts'
import type { NewRefresh, RecordWriter, RefreshRow } from './records.ts'

/** Find a refresh token by the hash of its text. */
export function readRefresh(db: DatabaseSync, hash: string): RefreshRow | null {
  const row = db
    .prepare('SELECT account, family, expires, retired FROM refresh WHERE token_hash = ?')
    .get(hash)
  if (row === undefined) return null
  return {
    account: String(row['account']),
    family: String(row['family']),
    expires: Number(row['expires']),
    retired: row['retired'] === null ? null : Number(row['retired']),
  }
}

/** The writes of sessions: a session is all refresh tokens of one sign-in. */
export function createSessionWriter(db: DatabaseSync): Pick<RecordWriter, 'keepRefresh' | 'endSession'> {
  return {
    keepRefresh: (token) =>
      inTransaction(db, () => {
        if (!mayContinue(db, token)) return false
        db.prepare('DELETE FROM refresh WHERE expires < ?').run(token.now)
        if (token.replaces !== null)
          db.prepare('UPDATE refresh SET retired = coalesce(retired, ?) WHERE token_hash = ?').run(
            token.now,
            token.replaces,
          )
        db.prepare(
          'INSERT INTO refresh (token_hash, account, family, expires, retired) VALUES (?, ?, ?, ?, NULL)',
        ).run(token.hash, token.account, token.family, token.expires)
        return true
      }),
    endSession: (family) => void db.prepare('DELETE FROM refresh WHERE family = ?').run(family),
  }
}

// The session and the account were read before this transaction, so a sign-out or a new password can come in between.
function mayContinue(db: DatabaseSync, { account, family, checked }: NewRefresh): boolean {
  if (checked === null) {
    const session = db.prepare('SELECT 1 FROM refresh WHERE family = ? AND account = ?')
    return session.get(family, account) !== undefined
  }
  const user = db.prepare(
    "SELECT 1 FROM user_account WHERE id = ? AND password = ? AND json_extract(json, '$.status.suspended') IS NOT 1",
  )
  return user.get(account, checked) !== undefined
}
