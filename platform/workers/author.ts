import type { DatabaseSync } from 'node:sqlite'
import { checkFields } from '../domain/check-fields.ts'
import type { ContentType, SeedEntry, StoredEntry } from '../domain/content.ts'
import { editEntry, type Author, type Change } from '../domain/edit-entry.ts'
import type { Model, ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import { createLinkDescriber, indexDocument } from '../import/index-document.ts'
import { storedVersions } from '../import/stored-versions.ts'
import { createContentWriter, type ContentWriter } from '../repository/content-writer.ts'
import { createEntryReader, createRemover } from '../repository/entry-store.ts'
import { loadModel, readGeneration, readModelGeneration } from '../repository/load-model.ts'
import { surrogateKeys } from '../surrogate-keys.ts'
import { inTransaction, keepMessage } from './outbox.ts'

/** A change to make in a project. `webhooks` are the addresses that are told. */
export type AuthorTask = {
  readonly projectId: string
  readonly change: Change
  readonly author: Author
  readonly webhooks: readonly string[]
}
/** What a change left behind (null: nothing), and what caches must forget. */
export type Authored = { readonly entry: SeedEntry | null; readonly surrogateKeys: readonly string[] }

/** Entries that link to a changed one are indexed again with it; beyond this many they keep its old title until they are saved themselves. */
const MAX_LINKING = 2000

type Tools = {
  readonly generation: string
  readonly model: Model
  readonly writer: ContentWriter
  readonly remover: ReturnType<typeof createRemover>
  readonly reader: ReturnType<typeof createEntryReader>
}

/** Makes changes of entries, each with its index rows and its message to caches in one transaction. */
export function createAuthor(db: DatabaseSync): (task: AuthorTask) => Authored {
  const held: { tools: Tools | null } = { tools: null }
  return (task) => {
    try {
      return inTransaction(db, () => {
        const generation = readGeneration(db)
        const tools = held.tools?.generation === generation ? held.tools : openTools(db, held.tools?.model)
        const made = makeChange(db, tools, task)
        held.tools = { ...tools, generation: raiseGeneration(db) }
        return made
      })
    } catch (error) {
      // What was numbered in a transaction that did not happen must be forgotten.
      held.tools = null
      throw error
    }
  }
}

function openTools(db: DatabaseSync, known: Model | undefined): Tools {
  const model = known?.generation === readModelGeneration(db) ? known : loadModel(db)
  if (model === null) throw new PlatformError('platform/not-found', 'The platform holds no content')
  return {
    generation: readGeneration(db),
    model,
    writer: createContentWriter(db, false),
    remover: createRemover(db),
    reader: createEntryReader(
      db,
      (projectId, typeId) => typeOf(model, projectId, typeId)?.entryTitleField ?? '',
    ),
  }
}

const typeOf = (model: Model, projectId: string, typeId: string): ContentType | undefined =>
  model.projects.get(projectId.toLowerCase())?.contentTypes.get(typeId.toLowerCase())

function makeChange(db: DatabaseSync, tools: Tools, task: AuthorTask): Authored {
  const { model, reader, remover } = tools
  const { change, author } = task
  const project = model.projects.get(task.projectId.toLowerCase())
  if (project === undefined)
    throw new PlatformError('platform/not-found', `There is no project "${task.projectId}"`)
  const before = reader.read(change.id)
  const after = editEntry(before, project.project.id, change, author)
  const type = typeOf(model, project.project.id, (after ?? before)?.contentTypeId ?? '')
  if (type === undefined)
    throw new PlatformError('platform/unprocessable', 'There is no such content type', [
      { field: 'sys.contentTypeId', message: 'There is no such content type' },
    ])
  refuseFaults(type, after, change)
  const linking = linkingDocuments(db, change.id)
  if (before !== null) remover.entry(change.id)
  if (after !== null) addEntry(db, tools, type, after)
  indexAgain(db, tools, linking)
  const keys = surrogateKeys(model.environment.alias, project.project.id, {
    // Pages that show an entry which links to this one may lack it now, or show it for the first time.
    entries: [change.id, ...linking.map(({ entryId }) => entryId)],
    nodes: nodesOf(project, change.id),
    contentTypes: [type.id],
  })
  announce(db, task, type, after, keys)
  return { entry: after, surrogateKeys: keys }
}

function refuseFaults(type: ContentType, after: SeedEntry | null, change: Change): void {
  if (after === null || change.kind === 'delete' || change.kind === 'unpublish') return
  const variation = after.variations[change.language]
  const version = variation?.latest ?? variation?.published
  const faults = version ? checkFields(type, version.fields, change.kind === 'publish') : []
  const [first] = faults
  if (first !== undefined)
    throw new PlatformError('platform/unprocessable', `${first.field}: ${first.message}`, faults)
}

function addEntry(db: DatabaseSync, tools: Tools, type: ContentType, entry: SeedEntry): void {
  const { writer, model } = tools
  writer.addEntry(entry)
  const versions = storedVersions(entry, type.entryTitleField).map((version) => ({
    ...version,
    doc: writer.addDocument({ ...version, type, access: entry.access ?? null }),
  }))
  const describe = createLinkDescriber(db, model)
  for (const { doc, status, entry: stored } of versions)
    indexDocument(writer, model, describe, { doc, status, projectId: type.projectId, entry: stored })
}

type Linking = { readonly doc: number; readonly entryId: string }

function linkingDocuments(db: DatabaseSync, id: string): readonly Linking[] {
  return db
    .prepare(
      'SELECT doc.doc AS doc, doc.entry_id AS id FROM link JOIN doc ON doc.doc = link.doc WHERE link.target = ? AND doc.entry_id <> ? LIMIT ?',
    )
    .all(id, id, MAX_LINKING)
    .map((row) => ({ doc: Number(row['doc']), entryId: String(row['id']) }))
}

function indexAgain(
  db: DatabaseSync,
  { model, writer, remover }: Tools,
  documents: readonly Linking[],
): void {
  const describe = createLinkDescriber(db, model)
  const read = db.prepare(
    'SELECT doc.st AS st, scope.project AS project, body.data AS data FROM doc JOIN scope USING (scope) JOIN body ON body.body = doc.body WHERE doc.doc = ?',
  )
  for (const { doc } of documents) {
    const row = read.get(doc)
    if (row === undefined) continue
    remover.index(doc)
    const entry = JSON.parse(String(row['data'])) as StoredEntry
    indexDocument(writer, model, describe, {
      doc,
      status: Number(row['st']),
      projectId: String(row['project']),
      entry,
    })
  }
}

const nodesOf = ({ tree }: ProjectModel, id: string): readonly string[] =>
  (tree.byEntry.get(id) ?? []).map((node) => node.id)

const EVENTS: Readonly<Record<Change['kind'], string>> = {
  create: 'entry.created',
  update: 'entry.updated',
  publish: 'entry.published',
  unpublish: 'entry.unpublished',
  delete: 'entry.deleted',
}

function announce(
  db: DatabaseSync,
  { change, author, webhooks, projectId }: AuthorTask,
  type: ContentType,
  after: SeedEntry | null,
  keys: readonly string[],
): void {
  const languages = change.kind === 'delete' ? change.languages : [change.language]
  const message = {
    event: EVENTS[change.kind],
    occurred: author.now,
    projectId,
    entry: {
      id: change.id,
      contentTypeId: type.id,
      languages,
      exists: after !== null,
      isPublished: Object.values(after?.variations ?? {}).some((variation) => Boolean(variation.published)),
    },
    surrogateKeys: keys,
  }
  keepMessage(db, { kind: 'webhook', created: author.now, content: message, urls: webhooks })
}

function raiseGeneration(db: DatabaseSync): string {
  db.exec("UPDATE setting SET value = CAST(value AS INTEGER) + 1 WHERE name IN ('generation', 'authored')")
  return readGeneration(db)
}
