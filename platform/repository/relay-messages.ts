import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { keepMessage } from '../records/sqlite-outbox.ts'

/** A message about a change of content, stored in the content database until the outbox has it. */
export type ContentMessage = {
  readonly kind: string
  readonly created: string
  readonly content: object
  readonly urls: readonly string[]
}

/**
 * Copy the messages in a content database to the outbox. A change and its message are one transaction of the content; the
 * outbox stores each message once, so that this can be repeated after a crash. Part of a transaction of the records; gives
 * the id of the last message that can be deleted after the commit.
 */
export function relayMessages(content: DatabaseSync, file: string, records: DatabaseSync): number {
  let last = 0
  for (const row of content.prepare('SELECT id, json FROM message ORDER BY id').all()) {
    last = Number(row['id'])
    const message = JSON.parse(String(row['json'])) as ContentMessage
    keepMessage(records, { ...message, origin: `${basename(file)}/${last}` })
  }
  return last
}

/** Like `relayMessages`, for a content database that is about to be replaced. */
export function relayMessagesOf(records: DatabaseSync, file: string): void {
  if (!existsSync(file)) return
  const content = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    if (content.prepare("SELECT 1 FROM sqlite_master WHERE name = 'message'").get() !== undefined)
      relayMessages(content, file, records)
  } finally {
    content.close()
  }
}
