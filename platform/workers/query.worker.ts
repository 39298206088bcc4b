import { workerData } from 'node:worker_threads'
import type { DatabaseSync } from 'node:sqlite'
import { resolveLinks, type LinkSource } from '../domain/resolve-links.ts'
import type { Model, ProjectModel } from '../domain/model.ts'
import type { SeedEntry, StoredEntry, VersionStatus } from '../domain/content.ts'
import type { Draft } from '../domain/wire-entry.ts'
import { PlatformError } from '../errors.ts'
import { openReader } from '../repository/connection.ts'
import { createEntryReader } from '../repository/entry-store.ts'
import { readGeneration, refreshModel } from '../repository/load-model.ts'
import type { Found, Reading, Repository } from '../repository/repository.ts'
import { createSqliteRepository } from '../repository/sqlite-repository.ts'
import { readMessages } from './read-messages.ts'
import { toOutcome, type Outcome } from './outcome.ts'
import type {
  Account,
  AccountTask,
  EntryAnswer,
  EntryTask,
  MessagesAnswer,
  MessagesTask,
  RefreshRow,
  SearchAnswer,
  SearchTask,
  Showing,
} from './read-tasks.ts'

const options = workerData as { readonly file: string }
const reader = openReader(options.file)
const content = contentOf(reader.db)

type Content = { readonly model: Model; readonly repository: Repository }

/** Gives the model and the repository of the newest content; what has changed since is read again. */
function contentOf(db: DatabaseSync): () => Content {
  const held: { generation: string | null; content: Content | null } = { generation: null, content: null }
  return () => {
    const generation = readGeneration(db)
    if (held.content === null || held.generation !== generation) {
      const model = refreshModel(db, held.content?.model ?? null)
      if (model === null) throw new PlatformError('platform/not-found', 'The platform holds no content')
      held.content = { model, repository: createSqliteRepository(reader, model) }
      held.generation = generation
    }
    return held.content
  }
}

/** Run a query and put its page on the wire. */
export function search(task: SearchTask): Outcome<SearchAnswer> {
  return toOutcome(() => {
    const { model, repository } = content()
    const { query, reading } = task
    const found = repository.find(query, reading, task.status)
    const { items, used } = show(found.items, model, repository, reading, task.showing)
    const body = JSON.stringify({
      pageIndex: query.pageIndex,
      pageSize: query.pageSize,
      totalCount: found.totalCount,
      pageCount: query.pageSize === 0 ? 0 : Math.ceil(found.totalCount / query.pageSize),
      items,
      ...(query.aggregations.length > 0 ? { aggregations: found.aggregations } : {}),
    })
    return { body, used: [...used], contentTypeIds: found.contentTypeIds }
  })
}

/** Read entries by id in one language. */
export function entries(task: EntryTask): Outcome<EntryAnswer> {
  return toOutcome(() => {
    const { model, repository } = content()
    const loaded = repository.load(
      task.ids.map((id) => ({ id, language: task.language })),
      task.status,
      task.reading,
    )
    const found = loaded.map((entry): Found => ({ entry, status: task.status, distances: {} }))
    const { items, used } = show(found, model, repository, task.reading, task.showing)
    return {
      bodies: Object.fromEntries(items.map((item, at) => [loaded[at]?.id ?? '', JSON.stringify(item)])),
      used: [...used],
      undelivered: undeliveredOf(task, loaded.length, model, repository),
    }
  })
}

// Only asked when something is missing: it tells a type that is left out of delivery from an entry that is not there.
function undeliveredOf(
  task: EntryTask,
  loaded: number,
  model: Model,
  repository: Repository,
): readonly string[] {
  if (loaded === task.ids.length) return []
  const types = model.projects.get(task.reading.projectId.toLowerCase())?.contentTypes
  const heads = repository.heads(task.ids, task.reading.projectId)
  return heads
    .filter((head) => types?.get(head.contentTypeId.toLowerCase())?.includeInDelivery === false)
    .map((head) => head.id)
}

function show(
  found: readonly Found[],
  model: Model,
  repository: Repository,
  reading: Reading,
  showing: Showing,
): { readonly items: readonly Draft[]; readonly used: Set<string> } {
  const project = model.projects.get(reading.projectId.toLowerCase()) as ProjectModel
  const source: LinkSource = {
    load: (wanted, status) => repository.load(wanted, status, reading),
    heads: (ids) => repository.heads(ids, reading.projectId),
  }
  const used = new Set<string>()
  const shown = new Map<Found, Draft>()
  for (const status of ['published', 'latest'] satisfies VersionStatus[]) {
    const some = found.filter((one) => one.status === status)
    if (some.length === 0) continue
    const entriesOf: readonly StoredEntry[] = some.map((one) => one.entry)
    const resolved = resolveLinks(
      entriesOf,
      { project, status, limit: showing.limit },
      showing.depths,
      source,
    )
    some.forEach((one, at) => shown.set(one, withDistances(resolved.items[at] ?? {}, one.distances)))
    for (const id of resolved.used) used.add(id)
  }
  return { items: found.map((one) => shown.get(one) ?? {}), used }
}

function withDistances(item: Draft, distances: Readonly<Record<string, number>>): Draft {
  for (const [field, distance] of Object.entries(distances)) {
    const place = item[field]
    if (typeof place === 'object' && place !== null && !Array.isArray(place))
      item[field] = { ...place, distance }
  }
  return item
}

/** Find an account by id, or by id, user name or e-mail address. */
export function account(task: AccountTask): Account | null {
  const where = task.by === 'id' ? 'id = :value' : '(id = :value OR username = :value OR email = :value)'
  const row = reader.db
    .prepare(`SELECT id, username, email, password, json FROM user_account WHERE ${where} LIMIT 1`)
    .get({ value: task.value })
  if (row === undefined) return null
  return {
    id: String(row['id']),
    username: String(row['username']),
    email: String(row['email']),
    password: row['password'] === null ? null : String(row['password']),
    json: String(row['json']),
  }
}

/** The entry of the asset whose file is at a path, or null. */
export function assetEntry(path: string): string | null {
  const row = reader.db.prepare('SELECT entry_id FROM entry WHERE uri = ? LIMIT 1').get(path)
  return row === undefined ? null : String(row['entry_id'])
}

/** Find a refresh token by the hash of its text. */
export function refresh(hash: string): RefreshRow | null {
  const row = reader.db
    .prepare('SELECT account, expires, retired FROM refresh WHERE token_hash = ?')
    .get(hash)
  if (row === undefined) return null
  return {
    account: String(row['account']),
    expires: Number(row['expires']),
    retired: row['retired'] === null ? null : Number(row['retired']),
  }
}

/** The number that every write of content raises. */
export function generation(): string {
  return readGeneration(reader.db)
}

/** A whole entry with all its versions, or null. */
export function seedEntry(id: string): SeedEntry | null {
  const { model } = content()
  const titleField = (projectId: string, typeId: string): string =>
    model.projects.get(projectId.toLowerCase())?.contentTypes.get(typeId.toLowerCase())?.entryTitleField ?? ''
  return createEntryReader(reader.db, titleField).read(id)
}

/** A page of the outbox. */
export function messages(task: MessagesTask): MessagesAnswer {
  return readMessages(reader.db, task)
}
