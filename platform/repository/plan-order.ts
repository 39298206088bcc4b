import type { Leaf, Nearness, OrderItem } from '../query/ast.ts'
import type { Catalogue } from './catalogue.ts'
import { linkedOrder, splitByLink } from './linked-fields.ts'
import { isScopeField, scopeValue, type Scope } from './scopes.ts'
import { join, numbers, raw, sql, type Sql } from './sql.ts'

/** The `ORDER BY` of a result whose documents are `doc d`; missing values come last in both directions. Source: protocol 1.13. */
export function planOrder(
  order: readonly OrderItem[],
  leaves: readonly Leaf[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
): Sql {
  const keys = order.flatMap((item) =>
    valuesOf(item, leaves, scopes, catalogue).map(
      (value) => sql`${value} ${raw(item.descending ? 'DESC' : 'ASC')} NULLS LAST`,
    ),
  )
  return join([...keys, raw('d.entry_id, d.lang, d.doc')], ', ')
}

/** The value to order by when it is one of the entry's own fields: it depends on the document number of `d` only. */
export function soleValue(
  item: OrderItem,
  leaves: readonly Leaf[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
): Sql | null {
  if (item.field === 'sys.id' || item.field === 'entryTitle' || isScopeField(item.field)) return null
  const [value, ...more] = valuesOf(item, leaves, scopes, catalogue)
  return value === undefined || more.length > 0 ? null : value
}

function valuesOf(
  item: OrderItem,
  leaves: readonly Leaf[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly Sql[] {
  if (item.field === 'sys.id') return [raw('d.entry_id')]
  if (item.field === 'entryTitle') return [raw("NULLIF(d.title_key, '\u{10FFFF}')")]
  if (isScopeField(item.field)) return scopes.length === 0 ? [] : [scopeOrder(item.field, scopes)]
  const { linked, own } = splitByLink(item.field, scopes, catalogue)
  return [...linkedOrder(item, linked, catalogue), ...ownValues(item, leaves, own, catalogue)]
}

function ownValues(
  item: OrderItem,
  leaves: readonly Leaf[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly Sql[] {
  const field = catalogue.fieldIds.get(item.field)
  if (field === undefined) return []
  const id = numbers([field])
  const kinds = new Set(scopes.flatMap((scope) => catalogue.kindsOf(scope.contentTypeId, item.field)))
  const near = leaves.find((leaf) => leaf.kind === 'near' && leaf.field === item.field)
  const best = raw(item.descending ? 'max' : 'min')
  return [
    ...(kinds.has('location') && near?.kind === 'near' ? [distance(near, id)] : []),
    ...(kinds.has('number') || kinds.has('date') || kinds.has('boolean')
      ? [sql`(SELECT ${best}(val) FROM sn WHERE field = ${id} AND doc = d.doc)`]
      : []),
    ...(kinds.has('text') ? [bestText(best, id, catalogue.longFields.has(field))] : []),
  ]
}

const distance = (near: Nearness, field: Sql): Sql =>
  sql`(SELECT min(metres(p.lat, p.lon, ${near.lat}, ${near.lon})) FROM place p WHERE p.doc = d.doc AND p.field = ${field})`

function bestText(best: Sql, field: Sql, hasLong: boolean): Sql {
  const rows = (table: string): Sql =>
    sql`SELECT val FROM ${raw(table)} WHERE field = ${field} AND doc = d.doc`
  const all = hasLong ? sql`${rows('sv')} UNION ALL ${rows('sl')}` : rows('sv')
  return sql`(SELECT ${best}(val) FROM (${all}))`
}

/** Order by a value that is the same for a whole scope: it comes from the scope and needs no index. */
function scopeOrder(field: string, scopes: readonly Scope[]): Sql {
  const cases = scopes.map((scope) => sql`WHEN ${numbers([scope.id])} THEN ${scopeValue(scope, field) ?? ''}`)
  return sql`CASE d.scope ${join(cases, ' ')} END`
}
