import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Access, SeedEntry, SeedVariation, SeedVersion, StoredEntry } from '../domain/content.ts'
import { slugify } from '../domain/slugify.ts'
import { readSetting, writeSetting } from '../records/record-schema.ts'
import { TEXT_SLOTS } from './schema.ts'

/** Gives the title field of a content type. */
export type TitleField = (projectId: string, contentTypeId: string) => string

type Head = {
  readonly id: string
  readonly projectId: string
  readonly contentTypeId: string
  readonly uri: string | null
  readonly access: Access | null
  readonly fileText: string | null
}
type Version = { readonly status: number; readonly entry: StoredEntry }

const DOCUMENTS =
  'SELECT doc.st AS st, body.data AS data FROM doc JOIN body ON body.body = doc.body WHERE doc.entry_id = ? ORDER BY doc.doc'

/** Reads whole entries, as a seed holds them, from the database. */
export function createEntryReader(
  db: DatabaseSync,
  titleField: TitleField,
): { readonly read: (id: string) => SeedEntry | null; readonly all: () => Generator<SeedEntry> } {
  const head = db.prepare(
    'SELECT entry_id, project, ct, entry.uri AS uri, access, file.text AS text FROM entry LEFT JOIN file ON file.uri = entry.uri WHERE entry_id = ?',
  )
  const after = db.prepare('SELECT entry_id FROM entry WHERE entry_id > ? ORDER BY entry_id LIMIT 500')
  const documents = db.prepare(DOCUMENTS)
  const read = (id: string): SeedEntry | null => {
    const row = head.get(id)
    if (row === undefined) return null
    const versions = documents
      .all(id)
      .map((one) => ({ status: Number(one['st']), entry: JSON.parse(String(one['data'])) as StoredEntry }))
    const found: Head = {
      id: String(row['entry_id']),
      projectId: String(row['project']),
      contentTypeId: String(row['ct']),
      uri: row['uri'] === null ? null : String(row['uri']),
      access: row['access'] === null ? null : (JSON.parse(String(row['access'])) as Access),
      fileText: row['text'] === null ? null : String(row['text']),
    }
    return toSeedEntry(found, versions, titleField(found.projectId, found.contentTypeId))
  }
  function* all(): Generator<SeedEntry> {
    for (let ids = after.all(''); ids.length > 0; ids = after.all(String(ids.at(-1)?.['entry_id']))) {
      for (const row of ids) {
        const entry = read(String(row['entry_id']))
        if (entry !== null) yield entry
      }
    }
  }
  return { read, all }
}

function toSeedEntry(head: Head, versions: readonly Version[], titleField: string): SeedEntry {
  const variations: Record<string, SeedVariation> = {}
  // A date or a slug that was derived from each version is derived again; one that was given is the same in all.
  const isDerived = versions.every(({ entry }) => entry.slug === slugify(entry.fields[titleField]))
  const slugs = new Set(versions.map(({ entry }) => entry.slug))
  const common = versions[0]?.entry.metadata
  const versionOf = (entry: StoredEntry): SeedVersion => ({
    ...toVersion(entry),
    ...(isDerived || slugs.size === 1 ? {} : { slug: entry.slug }),
    ...(isDeepStrictEqual(entry.metadata, common) ? {} : { metadata: entry.metadata }),
  })
  for (const { status, entry } of versions) {
    const before = variations[entry.language] ?? { published: null }
    variations[entry.language] =
      status === 2
        ? { ...before, latest: versionOf(entry) }
        : { ...before, published: { ...versionOf(entry), ...publishingOf(entry) } }
  }
  const [first] = versions
  const { id, projectId, contentTypeId, uri, access, fileText } = head
  if (first === undefined) return { id, projectId, contentTypeId, variations }
  const { owner, metadata, properties, version } = first.entry
  const created = new Set(versions.map((one) => String(one.entry.version['created'])))
  return {
    id,
    projectId,
    contentTypeId,
    owner,
    createdBy: String(version['createdBy']),
    ...(created.size === 1 ? { created: String(version['created']) } : {}),
    ...(!isDerived && slugs.size === 1 ? { slug: first.entry.slug } : {}),
    ...(access === null ? {} : { access }),
    metadata,
    properties,
    ...(uri === null ? {} : { uri }),
    ...(fileText === null ? {} : { fileText }),
    variations,
  }
}

function toVersion({ version, fields }: StoredEntry): SeedVersion {
  return {
    versionNo: String(version['versionNo']),
    modified: String(version['modified']),
    modifiedBy: String(version['modifiedBy']),
    fields,
  }
}

function publishingOf({ version }: StoredEntry): Partial<SeedVersion> {
  return { publishedAt: String(version['published']), publishedBy: String(version['publishedBy']) }
}

/** Mark the file of a deleted asset as no longer available. */
export function withdrawFile(db: DatabaseSync, entryId: string): void {
  const uri = db.prepare('SELECT uri FROM entry WHERE entry_id = ?').get(entryId)?.['uri']
  if (typeof uri === 'string') writeSetting(db, `withdrawn:${uri}`, '')
}

/** Whether the asset of a file was deleted. */
export const isWithdrawn = (db: DatabaseSync, uri: string): boolean =>
  readSetting(db, `withdrawn:${uri}`) !== null

/** Removes documents and their index rows; used inside the caller's transaction. */
export function createRemover(db: DatabaseSync): {
  readonly index: (doc: number) => void
  readonly entry: (id: string) => void
} {
  // The tables are keyed by field: without a condition on it SQLite would scan the whole table.
  const byDoc = ['sv', 'sn', 'sx', 'sa', 'sl'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE field IN (SELECT field FROM field) AND doc = ?`),
  )
  const byRow = [...Object.values(TEXT_SLOTS), 'tri'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE rowid = ?`),
  )
  const joined = [
    'DELETE FROM link WHERE doc = ?',
    'DELETE FROM box WHERE id IN (SELECT place FROM place WHERE doc = ?)',
    'DELETE FROM place WHERE doc = ?',
    'DELETE FROM ft_field WHERE rowid IN (SELECT passage FROM passage WHERE doc = ?)',
    'DELETE FROM passage WHERE doc = ?',
  ].map((text) => db.prepare(text))
  const document = [
    'UPDATE scope SET docs = docs - 1 WHERE scope = (SELECT scope FROM doc WHERE doc = ?)',
    'DELETE FROM body WHERE body = (SELECT body FROM doc WHERE doc = ?)',
    'DELETE FROM doc WHERE doc = ?',
  ].map((text) => db.prepare(text))
  const documents = db.prepare('SELECT doc FROM doc WHERE entry_id = ?')
  const entry = db.prepare('DELETE FROM entry WHERE entry_id = ?')
  const index = (doc: number): void => {
    for (const statement of [...byDoc, ...byRow, ...joined]) statement.run(doc)
  }
  return {
    index,
    entry: (id) => {
      for (const row of documents.all(id)) {
        index(Number(row['doc']))
        for (const statement of document) statement.run(Number(row['doc']))
      }
      entry.run(id)
    },
  }
}
