import type { DatabaseSync } from 'node:sqlite'
import { countAnswers } from './count-answers.ts'
import { findAccounts } from './find-accounts.ts'
import type { RecordReader, RecordWriter } from './records.ts'
import { createAccountWriter, readAccount } from './sqlite-accounts.ts'
import { createGroupWriter } from './sqlite-groups.ts'
import { createOutboxWriter, readMessages } from './sqlite-outbox.ts'
import { createPostPruner } from './prune-posts.ts'
import { createPostWriter } from './sqlite-posts.ts'
import { createSessionWriter, readRefresh } from './sqlite-sessions.ts'

/** Make a reader of the records in a SQLite file. */
export function createRecordReader(db: DatabaseSync): RecordReader {
  return {
    account: (task) => readAccount(db, task),
    accounts: (query) => findAccounts(db, query),
    refresh: (hash) => readRefresh(db, hash),
    messages: (task) => readMessages(db, task),
    countAnswers: (task) => countAnswers(db, task),
  }
}

/** Make a writer of the records in a SQLite file. `db` must be the only connection that writes. */
export function createRecordWriter(db: DatabaseSync): RecordWriter {
  return {
    ...createAccountWriter(db),
    ...createGroupWriter(db),
    ...createSessionWriter(db),
    ...createPostWriter(db),
    ...createPostPruner(db),
    ...createOutboxWriter(db),
  }
}
