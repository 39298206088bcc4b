import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { PlatformError } from '../errors.ts'
import { inTransaction } from '../records/record-schema.ts'
import { readSeedAccounts, writeSeedAccounts } from '../records/seed-accounts.ts'
import { openBuilder } from '../repository/connection.ts'
import { relayMessagesOf } from '../repository/relay-messages.ts'
import { liveContentFile, setLiveContent } from '../repository/live-content.ts'
import { importSeed, type ImportReport } from './import-seed.ts'
import type { ReadSeed } from './read-seed.ts'

const CONTENT_FILE = /^content-[0-9a-f]+\.db$/
const UNFINISHED = /^importing-(\d+)-[0-9a-f]+\.db/
/** After how many milliseconds without a write an unfinished file is removed, if its process has ended. */
const ABANDONED_MS = 60_000

/**
 * Replace all content of a folder by a seed. The new content is built in a file of its own, so that nothing waits for it:
 * until the very end posts are stored, pages are served and entries are written (to content that will be replaced). Then one
 * short transaction makes the new file the live one and replaces the seed's accounts. An import that fails leaves nothing
 * behind. Throws `platform/seed`.
 */
export async function replaceContent(
  records: DatabaseSync,
  folder: string,
  read: ReadSeed,
): Promise<ImportReport> {
  removeAbandoned(folder)
  const id = randomBytes(8).toString('hex')
  const unfinished = join(folder, `importing-${process.pid}-${id}.db`)
  try {
    const accounts = await readSeedAccounts(read.parts.users)
    const report = await build(unfinished, read)
    sync(unfinished)
    inTransaction(records, () => {
      const before = liveContentFile(records, folder)
      if (before !== null) relayMessagesOf(records, before)
      writeSeedAccounts(records, accounts)
      renameSync(unfinished, join(folder, `content-${id}.db`))
      sync(folder)
      setLiveContent(records, `content-${id}.db`)
    })
    removeReplaced(records, folder)
    return report
  } catch (cause) {
    removeFiles(folder, basename(unfinished))
    if (cause instanceof PlatformError) throw cause
    throw new PlatformError(
      'platform/seed',
      `seed ${read.source}: cannot be stored (${(cause as Error).message})`,
    )
  }
}

async function build(file: string, read: ReadSeed): Promise<ImportReport> {
  const db = openBuilder(file)
  try {
    const report = await importSeed(db, read)
    db.exec('PRAGMA journal_mode = WAL')
    return report
  } finally {
    db.close()
  }
}

/** Remove old content files; a reader that still has one open keeps reading it until its next query. */
function removeReplaced(records: DatabaseSync, folder: string): void {
  inTransaction(records, () => {
    const live = basename(liveContentFile(records, folder) ?? '')
    for (const name of readdirSync(folder))
      if (CONTENT_FILE.test(name) && name !== live) removeFiles(folder, name)
  })
}

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(UNFINISHED.exec(name)?.[1] ?? 0)
    if (pid > 0 && pid !== process.pid && !isRunning(pid) && isOld(join(folder, name)))
      rmSync(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isOld(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > ABANDONED_MS
}

function removeFiles(folder: string, name: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) {
    try {
      rmSync(join(folder, name + end), { force: true })
    } catch {
      // On systems that cannot remove an open file it stays until the next import; it only takes disk space.
    }
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch {
    // Some systems cannot sync a folder; there the file system itself keeps the rename in order.
  } finally {
    closeSync(handle)
  }
}
