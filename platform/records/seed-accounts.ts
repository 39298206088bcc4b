import type { DatabaseSync } from 'node:sqlite'
import type { SeedUser } from '../domain/content.ts'
import { hashPassword } from '../security/password.ts'

/** An account of a seed, ready to be stored: its password only as a hash. */
export type SeedAccount = { readonly user: SeedUser; readonly password: string | null }

/** Hash the passwords of a seed's users. Each hash takes a while, so call this before locking the database. */
export function readSeedAccounts(users: readonly SeedUser[]): Promise<readonly SeedAccount[]> {
  return Promise.all(
    users.map(async ({ password, passwordHash, ...user }) => ({
      user,
      password: password === undefined ? (passwordHash ?? null) : await hashPassword(password),
    })),
  )
}

/**
 * Replace the accounts of the previous seed by those of this seed. Accounts that were registered or changed since are
 * kept, and removed ones stay removed, whatever users the seed has. Part of the caller's transaction.
 */
export function writeSeedAccounts(db: DatabaseSync, accounts: readonly SeedAccount[]): void {
  db.exec('DELETE FROM user_account WHERE seeded = 1')
  const insert = db.prepare(`INSERT INTO user_account (id, username, email, password, json, seeded)
    SELECT :id, :username, :email, :password, :json, 1 WHERE NOT EXISTS
    (SELECT 1 FROM user_account WHERE seeded = 0 AND (id = :id OR username = :username OR email = :email))
    AND NOT EXISTS (SELECT 1 FROM removed_account WHERE id = :id)`)
  for (const { user, password } of accounts) {
    const { id, username, email } = user
    insert.run({ id, username, email, password, json: JSON.stringify(user) })
  }
}
