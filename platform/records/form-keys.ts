import type { DatabaseSync } from 'node:sqlite'
import type { Keyed } from './records.ts'

/** How long an idempotency key is remembered, in milliseconds. Source: security 3.5. */
const KEY_LIFETIME_MS = 24 * 3_600_000

/** What keys are used for. The same key may be used once for each. */
type Purpose = 'post' | 'file' | 'notice'

// No header holds a line break, so that keys of one purpose are never those of another.
const nameOf = (purpose: Purpose, key: string): string => (purpose === 'post' ? key : `${purpose}\n${key}`)

/** What a key was used for: the id of what came of it, `conflict` when that was something else, null when it is new. */
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

/** Remember what came of a key. Part of the caller's transaction. */
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
