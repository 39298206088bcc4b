import type { Aggregation } from '../query/ast.ts'
import type { Catalogue } from './catalogue.ts'
import type { Plan } from './plan-where.ts'
import { numbers, raw, sql, type Sql } from './sql.ts'

/** Count a field's values over the whole result, the most frequent first; text keys are lower case. Source: protocol 1.16. */
export function aggregate(
  one: Aggregation,
  plan: Plan,
  total: number,
  catalogue: Catalogue,
): Readonly<Record<string, number>> {
  const field = catalogue.fieldIds.get(one.field)
  const buckets: [string, number][] = []
  let present = 0
  if (field !== undefined && plan.scopes.length > 0) {
    const kinds = new Set(plan.scopes.flatMap((scope) => catalogue.kindsOf(scope.contentTypeId, one.field)))
    const from = (table: string): Sql => rowsOf(raw(table), field, plan, total)
    for (const [table, kind] of [
      ['sv', 'text'],
      ['sn', 'number'],
    ] as const) {
      if (kind === 'text' ? !kinds.has('text') : ![...kinds].some((known) => known !== 'text')) continue
      const rows = catalogue.run.all(
        sql`SELECT t.val AS val, count(*) AS n ${from(table)} GROUP BY t.val ORDER BY n DESC, t.val LIMIT ${one.size}`,
      )
      for (const row of rows) buckets.push([label(row['val'], kinds), Number(row['n'])])
    }
    if (one.missing !== null)
      present = Number(catalogue.run.get(sql`SELECT count(DISTINCT t.doc) AS n ${from('sx')}`)?.['n'] ?? 0)
  }
  buckets.sort((a, b) => b[1] - a[1])
  const counts = new Map(buckets.slice(0, one.size))
  if (one.missing !== null && total > present) counts.set(one.missing, total - present)
  return Object.fromEntries(counts)
}

// Few documents: look each of them up. Many: walk the field's slice of the index and test each row.
function rowsOf(table: Sql, field: number, plan: Plan, total: number): Sql {
  const scopes = numbers(plan.scopes.map((scope) => scope.id))
  if (plan.plain) return sql`FROM ${table} t WHERE t.scope IN (${scopes}) AND t.field = ${field}`
  if (total <= FEW && table.text !== 'sx')
    return sql`FROM (${plan.set}) m CROSS JOIN ${table} t WHERE t.field = ${field} AND t.doc = m.doc`
  return sql`FROM ${table} t WHERE t.scope IN (${scopes}) AND t.field = ${field} AND t.doc IN (${plan.set})`
}

const FEW = 20_000

function label(value: unknown, kinds: ReadonlySet<string>): string {
  if (typeof value !== 'number') return String(value)
  if (kinds.has('date')) return new Date(value).toISOString()
  return kinds.has('boolean') && (value === 0 || value === 1) ? String(value === 1) : String(value)
}
