import type { Kind } from '../domain/field-kinds.ts'
import type { OrderItem } from '../query/ast.ts'
import type { Catalogue } from './catalogue.ts'
import { notExcepted, type Matched } from './matched.ts'
import { isScopeField, type Scope } from './scopes.ts'
import { join, numbers, raw, sql, type Row, type Sql } from './sql.ts'

/** Sorting fewer entries than this is faster than reading an index in order. */
const FEW = 3000
const MAX_SCOPES = 100

/**
 * A page in the order of one field, read along the field's index instead of sorting all matches. Null when that is not
 * possible or not faster: a field that an entry can have several values of, few entries, a page with entries without a value.
 */
export function walkField(
  item: OrderItem,
  page: { readonly offset: number; readonly size: number },
  matched: Matched,
  catalogue: Catalogue,
): readonly Row[] | null {
  const { plan, total } = matched
  const { scopes } = plan
  const field = catalogue.fieldIds.get(item.field)
  const kind = soleKind(item.field, scopes, catalogue)
  if (total < FEW || field === undefined || kind === null) return null
  if (kind === 'text' && catalogue.longFields.has(field)) return null
  const needed = page.offset + page.size
  const all = scopes.reduce((sum, scope) => sum + scope.docs, 0)
  // The left side estimates the rows of the index before the last entry of the page.
  if ((needed / total) * all > total) return null
  const direction = raw(item.descending ? 'DESC' : 'ASC')
  const table = raw(kind === 'text' ? 'sv' : 'sn')
  const walk = (limit: number, beyond: Sql): Sql =>
    join(
      scopes.map(
        (scope) =>
          sql`SELECT * FROM (SELECT w.doc AS doc, w.val AS val FROM ${table} w WHERE w.scope = ${numbers([scope.id])} AND w.field = ${numbers([field])} ${beyond}
          ${plan.plain ? notExcepted(plan, raw('w.doc')) : raw('AND EXISTS (SELECT 1 FROM temp.matched m WHERE m.doc = w.doc)')} ORDER BY w.val ${direction} LIMIT ${limit})`,
      ),
      ' UNION ALL ',
    )
  const last = catalogue.run.get(
    sql`SELECT val FROM (${walk(needed, raw(''))}) ORDER BY val ${direction} LIMIT 1 OFFSET ${needed - 1}`,
  )
  // Entries without a value come last: a page that includes them is sorted in the usual way.
  if (last === undefined) return null
  const bound = last['val'] as string | number
  const upTo = sql`AND w.val ${raw(item.descending ? '>=' : '<=')} ${bound}`
  // Equal values are ordered by id, so all entries with the last value of the page have to be sorted.
  return catalogue.run.all(
    sql`SELECT d.doc AS doc FROM (${walk(-1, upTo)}) w CROSS JOIN doc d ON d.doc = w.doc ORDER BY w.val ${direction}, d.entry_id, d.lang, d.doc
    LIMIT ${page.size} OFFSET ${page.offset}`,
  )
}

/** The kind of a field that has one value at most in an entry, the same kind in all scopes; else null. */
function soleKind(field: string, scopes: readonly Scope[], catalogue: Catalogue): Kind | null {
  if (scopes.length > MAX_SCOPES || isScopeField(field)) return null
  const [kind = null, ...others] = new Set(
    scopes.map((scope) => catalogue.singleKindOf(scope.contentTypeId, field)),
  )
  return others.length > 0 ? null : kind
}
