import type { DatabaseSync } from 'node:sqlite'
import { isObject, type JsonObject, type SeedUser } from '../domain/content.ts'
import { inTransaction } from './record-schema.ts'
import type { Account, AccountChange, AccountTask, RecordWriter } from './records.ts'

type Row = Readonly<Record<string, unknown>>

/** An account from a row with its five columns. */
export const toAccount = (row: Row): Account => ({
  id: String(row['id']),
  username: String(row['username']),
  email: String(row['email']),
  password: row['password'] === null ? null : String(row['password']),
  json: String(row['json']),
})

/** Find an account by id, or by id, user name or e-mail address. */
export function readAccount(db: DatabaseSync, { by, value, family }: AccountTask): Account | null {
  const where = by === 'id' ? 'id = :value' : '(id = :value OR username = :value OR email = :value)'
  const isOpen =
    family === undefined
      ? ''
      : 'AND EXISTS (SELECT 1 FROM refresh WHERE family = :family AND account = user_account.id)'
  const row = db
    .prepare(
      `SELECT id, username, email, password, json FROM user_account WHERE ${where} ${isOpen} ORDER BY id = :value DESC LIMIT 1`,
    )
    .get(family === undefined ? { value } : { value, family })
  return row === undefined ? null : toAccount(row)
}

/** The writes of accounts. */
export function createAccountWriter(
  db: DatabaseSync,
): Pick<RecordWriter, 'addAccount' | 'changeAccount' | 'removeAccount' | 'setPassword'> {
  const endSessions = (account: string): void =>
    void db.prepare('DELETE FROM refresh WHERE account = ?').run(account)
  return {
    addAccount: (account) =>
      inTransaction(db, () => {
        const taken = takenName(db, account)
        if (taken !== null) return taken
        const { id, username, email, password, json } = account
        db.prepare(
          'INSERT INTO user_account (id, username, email, password, json, seeded) VALUES (?, ?, ?, ?, ?, 0)',
        ).run(id, username, email, password, json)
        return null
      }),
    changeAccount: (change) =>
      inTransaction(db, () => {
        const before = readAccount(db, { by: 'id', value: change.id })
        if (before === null) return 'missing'
        const user = changed(JSON.parse(before.json) as SeedUser, change)
        const after = { ...before, username: user.username, email: user.email, json: JSON.stringify(user) }
        const taken = takenName(db, after)
        if (taken !== null) return taken
        // `seeded = 0`: later imports of the seed no longer replace a changed account.
        db.prepare('UPDATE user_account SET username = ?, email = ?, json = ?, seeded = 0 WHERE id = ?').run(
          after.username,
          after.email,
          after.json,
          after.id,
        )
        if (change.status?.suspended === true) endSessions(change.id)
        return after
      }),
    removeAccount: (id) =>
      inTransaction(db, () => {
        endSessions(id)
        return removeRow(db, id)
      }),
    setPassword: ({ account, password, checked, now, keeps }) =>
      inTransaction(db, () => {
        const before = readAccount(db, { by: 'id', value: account })
        if (before === null || (checked !== null && checked !== before.password)) return false
        const status = { passwordResetRequired: false }
        const user = changed(JSON.parse(before.json) as SeedUser, {
          id: account,
          now,
          fields: { passwordChanged: now },
          status,
        })
        db.prepare('UPDATE user_account SET password = ?, json = ?, seeded = 0 WHERE id = ?').run(
          password,
          JSON.stringify(user),
          account,
        )
        db.prepare('DELETE FROM refresh WHERE account = ? AND family IS NOT ?').run(account, keeps)
        return true
      }),
  }
}

function removeRow(db: DatabaseSync, id: string): boolean {
  if (db.prepare('DELETE FROM user_account WHERE id = ?').run(id).changes === 0) return false
  // Later imports of a seed do not bring the account back.
  db.prepare('INSERT OR IGNORE INTO removed_account (id) VALUES (?)').run(id)
  return true
}

function takenName(db: DatabaseSync, { id, username, email }: Account): 'username' | 'email' | null {
  const isTaken = db.prepare(
    'SELECT 1 FROM user_account WHERE (id = :name OR username = :name OR email = :name) AND id <> :id',
  )
  if (isTaken.get({ name: username, id }) !== undefined) return 'username'
  return isTaken.get({ name: email, id }) === undefined ? null : 'email'
}

function changed(
  user: SeedUser,
  { now, fields = {}, status = {}, joins = [], leaves = [] }: AccountChange,
): SeedUser {
  const { custom, ...plain } = fields
  const groupIds = [...new Set([...(user.groupIds ?? []), ...joins])].filter((id) => !leaves.includes(id))
  return {
    ...user,
    ...plain,
    ...(isObject(custom) ? { custom: merged(user.custom ?? {}, custom) } : {}),
    groupIds,
    status: { ...user.status, ...status },
    modified: now,
  }
}

// A JSON merge patch (RFC 7396): null removes a property.
function merged(before: JsonObject, patch: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, value]) => value !== null))
}
