import type { DatabaseSync } from 'node:sqlite'
import type { Group } from '../domain/content.ts'
import type { GroupChange } from '../domain/merge-groups.ts'
import type { RecordWriter } from './records.ts'

/** Every group that was created, changed or removed through the API. Older databases have no table for them. */
export function readGroupChanges(db: DatabaseSync): readonly GroupChange[] {
  if (db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'user_group'").get() === undefined) return []
  return db
    .prepare('SELECT id, json FROM user_group ORDER BY rowid')
    .all()
    .map((row) => ({
      id: String(row['id']),
      group: row['json'] === null ? null : (JSON.parse(String(row['json'])) as Group),
    }))
}

/** The writes of groups. */
export function createGroupWriter(db: DatabaseSync): Pick<RecordWriter, 'keepGroup'> {
  // ON CONFLICT keeps the row's position, so that groups stay in the order in which they were created.
  const keep = db.prepare(
    'INSERT INTO user_group (id, json) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET json = excluded.json',
  )
  return { keepGroup: ({ id, group }) => void keep.run(id, group === null ? null : JSON.stringify(group)) }
}
