import type { DatabaseSync } from 'node:sqlite'
import type { ContentType, Json, Seed, SeedUser } from '../domain/content.ts'
import { isObject, linkTarget } from '../domain/content.ts'
import { indexEntry } from '../domain/index-entry.ts'
import { buildModel, type Model } from '../domain/model.ts'
import { urisOf } from '../domain/node-tree.ts'
import { hashPassword } from '../security/password.ts'
import { createContentWriter } from '../repository/content-writer.ts'
import { recreateContentTables, SCHEMA_VERSION } from '../repository/schema.ts'
import type { ReadSeed } from './read-seed.ts'
import { storedVersions } from './stored-versions.ts'

/** What an import did. Broken links are not fatal: real content has them too. */
export type ImportReport = {
  readonly entries: number
  readonly versions: number
  readonly nodes: number
  readonly brokenLinks: readonly string[]
}

/** Replace all content by a seed, in one transaction: a failing import leaves the database as it was. */
export async function importSeed(db: DatabaseSync, read: ReadSeed): Promise<ImportReport> {
  const passwords = await hashPasswords(read.seed.users)
  // Index pages are written all over the file: a small cache would read each of them again and again.
  db.exec('PRAGMA cache_size = -262144')
  db.exec('BEGIN IMMEDIATE')
  try {
    recreateContentTables(db)
    const versions = writeContent(db, read.seed)
    writeParts(db, read.seed)
    writeUsers(db, read.seed.users, passwords)
    writeSettings(db, read)
    db.exec('COMMIT')
    return {
      entries: read.seed.entries.length,
      versions,
      nodes: read.seed.nodes.length,
      brokenLinks: findBrokenLinks(read.seed),
    }
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

async function hashPasswords(users: readonly SeedUser[]): Promise<readonly (string | null)[]> {
  return Promise.all(
    users.map(({ password }) => (password === undefined ? Promise.resolve(null) : hashPassword(password))),
  )
}

function writeContent(db: DatabaseSync, seed: Seed): number {
  const writer = createContentWriter(db)
  const model = buildModel(seed, new Map())
  const describe = linkDescriber(seed, model)
  let versions = 0
  for (const entry of seed.entries) {
    const project = model.projects.get(entry.projectId.toLowerCase())
    const type = project?.contentTypes.get(entry.contentTypeId.toLowerCase())
    if (project === undefined || type === undefined) continue
    writer.addEntry(entry)
    for (const { entry: stored, status } of storedVersions(entry, type.entryTitleField)) {
      const uris = urisOf(project.tree, entry.id, stored.language)
      const index = indexEntry(stored, type, project, uris, (id, language) => describe(id, language, status))
      writer.addVersion({ entry: stored, type, status, access: entry.access ?? null, index })
      versions += 1
    }
  }
  return versions
}

function linkDescriber(
  seed: Seed,
  model: Model,
): (id: string, language: string | null, status: number) => readonly string[] {
  const byId = new Map(seed.entries.map((entry) => [entry.id, entry]))
  return (id, language, status) => {
    const target = byId.get(id)
    const type: ContentType | undefined =
      target &&
      model.projects.get(target.projectId.toLowerCase())?.contentTypes.get(target.contentTypeId.toLowerCase())
    // Restricted or undelivered entries must not be found through the entries that link to them.
    if (target === undefined || type === undefined || target.access || type.includeInDelivery === false)
      return []
    const variation = target.variations[language ?? type.defaultLanguage]
    const version = (status === 2 ? variation?.latest : null) ?? variation?.published
    if (!version) return []
    return [type.entryTitleField, type.entryDescriptionField ?? '']
      .map((name) => version.fields[name])
      .filter((text) => typeof text === 'string')
  }
}

const PARTS = [
  'environment',
  'projects',
  'contentTypes',
  'components',
  'taxonomy',
  'nodes',
  'groups',
  'forms',
] as const

function writeParts(db: DatabaseSync, seed: Seed): void {
  const insert = db.prepare('INSERT INTO part (kind, json) VALUES (?, ?)')
  for (const kind of PARTS) insert.run(kind, JSON.stringify(seed[kind]))
}

function writeUsers(
  db: DatabaseSync,
  users: readonly SeedUser[],
  passwords: readonly (string | null)[],
): void {
  db.exec('DELETE FROM user_account WHERE seeded = 1')
  // Somebody who registered keeps the account, whatever a later seed calls its users.
  const insert = db.prepare(`INSERT INTO user_account (id, username, email, password, json, seeded)
    SELECT :id, :username, :email, :password, :json, 1 WHERE NOT EXISTS
    (SELECT 1 FROM user_account WHERE seeded = 0 AND (id = :id OR username = :username OR email = :email))`)
  users.forEach(({ password: _plain, ...user }, at) => {
    const { id, username, email } = user
    insert.run({ id, username, email, password: passwords[at] ?? null, json: JSON.stringify(user) })
  })
}

function writeSettings(db: DatabaseSync, read: ReadSeed): void {
  const set = db.prepare(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  set.run('schema', String(SCHEMA_VERSION))
  set.run('seedHash', read.hash)
  set.run('assets', read.assets ?? '')
  set.run('generation', String(Date.now()))
}

function findBrokenLinks(seed: Seed): readonly string[] {
  const known = new Set(seed.entries.map((entry) => entry.id))
  const broken: string[] = []
  const visit = (value: Json | undefined, from: string): void => {
    const target = linkTarget(value)
    if (target !== null) {
      if (!known.has(target.id)) broken.push(`${from} -> ${target.id}`)
    } else if (Array.isArray(value)) value.forEach((item: Json) => visit(item, from))
    else if (isObject(value)) Object.values(value).forEach((item) => visit(item, from))
  }
  for (const entry of seed.entries)
    for (const { published, latest } of Object.values(entry.variations)) {
      visit(published?.fields, entry.id)
      visit(latest?.fields, entry.id)
    }
  for (const node of seed.nodes)
    if (node.entryId && !known.has(node.entryId)) broken.push(`node ${node.id} -> ${node.entryId}`)
  return broken
}
