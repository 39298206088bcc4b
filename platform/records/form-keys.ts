import type { DatabaseSync } from 'node:sqlite'
import type { Keyed } from './records.ts'

/** How long an idempotency key is remembered, in milliseconds. Source: security 3.5. */
const KEY_LIFETIME_MS = 24 * 3_600_000

/** What an idempotency key is used for. The same key may be used once for each purpose. */
type Purpose = 'post' | 'file' | 'notice'

// Headers cannot hold a line break, so keys of different purposes never collide.
const nameOf = (purpose: Purpose, key: string): string => (purpose === 'post' ? key : `${purpose}\n${key}`)

/** The id of what an earlier request with the key created, `conflict` when that request had other content, null for a new key. */
export function usedBefore(
  db: DatabaseSync,
  purpose: Purpose,
  { key, hash }: Keyed,
  now: number,
): number | 'conflict' | null {
  db.prepare('DELETE FROM form_key WHERE kept < ?').run(now - KEY_LIFETIME_MS)
  if (key === null) return null
  const used = db.prepare('SELECT hash, post FROM form_key WHERE key = ?').get(nameOf(purpose, key))
  if (used === undefined) return null
  return used['hash'] === hash ? Number(used['post']) : 'conflict'
}

/** Store the id of what a request with a key created. Part of the caller's transaction. */
export function rememberKey(
  db: DatabaseSync,
  purpose: Purpose,
  { key, hash }: Keyed,
  id: number,
  now: number,
): void {
  if (key === null) return
  db.prepare('INSERT INTO form_key (key, hash, post, kept) VALUES (?, ?, ?, ?)').run(
    nameOf(purpose, key),
    hash,
    id,
    now,
  )
}
