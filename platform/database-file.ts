import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { PlatformError } from './errors.ts'
import { importSeed, type ImportReport } from './import/import-seed.ts'
import type { ReadSeed } from './import/read-seed.ts'
import { openBuilder, openWriter } from './repository/connection.ts'
import { createLastingTables, SCHEMA_VERSION } from './repository/schema.ts'

/**
 * What to do with a seed when there is content already: keep the content; replace it when the seed is another one; or
 * replace it when it is a newer state of the very seed that the content came from, and nobody has written since.
 */
export type Reseed = 'keep' | 'when-changed' | 'when-same-source-changed'

/** A database that is ready to be served. `imported` is null when its content was kept. */
export type Prepared = {
  readonly file: string
  readonly imported: ImportReport | null
  /** The seed has changed, but content that was written here would be lost with an import. */
  readonly outdated: boolean
  readonly secret: string
  readonly assets: string | null
}

/** The database file of a data folder, which is made if need be. */
export function databaseFile(dataDir: string): string {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  return join(folder, 'platform.db')
}

/** Open or make the database of a data folder and import the seed where that is wanted. Throws `platform/seed`. */
export async function prepareDatabase(
  file: string,
  read: ReadSeed | null,
  reseed: Reseed,
): Promise<Prepared> {
  if (!existsSync(file) && read !== null) {
    const imported = await buildNew(file, read)
    return { ...finish(file), imported, outdated: false }
  }
  const db = openWriter(file)
  try {
    createLastingTables(db)
    const isCurrent = setting(db, 'schema') === String(SCHEMA_VERSION)
    const decision = decideImport(db, read, isCurrent ? reseed : 'always')
    if (decision !== 'import' && !isCurrent)
      throw new PlatformError('platform/seed', `${file} holds no content, and no seed was given`)
    const imported =
      decision === 'import' && read !== null ? await explained(read, () => importSeed(db, read)) : null
    return { ...finish(file), imported, outdated: decision === 'outdated' }
  } finally {
    db.close()
  }
}

function decideImport(
  db: DatabaseSync,
  read: ReadSeed | null,
  reseed: Reseed | 'always',
): 'import' | 'keep' | 'outdated' {
  if (read === null) return 'keep'
  if (reseed === 'always') return 'import'
  if (setting(db, 'seedHash') === read.hash || reseed === 'keep') return 'keep'
  if (reseed === 'when-changed') return 'import'
  if (setting(db, 'seedSource') !== read.source) return 'keep'
  return Number(setting(db, 'authored') ?? 0) > 0 ? 'outdated' : 'import'
}

/** Build a new database beside its place and move it there when it is whole: faster than a journal, and as safe. */
async function buildNew(file: string, read: ReadSeed): Promise<ImportReport> {
  const unfinished = `${file}.new`
  rmSync(unfinished, { force: true })
  const db = openBuilder(unfinished)
  try {
    createLastingTables(db)
    const report = await explained(read, () => importSeed(db, read))
    db.exec('PRAGMA journal_mode = WAL')
    db.close()
    sync(unfinished)
    renameSync(unfinished, file)
    sync(join(file, '..'))
    return report
  } catch (error) {
    if (db.isOpen) db.close()
    rmSync(unfinished, { force: true })
    throw error
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } catch {
    // Some systems cannot sync a folder; there the file system orders the rename itself.
  } finally {
    closeSync(handle)
  }
}

function finish(file: string): { file: string; secret: string; assets: string | null } {
  const db = openWriter(file)
  try {
    db.prepare("INSERT OR IGNORE INTO setting (name, value) VALUES ('secret', ?)").run(
      randomBytes(32).toString('base64url'),
    )
    return { file, secret: setting(db, 'secret') ?? '', assets: setting(db, 'assets') || null }
  } finally {
    db.close()
  }
}

async function explained<T>(read: ReadSeed, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause
    throw new PlatformError(
      'platform/seed',
      `seed ${read.source}: cannot be stored (${(cause as Error).message})`,
    )
  }
}

function setting(db: DatabaseSync, name: string): string | null {
  const value = db.prepare('SELECT value FROM setting WHERE name = ?').get(name)?.['value']
  return value === undefined ? null : String(value)
}
