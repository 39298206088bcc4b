import { workerData } from 'node:worker_threads'
import { resolveLinks, type LinkSource } from '../domain/resolve-links.ts'
import { typeIn, type Model, type ProjectModel } from '../domain/model.ts'
import {
  isObject,
  type Json,
  type SeedEntry,
  type StoredEntry,
  type VersionStatus,
} from '../domain/content.ts'
import type { WireObject } from '../domain/wire-entry.ts'
import { leavesOf, type Nearness } from '../query/ast.ts'
import { metresBetween, openReader, withTimeLimit } from '../repository/connection.ts'
import { createEntryReader, isWithdrawn } from '../repository/entry-store.ts'
import { followContent, type Content } from '../repository/follow-content.ts'
import type { Found, ReadAccess, Repository } from '../repository/repository.ts'
import type {
  Account,
  AccountPage,
  AccountQuery,
  AccountTask,
  AnswerCounts,
  AnswersTask,
  MessagesAnswer,
  MessagesTask,
  RefreshRow,
} from '../records/records.ts'
import { createRecordReader } from '../records/sqlite-records.ts'
import { toOutcome, type Outcome } from './outcome.ts'
import type {
  AssetHead,
  EntryAnswer,
  EntryTask,
  EntryView,
  PresenceTask,
  SearchAnswer,
  SearchTask,
} from './read-tasks.ts'

const options = workerData as { readonly folder: string; readonly records: string }
const recordConnection = openReader(options.records)
const records = createRecordReader(recordConnection.db)
const live = followContent(recordConnection.db, options.folder)

const content = (): Content => live.content()

/** Load the model before the first query: with a million nodes that takes longer than a query may wait. */
export function ready(): void {
  try {
    content()
  } catch {
    // There is no content yet; queries get the error.
  }
}

/** Run a query and write its page as JSON. */
export function search(task: SearchTask): Outcome<SearchAnswer> {
  return toOutcome(() => {
    const { model, repository } = content()
    const { query, readAccess } = task
    const found = repository.find(query, readAccess, task.status)
    const { items, used } = show(found.items, model, repository, readAccess, task.entryView)
    const near = leavesOf(query.where).filter((leaf) => leaf.kind === 'near')
    const body = JSON.stringify({
      pageIndex: query.pageIndex,
      pageSize: query.pageSize,
      totalCount: found.totalCount,
      pageCount: query.pageSize === 0 ? 0 : Math.ceil(found.totalCount / query.pageSize),
      items: items.map((item) => withDistances(item, near)),
      ...(query.aggregations.length > 0 ? { aggregations: found.aggregations } : {}),
    })
    const { contentTypeIds, linkedTypeIds } = found
    return { body, used: [...used], contentTypeIds, linkedTypeIds }
  })
}

/** Read entries by id in one language. */
export function entries(task: EntryTask): Outcome<EntryAnswer> {
  return toOutcome(() => {
    const { model, repository } = content()
    const loaded = repository.load(
      task.ids.map((id) => ({ id, language: task.language })),
      task.status,
      task.readAccess,
    )
    const found = loaded.map((entry): Found => ({ entry, status: task.status }))
    const { items, used } = show(found, model, repository, task.readAccess, task.entryView)
    return {
      bodies: Object.fromEntries(items.map((item, at) => [loaded[at]?.id ?? '', JSON.stringify(item)])),
      used: [...used],
      undelivered: undeliveredOf(task, loaded.length, model, repository),
    }
  })
}

/** The entries of a list that have a version in the language, also those for members only. */
export function present(task: PresenceTask): Outcome<readonly string[]> {
  return toOutcome(() => content().repository.present(task.ids, task.language, task.status, task.readAccess))
}

// Only when entries are missing: tells types that delivery leaves out from entries that do not exist.
function undeliveredOf(
  task: EntryTask,
  loaded: number,
  model: Model,
  repository: Repository,
): readonly string[] {
  if (loaded === task.ids.length) return []
  const types = model.projects.get(task.readAccess.projectId.toLowerCase())?.contentTypes
  const heads = repository.heads(task.ids, task.readAccess.projectId)
  return heads
    .filter((head) => types?.get(head.contentTypeId.toLowerCase())?.includeInDelivery === false)
    .map((head) => head.id)
}

function show(
  found: readonly Found[],
  model: Model,
  repository: Repository,
  readAccess: ReadAccess,
  entryView: EntryView,
): { readonly items: readonly WireObject[]; readonly used: Set<string> } {
  const project = model.projects.get(readAccess.projectId.toLowerCase()) as ProjectModel
  const source: LinkSource = {
    load: (wanted, status) => repository.load(wanted, status, readAccess),
    heads: (ids) => repository.heads(ids, readAccess.projectId),
  }
  const used = new Set<string>()
  const shown = new Map<Found, WireObject>()
  for (const status of ['published', 'latest'] satisfies VersionStatus[]) {
    const some = found.filter((one) => one.status === status)
    if (some.length === 0) continue
    const entriesOf: readonly StoredEntry[] = some.map((one) => one.entry)
    const resolved = resolveLinks(
      entriesOf,
      { project, status, limit: entryView.limit },
      entryView.depths,
      source,
    )
    some.forEach((one, at) => shown.set(one, resolved.items[at] ?? {}))
    for (const id of resolved.used) used.add(id)
  }
  return { items: found.map((one) => shown.get(one) ?? {}), used }
}

/** An item whose places that a condition is about have their distance, in the unit asked for. Source: protocol 1.13. */
const withDistances = (item: Json, near: readonly Nearness[]): Json =>
  near.reduce((shown, leaf) => withDistance(shown, leaf.field.split('.'), leaf), item)

function withDistance(value: Json, path: readonly string[], near: Nearness): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withDistance(item, path, near))
  if (!isObject(value)) return value
  const [name, ...rest] = path
  if (name === undefined) {
    const distance = metresBetween(Number(value['lat']), Number(value['lon']), near.lat, near.lon)
    return Number.isNaN(distance) ? value : { ...value, distance: distance / near.unitMetres }
  }
  // An item of a composer says its name beside its value; other objects can have a field called `type`.
  const key = value['type'] === name && !Object.hasOwn(value, name) ? 'value' : name
  const inner = value[key] ?? null
  return inner === null ? value : { ...value, [key]: withDistance(inner, rest, near) }
}

/** Find an account by id, or by id, user name or e-mail address. */
export const account = (task: AccountTask): Account | null => records.account(task)

/** Accounts by a query. */
export function accounts(query: AccountQuery): Outcome<AccountPage> {
  return toOutcome(() => withTimeLimit(recordConnection, false, () => records.accounts(query)))
}

/** The asset whose file has a path; null when no asset ever had it. */
export function assetEntry(path: string): AssetHead | null {
  const { db } = content()
  const row = db
    .prepare(
      `SELECT entry_id AS id, EXISTS (SELECT 1 FROM doc WHERE doc.entry_id = entry.entry_id AND doc.st IN (1, 3)) AS published
      FROM entry WHERE uri = ? ORDER BY published DESC LIMIT 1`,
    )
    .get(path)
  if (row !== undefined) return { entryId: String(row['id']), isPublished: row['published'] === 1 }
  return isWithdrawn(db, path) ? { entryId: null, isPublished: false } : null
}

/** Find a refresh token by the hash of its text. */
export const refresh = (hash: string): RefreshRow | null => records.refresh(hash)

/** A whole entry with all its versions, or null. */
export function seedEntry(id: string): SeedEntry | null {
  const { model, db } = content()
  return createEntryReader(
    db,
    (projectId, typeId) => typeIn(model, projectId, typeId)?.entryTitleField ?? '',
  ).read(id)
}

/** A page of the outbox. */
export const messages = (task: MessagesTask): MessagesAnswer => records.messages(task)

/** How many answers to a form gave each choice of a field. */
export function countAnswers(task: AnswersTask): Outcome<AnswerCounts> {
  return toOutcome(() => withTimeLimit(recordConnection, false, () => records.countAnswers(task)))
}
