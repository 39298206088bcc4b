import type { StoredEntry, VersionStatus } from '../domain/content.ts'
import { leavesOf, type Leaf, type Query } from '../query/ast.ts'
import { normalise, type Plain } from '../query/normalise.ts'
import { aggregate } from './aggregate.ts'
import type { Catalogue } from './catalogue.ts'
import { metresBetween } from './connection.ts'
import { planOrder } from './plan-order.ts'
import { planScore } from './plan-score.ts'
import { planWhere, type Plan } from './plan-where.ts'
import type { FindResult, Found } from './repository.ts'
import type { Scope } from './scopes.ts'
import { join, numbers, raw, sql, type Sql } from './sql.ts'

// Far enough for any real page, and safe as a SQLite integer.
const MAX_OFFSET = 1_000_000_000

/** Answer a query over the scopes that the reader may see. `pathStatus` is set when the call itself says the version status. */
export function find(
  query: Query,
  visible: readonly Scope[],
  catalogue: Catalogue,
  pathStatus?: VersionStatus,
): FindResult {
  const status = pathStatus ?? statusAsked(query)
  const where = normalise(query.where)
  const leaves = leavesOf(query.where)
  const isNamed = leaves.some((leaf) => leaf.field === 'sys.versionStatus')
  const bit = status === 'latest' ? 2 : 1
  const planned = planWhere(
    where,
    isNamed ? visible : visible.filter((scope) => (scope.status & bit) !== 0),
    catalogue,
  )
  const plan = query.aggregations.length > 0 ? materialise(planned, catalogue) : planned
  const totalCount = countOf(plan, catalogue)
  const entries =
    totalCount === 0 || query.pageSize === 0 ? [] : readPage(query, where, leaves, plan, catalogue)
  const items = entries.map((entry): Found => ({
    entry,
    status: status === 'each' ? (entry.isDraft ? 'latest' : 'published') : status,
    distances: distancesOf(entry, leaves),
  }))
  const aggregations = Object.fromEntries(
    query.aggregations.map((one) => [one.name, aggregate(one, plan, totalCount, catalogue)]),
  )
  return {
    items,
    totalCount,
    aggregations,
    contentTypeIds: [...new Set(plan.scopes.map((scope) => scope.contentTypeId))],
  }
}

function countOf(plan: Plan, catalogue: Catalogue): number {
  if (plan.plain) return plan.scopes.reduce((sum, scope) => sum + scope.docs, 0)
  return Number(catalogue.run.get(sql`SELECT count(*) AS n FROM (${plan.set})`)?.['n'] ?? 0)
}

// Without a condition on it, the published version is meant. Source: protocol 1.22, ruling 9.
function statusAsked(query: Query): VersionStatus | 'each' {
  const asked = leavesOf(query.where).flatMap((leaf) =>
    leaf.kind === 'compare' && leaf.field === 'sys.versionStatus'
      ? leaf.values.map((value) => String(value).toLowerCase())
      : [],
  )
  if (!asked.includes('latest')) return 'published'
  return asked.includes('published') ? 'each' : 'latest'
}

/** Keep the result in a temporary table of this connection, when several statements need it. */
function materialise(plan: Plan, catalogue: Catalogue): Plan {
  if (plan.plain) return plan
  catalogue.run.all(raw('CREATE TEMP TABLE IF NOT EXISTS matched (doc INTEGER PRIMARY KEY)'))
  catalogue.run.all(raw('DELETE FROM temp.matched'))
  catalogue.run.all(sql`INSERT INTO temp.matched SELECT doc FROM (${plan.set})`)
  return { ...plan, set: raw('SELECT doc FROM temp.matched') }
}

/** One page: the ids in order first, their data after, so that sorting never carries whole entries. */
function readPage(
  query: Query,
  where: Plain,
  leaves: readonly Leaf[],
  plan: Plan,
  catalogue: Catalogue,
): readonly StoredEntry[] {
  const offset = Math.min(query.pageIndex * query.pageSize, MAX_OFFSET)
  const ids = catalogue.run
    .all(
      sql`${idsInOrder(query, where, leaves, plan, catalogue, offset + query.pageSize)} LIMIT ${query.pageSize} OFFSET ${offset}`,
    )
    .map((row) => Number(row['doc']))
  const rows = new Map<number, StoredEntry>()
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const row of catalogue.run.all(
      sql`SELECT doc, data FROM body WHERE doc IN (${numbers(ids.slice(at, at + CHUNK))})`,
    )) {
      rows.set(Number(row['doc']), JSON.parse(String(row['data'])) as StoredEntry)
    }
  }
  return ids.flatMap((id) => rows.get(id) ?? [])
}

const CHUNK = 500
const BY_TITLE = raw('d.title_key, d.entry_id, d.lang, d.doc')

function idsInOrder(
  query: Query,
  where: Plain,
  leaves: readonly Leaf[],
  plan: Plan,
  catalogue: Catalogue,
  needed: number,
): Sql {
  if (plan.plain && query.order.length === 0) return walkScopes(plan.scopes, needed)
  const from = sql`FROM (${plan.set}) m CROSS JOIN doc d ON d.doc = m.doc`
  if (query.order.length > 0)
    return sql`SELECT d.doc AS doc ${from} ORDER BY ${planOrder(query.order, leaves, plan.scopes, catalogue)}`
  const scores = planScore(where, plan.scopes, catalogue)
  if (scores.length === 0) return sql`SELECT d.doc AS doc ${from} ORDER BY ${BY_TITLE}`
  // BM25 can only be read where the match is made, so each part is computed before it is summed.
  const parts = join(
    scores.map((part, at) => sql`${raw(`part${at}`)} AS MATERIALIZED (${part})`),
    ', ',
  )
  const all = join(
    scores.map((_, at) => raw(`SELECT doc, score FROM part${at}`)),
    ' UNION ALL ',
  )
  return sql`WITH ${parts}, scored AS MATERIALIZED (SELECT doc, sum(score) AS score FROM (${all}) GROUP BY doc)
    SELECT d.doc AS doc ${from} LEFT JOIN scored s ON s.doc = d.doc ORDER BY coalesce(s.score, 0) DESC, ${BY_TITLE}`
}

/** Whole scopes in title order: the first rows of each are read along the index doc_scope, then merged. */
function walkScopes(scopes: readonly Scope[], needed: number): Sql {
  const list = numbers(scopes.map((scope) => scope.id))
  if (scopes.length > MAX_WALKS)
    return sql`SELECT d.doc AS doc FROM doc d WHERE d.scope IN (${list}) ORDER BY ${BY_TITLE}`
  const walks = scopes.map(
    (scope) =>
      sql`SELECT * FROM (SELECT doc, title_key, entry_id, lang FROM doc WHERE scope = ${numbers([scope.id])} ORDER BY title_key, entry_id LIMIT ${needed})`,
  )
  return sql`SELECT d.doc AS doc FROM (${join(walks, ' UNION ALL ')}) d ORDER BY ${BY_TITLE}`
}

const MAX_WALKS = 100

function distancesOf(entry: StoredEntry, leaves: readonly Leaf[]): Readonly<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const leaf of leaves) {
    if (leaf.kind !== 'near') continue
    const place = entry.fields[leaf.field] as
      { readonly lat?: number; readonly lon?: number } | null | undefined
    if (place?.lat === undefined || place.lon === undefined) continue
    found[leaf.field] =
      metresBetween(Number(place.lat), Number(place.lon), leaf.lat, leaf.lon) / leaf.unitMetres
  }
  return found
}
