import type { VersionStatus } from '../domain/content.ts'
import type { Aggregation } from '../query/ast.ts'
import type { Catalogue } from './catalogue.ts'
import { valueTables } from './compile-leaf.ts'
import { linkedCounts, linkedPresent, splitByLink } from './linked-fields.ts'
import { notExcepted } from './matched.ts'
import type { Plan } from './plan-where.ts'
import { SCOPE_SHIFT } from './schema.ts'
import { isScopeField, scopeValue, type Scope } from './scopes.ts'
import { numbers, raw, sql, union, type Sql } from './sql.ts'

/**
 * Count a field's values over the whole result, the most frequent first; text keys are lower case. Texts that are too long for the
 * ordered index are no values to choose from, and would be whole pages in the answer: they have no counts. Source: protocol 1.16.
 */
export function aggregate(
  one: Aggregation,
  { plan, total, status }: Counted,
  catalogue: Catalogue,
): Readonly<Record<string, number>> {
  if (isScopeField(one.field)) return aggregateScopes(one, plan, status, catalogue)
  const { linked } = splitByLink(one.field, plan.scopes, catalogue)
  const own = ownBuckets(one, plan, total, catalogue)
  const there = linkedCounts(one.size, linked, plan.set, catalogue)
  const buckets = [
    ...own.buckets,
    ...there.map(({ value, count, kinds }) => [label(value, kinds), count] as const),
  ]
  const counts = mostFrequent(buckets, one.size)
  if (one.missing === null) return Object.fromEntries(counts)
  const present = own.present + (linked.length > 0 ? linkedPresent(linked, plan.set, catalogue) : 0)
  // Entries without a value count as if they had this one, which others may have.
  if (total > present) counts.set(one.missing, (counts.get(one.missing) ?? 0) + total - present)
  return Object.fromEntries(counts)
}

/** The documents that are counted, and the version status that they are shown in. */
type Counted = { readonly plan: Plan; readonly total: number; readonly status: VersionStatus | 'each' }

/** One count for each label, since a field and a linked one may have the same values. */
function mostFrequent(buckets: readonly Bucket[], size: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [value, count] of buckets) counts.set(value, (counts.get(value) ?? 0) + count)
  return new Map([...counts].sort((a, b) => b[1] - a[1]).slice(0, size))
}

type Bucket = readonly [value: string, count: number]

function ownBuckets(
  one: Aggregation,
  plan: Plan,
  total: number,
  catalogue: Catalogue,
): { readonly buckets: readonly Bucket[]; readonly present: number } {
  const field = catalogue.fieldIds.get(one.field)
  if (field === undefined || plan.scopes.length === 0) return { buckets: [], present: 0 }
  const kinds = new Set(plan.scopes.flatMap((scope) => catalogue.kindsOf(scope.contentTypeId, one.field)))
  const from = (table: string): Sql => rowsOf(raw(table), field, plan, total)
  const buckets: Bucket[] = []
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
  if (one.missing === null) return { buckets, present: 0 }
  const tables = ['sx', ...valueTables(one.field, plan.scopes, catalogue)]
  const docs = union(tables.map((table) => sql`SELECT t.doc AS doc ${from(table)}`))
  return { buckets, present: Number(catalogue.run.get(sql`SELECT count(*) AS n FROM (${docs})`)?.['n'] ?? 0) }
}

// With few documents each is looked up; with many, the field's range of the index is read and each row tested.
function rowsOf(table: Sql, field: number, plan: Plan, total: number): Sql {
  const scopes = numbers(plan.scopes.map((scope) => scope.id))
  if (plan.plain)
    return sql`FROM ${table} t WHERE t.scope IN (${scopes}) AND t.field = ${field} ${notExcepted(plan, raw('t.doc'))}`
  if (total <= FEW)
    return sql`FROM (${plan.set}) m CROSS JOIN ${table} t WHERE t.field = ${field} AND t.doc = m.doc`
  return sql`FROM ${table} t WHERE t.scope IN (${scopes}) AND t.field = ${field} AND t.doc IN (${plan.set})`
}

const FEW = 20_000

function aggregateScopes(
  one: Aggregation,
  plan: Plan,
  status: VersionStatus | 'each',
  catalogue: Catalogue,
): Readonly<Record<string, number>> {
  const valueOf = (scope: Scope): string | null =>
    // A version can be both the published and the latest one.
    one.field === 'sys.versionStatus' && status === 'latest' ? status : scopeValue(scope, one.field)
  const counts = new Map<string, number>()
  const add = (scope: Scope | undefined, n: number): void => {
    const value = scope === undefined ? null : valueOf(scope)
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + n)
  }
  const byId = new Map(plan.scopes.map((scope) => [scope.id, scope]))
  if (plan.plain) for (const scope of plan.scopes) add(scope, scope.docs)
  const counted = plan.plain ? plan.exceptions : plan.set
  if (counted !== null)
    for (const row of catalogue.run.all(
      sql`SELECT (m.doc >> ${numbers([SCOPE_SHIFT])}) AS scope, count(*) AS n FROM (${counted}) m GROUP BY 1`,
    ))
      add(byId.get(Number(row['scope'])), Number(row['n']) * (plan.plain ? -1 : 1))
  const found = [...counts].filter(([, n]) => n > 0).sort((a, b) => b[1] - a[1])
  return Object.fromEntries(found.slice(0, one.size))
}

function label(value: unknown, kinds: ReadonlySet<string>): string {
  if (typeof value !== 'number') return String(value)
  if (kinds.has('date')) return new Date(value).toISOString()
  return kinds.has('boolean') && (value === 0 || value === 1) ? String(value === 1) : String(value)
}
