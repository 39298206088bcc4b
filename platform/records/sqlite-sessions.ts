import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './record-schema.ts'
import type { RecordWriter, RefreshRow } from './records.ts'

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
        db.prepare('DELETE FROM refresh WHERE expires < ?').run(token.now)
        if (token.replaces !== null)
          db.prepare('UPDATE refresh SET retired = coalesce(retired, ?) WHERE token_hash = ?').run(
            token.now,
            token.replaces,
          )
        db.prepare(
          'INSERT INTO refresh (token_hash, account, family, expires, retired) VALUES (?, ?, ?, ?, NULL)',
        ).run(token.hash, token.account, token.family, token.expires)
      }),
    endSession: (family) => void db.prepare('DELETE FROM refresh WHERE family = ?').run(family),
  }
}
