import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { recordsFile } from '../data-folder.ts'
import { openReader } from '../repository/connection.ts'
import { createRecordReader } from '../records/sqlite-records.ts'
import { say } from './say.ts'
import { DEFAULTS } from './serve.ts'

const TEXT = { type: 'string' } as const
const SHOWN = 20
const KINDS = ['mail', 'form-post', 'form-notification', 'webhook']

/** `outbox [KIND] [--data FOLDER]`: show the newest messages of the outbox, of one of the kinds or of all. */
export async function outboxCommand(args: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...args],
    options: { data: TEXT },
    allowPositionals: true,
    strict: true,
  })
  const [kind = null, ...more] = positionals
  if (more.length > 0 || (kind !== null && !KINDS.includes(kind)))
    throw new Error(`Usage: npm run platform -- outbox [${KINDS.join(' | ')}] [--data FOLDER]`)
  const data = values.data ?? DEFAULTS.data
  if (!existsSync(resolve(data, 'platform.db'))) throw new Error(`${data} holds no outbox`)
  const { db } = openReader(recordsFile(data))
  try {
    const { totalCount, items } = createRecordReader(db).messages({ kind, pageIndex: 0, pageSize: SHOWN })
    for (const { id, created, kind: of, content, deliveries } of items) {
      say(`${id}  ${created}  ${of}`)
      say(JSON.stringify(content, null, 2))
      for (const one of deliveries)
        say(`-> ${one.url}: ${one.state}, ${one.attempts} attempts, ${one.outcome ?? 'no answer yet'}`)
    }
    say(`${items.length} of ${totalCount} messages`)
  } finally {
    db.close()
  }
}
