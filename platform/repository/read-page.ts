import type { StoredEntry } from '../domain/content.ts'
import type { Leaf, OrderItem, Query } from '../query/ast.ts'
import type { Catalogue } from './catalogue.ts'
import { notExcepted, type Matched } from './matched.ts'
import { planOrder, soleValue } from './plan-order.ts'
import type { Plan } from './plan-where.ts'
import { join, numbers, raw, sql, type Sql } from './sql.ts'
import { walkField } from './walk-field.ts'

// Larger than any real page needs, and safe as a SQLite integer.
const MAX_OFFSET = 1_000_000_000
const CHUNK = 500
const BY_TITLE = raw('d.title_key, d.entry_id, d.lang, d.doc')

/** One page: first the documents in order, then their data, so that sorting never carries whole entries. */
export function readPage(
  query: Query,
  leaves: readonly Leaf[],
  matched: Matched,
  catalogue: Catalogue,
): readonly StoredEntry[] {
  const offset = Math.min(query.pageIndex * query.pageSize, MAX_OFFSET)
  if (offset >= matched.total || query.pageSize === 0) return []
  const page = { offset, size: query.pageSize }
  const ids = (
    walkIds(query.order, page, matched, catalogue) ?? sortIds(query, leaves, page, matched, catalogue)
  ).map((row) => Number(row['doc']))
  const rows = new Map<number, StoredEntry>()
  for (let at = 0; at < ids.length; at += CHUNK) {
    for (const row of catalogue.run.all(
      sql`SELECT d.doc AS doc, b.data AS data FROM doc d JOIN body b ON b.body = d.body WHERE d.doc IN (${numbers(ids.slice(at, at + CHUNK))})`,
    )) {
      rows.set(Number(row['doc']), JSON.parse(String(row['data'])) as StoredEntry)
    }
  }
  return ids.flatMap((id) => rows.get(id) ?? [])
}

type Page = { readonly offset: number; readonly size: number }
type Rows = ReturnType<Catalogue['run']['all']>

function walkIds(
  order: readonly OrderItem[],
  page: Page,
  matched: Matched,
  catalogue: Catalogue,
): Rows | null {
  const [item] = order
  if (order.length !== 1 || item === undefined) return null
  return walkField(item, page, matched, catalogue)
}

function sortIds(
  query: Query,
  leaves: readonly Leaf[],
  page: Page,
  matched: Matched,
  catalogue: Catalogue,
): Rows {
  const { run } = catalogue
  const limit = sql`LIMIT ${page.size} OFFSET ${page.offset}`
  const { plan } = matched
  if (query.order.length === 0 && plan.plain)
    return run.all(sql`${walkScopes(plan, page.offset + page.size)} ${limit}`)
  const from = sql`FROM (${matched.set}) m CROSS JOIN doc d ON d.doc = m.doc`
  const [item, ...others] = query.order
  const value = item && others.length === 0 ? soleValue(item, leaves, plan.scopes, catalogue) : null
  if (item && value !== null) return sortByValue(value, item.descending, page, matched, catalogue)
  if (query.order.length > 0)
    return run.all(
      sql`SELECT d.doc AS doc ${from} ORDER BY ${planOrder(query.order, leaves, plan.scopes, catalogue)} ${limit}`,
    )
  if (!matched.scored) return run.all(sql`SELECT d.doc AS doc ${from} ORDER BY ${BY_TITLE} ${limit}`)
  return run.all(
    sql`SELECT d.doc AS doc FROM temp.matched m CROSS JOIN doc d ON d.doc = m.doc WHERE m.score >= ${leastScore(page, catalogue)}
    ORDER BY m.score DESC, ${BY_TITLE} ${limit}`,
  )
}

/** Order by one value; the ids that decide between equal values are read for the page only. */
function sortByValue(
  value: Sql,
  descending: boolean,
  { offset, size }: Page,
  matched: Matched,
  { run }: Catalogue,
): Rows {
  const order = raw(`${descending ? 'DESC' : 'ASC'} NULLS LAST`)
  const last = sql`(SELECT key FROM keyed ORDER BY key ${order} LIMIT 1 OFFSET min(${offset + size}, (SELECT count(*) FROM keyed)) - 1)`
  return run.all(sql`WITH keyed AS MATERIALIZED (SELECT d.doc AS doc, ${value} AS key FROM (${matched.set}) d), bound AS MATERIALIZED (SELECT ${last} AS key)
    SELECT d.doc AS doc FROM bound CROSS JOIN keyed k CROSS JOIN doc d ON d.doc = k.doc WHERE bound.key IS NULL OR k.key ${raw(descending ? '>=' : '<=')} bound.key
    ORDER BY k.key ${order}, d.entry_id, d.lang, d.doc LIMIT ${size} OFFSET ${offset}`)
}

/** The score of the last entry on the page: entries with a lower score need not be sorted by title. */
function leastScore({ offset, size }: Page, { run }: Catalogue): number {
  const row = run.get(
    sql`SELECT score FROM temp.matched ORDER BY score DESC LIMIT 1 OFFSET ${offset + size - 1}`,
  )
  return row === undefined ? -Number.MAX_VALUE : Number(row['score'])
}

/** Whole scopes in title order without their exceptions: the first rows of each are read along the index doc_scope, then merged. */
function walkScopes(plan: Plan, needed: number): Sql {
  const { scopes } = plan
  const list = numbers(scopes.map((scope) => scope.id))
  if (scopes.length > MAX_WALKS)
    return sql`SELECT d.doc AS doc FROM doc d WHERE d.scope IN (${list}) ${notExcepted(plan, raw('d.doc'))} ORDER BY ${BY_TITLE}`
  const walks = scopes.map(
    (scope) =>
      sql`SELECT * FROM (SELECT doc, title_key, entry_id, lang FROM doc WHERE scope = ${numbers([scope.id])} ${notExcepted(plan, raw('doc'))} ORDER BY title_key, entry_id LIMIT ${needed})`,
  )
  return sql`SELECT d.doc AS doc FROM (${join(walks, ' UNION ALL ')}) d ORDER BY ${BY_TITLE}`
}

const MAX_WALKS = 100
