import { decideAccess } from '../domain/access.ts'
import type { Access, StoredEntry, VersionStatus } from '../domain/content.ts'
import { kindsOf, type Model, type ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import { leavesOf, type Query } from '../query/ast.ts'
import { normalise } from '../query/normalise.ts'
import { aggregate } from './aggregate.ts'
import type { Catalogue } from './compile-leaf.ts'
import { metresBetween, TOO_SLOW, type Reader } from './connection.ts'
import { planOrder } from './plan-order.ts'
import { planScore } from './plan-score.ts'
import { planWhere, type Plan } from './plan-where.ts'
import type { FindResult, Found, Reading, Repository } from './repository.ts'
import type { Scope } from './scopes.ts'
import { createRunner, numbers, raw, sql, values, type Row, type Sql } from './sql.ts'

const MAX_OFFSET = 1_000_000_000

/** A repository over one reading connection, for the model that belongs to the same generation of the content. */
export function createSqliteRepository(reader: Reader, model: Model): Repository {
  const run = createRunner(reader.db)
  const scopes = run.all(raw('SELECT * FROM scope')).map(toScope)
  const fieldIds = new Map(run.all(raw('SELECT field, path FROM field')).map((row) => [String(row['path']), Number(row['field'])]))
  const textFields = [...fieldIds].filter(([path]) => !/^sys\.|\.sys\.id$|^(searchContent|entryTitle|entryDescription)$/.test(path)).map(([, id]) => id)
  const vocabulary = once(() => run.all(raw('SELECT term FROM term')).map((row) => String(row['term'])))
  const projectOf = (reading: Reading): ProjectModel => {
    const project = model.projects.get(reading.projectId.toLowerCase())
    if (project === undefined) throw new PlatformError('platform/not-found', `There is no project "${reading.projectId}"`)
    return project
  }
  const visible = (reading: Reading): readonly Scope[] => {
    const project = projectOf(reading)
    return scopes.filter((scope) => scope.projectId === project.project.id && (reading.canReadLatest || (scope.status & 1) !== 0)
      && project.contentTypes.get(scope.contentTypeId.toLowerCase())?.includeInDelivery !== false
      && decideAccess(scope.access === null ? null : (JSON.parse(scope.access) as Access), reading.visitor) === 'allowed')
  }
  const catalogueFor = (project: ProjectModel): Catalogue =>
    ({ run, fieldIds, textFields, vocabulary, now: Date.now(), kindsOf: (type, path) => kindsOf(project, type, path) })

  return {
    find: (query, reading, pathStatus) => timed(reader, () => find(query, visible(reading), catalogueFor(projectOf(reading)), pathStatus ?? statusAsked(query))),
    load: (wanted, status, reading) => timed(reader, () => {
      const seen = new Set(visible(reading).map((scope) => scope.id))
      const languages = new Map<string, string[]>()
      for (const { id, language } of wanted) languages.set(language, [...(languages.get(language) ?? []), id])
      return [...languages].flatMap(([language, ids]) => chunks(ids).flatMap((some) => run.all(
        sql`SELECT scope, data FROM doc WHERE entry_id IN (${values(some)}) AND lang = ${language} AND st IN (${numbers(status === 'latest' ? [2, 3] : [1, 3])})`)))
        .filter((row) => seen.has(Number(row['scope']))).map(toEntry)
    }),
    heads: (ids, projectId) => chunks(ids).flatMap((some) => run.all(sql`SELECT entry_id, ct, uri, project FROM entry WHERE entry_id IN (${values(some)})`))
      .filter((row) => String(row['project']).toLowerCase() === projectId.toLowerCase())
      .map((row) => ({ id: String(row['entry_id']), contentTypeId: String(row['ct']), uri: row['uri'] === null ? null : String(row['uri']) })),
  }
}

type OwnedScope = Scope & { readonly projectId: string }

function toScope(row: Row): OwnedScope {
  return {
    id: Number(row['scope']), projectId: String(row['project']), contentTypeId: String(row['ct']), language: String(row['lang']),
    status: Number(row['st']), access: row['access'] === null ? null : String(row['access']), dataFormat: String(row['data_format']),
  }
}

const toEntry = (row: Row): StoredEntry => JSON.parse(String(row['data'])) as StoredEntry

// Without a condition on it, the published version is meant. Source: protocol 1.22, ruling 9.
function statusAsked(query: Query): VersionStatus | 'each' {
  const asked = leavesOf(query.where).filter((leaf) => leaf.field === 'sys.versionStatus' && leaf.kind === 'compare')
  if (asked.length === 0) return 'published'
  const named = asked.flatMap((leaf) => (leaf.kind === 'compare' ? leaf.values.map(String) : []))
  return named.some((name) => name.toLowerCase() === 'latest') ? (named.some((name) => name.toLowerCase() === 'published') ? 'each' : 'latest') : 'published'
}

function find(query: Query, scopes: readonly Scope[], catalogue: Catalogue, status: VersionStatus | 'each'): FindResult {
  const where = normalise(query.where)
  const named = leavesOf(query.where).some((leaf) => leaf.field === 'sys.versionStatus')
  const bit = status === 'latest' ? 2 : 1
  const plan = planWhere(where, named ? scopes : scopes.filter((scope) => (scope.status & bit) !== 0), catalogue)
  const totalCount = Number(catalogue.run.get(sql`SELECT count(*) AS n FROM (${plan.set})`)?.['n'] ?? 0)
  const leaves = leavesOf(query.where)
  const rows = totalCount === 0 || query.pageSize === 0 ? [] : catalogue.run.all(pageOf(query, plan, planScoreFor(query, where, plan, catalogue), catalogue))
  const items = rows.map((row): Found => {
    const entry = toEntry(row)
    return { entry, status: status === 'each' ? (entry.isDraft ? 'latest' : 'published') : status, distances: distancesOf(entry, leaves) }
  })
  const aggregations = Object.fromEntries(query.aggregations.map((one) => [one.name, aggregate(one, plan, totalCount, catalogue)]))
  return { items, totalCount, aggregations, contentTypeIds: [...new Set(plan.scopes.map((scope) => scope.contentTypeId))] }
}

function planScoreFor(query: Query, where: ReturnType<typeof normalise>, plan: Plan, catalogue: Catalogue): Sql | null {
  return query.order.length > 0 ? null : planScore(where, plan.scopes, catalogue)
}

function pageOf(query: Query, plan: Plan, score: Sql | null, catalogue: Catalogue): Sql {
  const offset = Math.min(query.pageIndex * query.pageSize, MAX_OFFSET)
  const limit = sql`LIMIT ${query.pageSize} OFFSET ${offset}`
  const byTitle = raw("d.title_key = '', d.title_key, d.entry_id, d.lang, d.doc")
  if (score !== null) {
    return sql`SELECT d.data FROM (${plan.set}) m JOIN doc d ON d.doc = m.doc LEFT JOIN (${score}) s ON s.doc = d.doc ORDER BY coalesce(s.score, 0) DESC, ${byTitle} ${limit}`
  }
  const order = query.order.length > 0 ? planOrder(query.order, leavesOf(query.where), plan.scopes, catalogue) : byTitle
  return sql`SELECT d.data FROM (${plan.set}) m JOIN doc d ON d.doc = m.doc ORDER BY ${order} ${limit}`
}

function distancesOf(entry: StoredEntry, leaves: ReturnType<typeof leavesOf>): Readonly<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const leaf of leaves) {
    if (leaf.kind !== 'near') continue
    const place = entry.fields[leaf.field] as { readonly lat?: number; readonly lon?: number } | null | undefined
    if (place?.lat === undefined || place.lon === undefined) continue
    found[leaf.field] = metresBetween(Number(place.lat), Number(place.lon), leaf.lat, leaf.lon) / leaf.unitMetres
  }
  return found
}

function timed<T>(reader: Reader, work: () => T): T {
  reader.startClock()
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && error.message.includes(TOO_SLOW)) throw new PlatformError('platform/too-slow', 'The query took too long and was stopped')
    throw error
  }
}

function once<T>(make: () => T): () => T {
  const held: { value?: T } = {}
  return () => (held.value ??= make())
}

const CHUNK = 500

function chunks<T>(list: readonly T[]): readonly (readonly T[])[] {
  const parts: T[][] = []
  for (let at = 0; at < list.length; at += CHUNK) parts.push(list.slice(at, at + CHUNK))
  return parts
}
