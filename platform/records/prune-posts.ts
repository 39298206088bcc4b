import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './record-schema.ts'
import type { Pruned, PruneTask, RecordWriter } from './records.ts'

/** The posts to remove: a form's own time limit takes precedence over the general one. */
const TOO_OLD = `SELECT form_post.id FROM form_post LEFT JOIN json_each(:byForm) own ON own.key = form_post.form
  WHERE CASE WHEN :only IS NULL THEN received < CASE WHEN own.key IS NULL THEN :before ELSE own.value END
    ELSE form_post.id = :only END ORDER BY form_post.id LIMIT :most`

/** Deletes everything that belongs to a post: its files, the messages and mails about it, its idempotency keys. */
const OF_POSTS = [
  `DELETE FROM delivery WHERE message IN (SELECT outbox.id FROM outbox JOIN pruned ON json_extract(outbox.json, '$.post') = pruned.id)`,
  `DELETE FROM form_key WHERE post IN (SELECT upload.id FROM upload JOIN pruned ON upload.post = pruned.id) AND key LIKE 'file' || char(10) || '%'`,
  `DELETE FROM form_key WHERE post IN (SELECT outbox.id FROM outbox JOIN pruned ON json_extract(outbox.json, '$.post') = pruned.id)
    AND key LIKE 'notice' || char(10) || '%'`,
  `DELETE FROM form_key WHERE post IN (SELECT id FROM pruned) AND instr(key, char(10)) = 0`,
  `DELETE FROM outbox WHERE json_extract(json, '$.post') IN (SELECT id FROM pruned)`,
  'DELETE FROM upload WHERE post IN (SELECT id FROM pruned)',
  'DELETE FROM form_post WHERE id IN (SELECT id FROM pruned)',
]

/** The writes that remove posts after their retention time. */
export function createPostPruner(db: DatabaseSync): Pick<RecordWriter, 'prunePosts'> {
  return { prunePosts: (task) => inTransaction(db, () => prune(db, task)) }
}

function prune(db: DatabaseSync, { before, byForm, most, dryRun, only }: PruneTask): Pruned {
  // With secure_delete SQLite overwrites deleted data, so that the file no longer contains it.
  db.exec('PRAGMA secure_delete = ON')
  db.exec('CREATE TEMP TABLE IF NOT EXISTS pruned (id INTEGER PRIMARY KEY); DELETE FROM pruned')
  const { changes } = db
    .prepare(`INSERT INTO pruned ${TOO_OLD}`)
    .run({ before, byForm: JSON.stringify(byForm), most, only: only ?? null })
  const files = db
    .prepare('SELECT stored FROM upload JOIN pruned ON pruned.id = upload.post ORDER BY upload.id')
    .all()
    .map(({ stored }) => (stored === null ? null : String(stored)))
  if (!dryRun) for (const statement of OF_POSTS) db.exec(statement)
  return { posts: Number(changes), files }
}
