import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Environment, Project } from './domain/content.ts'
import { PlatformError } from './errors.ts'
import { replaceContent } from './import/replace-content.ts'
import type { ImportReport } from './import/import-seed.ts'
import type { ReadSeed } from './import/read-seed.ts'
import { openReader, openWriter } from './repository/connection.ts'
import { openLive } from './repository/live-content.ts'
import { INDEX_VERSION, SCHEMA_VERSION } from './repository/schema.ts'
import { createRecordTables, readSetting, writeSetting } from './records/record-schema.ts'

/**
 * What to do with a seed when there is content already: keep the content; replace it when the seed is a different one; or
 * replace it only when the seed is a newer state of the one that was imported, and no author has changed content since.
 * Content of another schema version cannot be kept: it is imported again from its own seed unless authors have changed it.
 */
export type Reseed = 'keep' | 'when-changed' | 'when-same-source-changed'

/**
 * A data folder that is ready to be served: `platform.db` with the records that visitors leave behind, and one database of
 * content, which an import replaces by another file. `imported` is null when the content was kept.
 */
export type Prepared = {
  readonly folder: string
  readonly imported: ImportReport | null
  /** True when the seed has changed but was not imported, because that would lose content that was written here. */
  readonly outdated: boolean
  readonly secret: string
}

const RECORDS = 'platform.db'

/** The file of records in a data folder; the folder is created if it does not exist. */
export function recordsFile(dataDir: string): string {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true })
  return join(folder, RECORDS)
}

/** Open or create a data folder and import the seed where `reseed` asks for it. Throws `platform/seed`. */
export async function prepareFolder(
  dataDir: string,
  read: ReadSeed | null,
  reseed: Reseed,
): Promise<Prepared> {
  const records = openWriter(recordsFile(dataDir))
  try {
    createRecordTables(records)
    const folder = resolve(dataDir)
    const origin = readOrigin(records, folder)
    if (origin === null && read === null)
      throw new PlatformError('platform/seed', `${folder} holds no content, and no seed was given`)
    if (origin?.isForeign === true) requireReplaceable(origin, read, reseed, folder)
    const decision = origin === null || origin.isForeign ? 'import' : decideImport(origin, read, reseed)
    const imported =
      decision === 'import' && read !== null ? await replaceContent(records, folder, read) : null
    if (imported === null) openLive(records, folder, markIndexedOtherwise)
    return { folder, imported, outdated: decision === 'outdated', secret: secretOf(records) }
  } finally {
    records.close()
  }
}

/** The projects of a folder's content, and the tokens and keys with which they are read. */
export type ContentAccess = {
  readonly projects: readonly { readonly id: string }[]
  readonly environment: Pick<Environment, 'alias' | 'accessToken' | 'accessTokens' | 'apiKeys'>
}

/** Read who may read a folder's content; null when it holds none. These are secrets, for the process that started the platform. */
export function readContentAccess(dataDir: string): ContentAccess | null {
  const file = join(resolve(dataDir), RECORDS)
  if (!existsSync(file)) return null
  const records = openReader(file).db
  try {
    return openLive(records, resolve(dataDir), (file) => {
      const { db } = openReader(file)
      try {
        const part = db.prepare('SELECT json FROM part WHERE kind = ?')
        const read = (kind: 'projects' | 'environment'): unknown =>
          JSON.parse(String(part.get(kind)?.['json']))
        const { alias, accessToken, accessTokens, apiKeys } = read('environment') as Environment
        const projects = (read('projects') as readonly Project[]).map(({ id }) => ({ id }))
        return { projects, environment: { alias, accessToken, accessTokens, apiKeys } }
      } finally {
        db.close()
      }
    })
  } finally {
    records.close()
  }
}

/** The seed that the folder's content came from, and how often authors changed it since. */
type ContentOrigin = {
  /** Its tables have another schema version, so that this platform cannot read it. */
  readonly isForeign: boolean
  readonly seedHash: string | null
  readonly seedSource: string | null
  readonly authored: number
}

/** Null without content. */
function readOrigin(records: DatabaseSync, folder: string): ContentOrigin | null {
  return openLive(records, folder, (file) => {
    const { db } = openReader(file)
    try {
      return {
        isForeign: readSetting(db, 'schema') !== String(SCHEMA_VERSION),
        seedHash: readSetting(db, 'seedHash'),
        seedSource: readSetting(db, 'seedSource'),
        authored: Number(readSetting(db, 'authored') ?? 0),
      }
    } finally {
      db.close()
    }
  })
}

/** Marks all documents for indexing if they were indexed by other rules; the platform does that in steps while it serves. */
function markIndexedOtherwise(file: string): void {
  const db = openWriter(file)
  try {
    if (readSetting(db, 'index') === String(INDEX_VERSION)) return
    db.exec('INSERT OR IGNORE INTO stale (doc) SELECT doc FROM doc')
    writeSetting(db, 'index', String(INDEX_VERSION))
  } finally {
    db.close()
  }
}

/** Content that cannot be read is replaced only by the seed that it is a copy of, or by one that is to replace all content. */
function requireReplaceable(
  origin: ContentOrigin,
  read: ReadSeed | null,
  reseed: Reseed,
  folder: string,
): void {
  const isCopy = origin.seedSource === read?.source && origin.authored === 0
  if (read !== null && (isCopy || reseed === 'when-changed')) return
  throw new PlatformError(
    'platform/seed',
    `${folder} holds content of another version of the platform: export it with that version, and import it with --seed, which replaces all content`,
  )
}

function decideImport(
  origin: ContentOrigin,
  read: ReadSeed | null,
  reseed: Reseed,
): 'import' | 'keep' | 'outdated' {
  if (read === null || origin.seedHash === read.hash || reseed === 'keep') return 'keep'
  if (reseed === 'when-changed') return 'import'
  if (origin.seedSource !== read.source) return 'keep'
  return origin.authored > 0 ? 'outdated' : 'import'
}

function secretOf(records: DatabaseSync): string {
  records
    .prepare("INSERT OR IGNORE INTO setting (name, value) VALUES ('secret', ?)")
    .run(randomBytes(32).toString('base64url'))
  return readSetting(records, 'secret') ?? ''
}
