import { GUARD } from './catalogue.ts'
import type { Scope } from './scopes.ts'
import { numbers, sql, type Sql } from './sql.ts'

/** One table that can hold values which meet a condition. */
export type Source = {
  readonly table: Sql
  readonly fieldSql: Sql
  readonly condition: Sql
  readonly set: Sql
  readonly rows: Sql
  /** Whether finding the rows scans all texts. */
  readonly isSlow?: boolean
}

/** The rows of fields in one table that meet a condition on `val`. */
export function sourceOf(
  table: Sql,
  fields: readonly number[],
  scopes: readonly Scope[],
  condition: Sql,
): Source {
  const fieldSql = numbers(fields)
  // The guard comes first: after a condition that hardly any row meets, it would hardly ever run.
  const where = sql`FROM ${table} WHERE scope IN (${numbers(scopes.map((scope) => scope.id))}) AND field IN (${fieldSql}) AND ${GUARD} AND ${condition}`
  return {
    table,
    fieldSql,
    condition,
    // The unary plus keeps SQLite from reading the whole field in document order, only to find duplicates.
    set: sql`SELECT DISTINCT +doc AS doc ${where}`,
    rows: sql`SELECT doc ${where}`,
  }
}

/** The comparison operators of SQL. */
export const SIGNS = {
  greaterThan: '>',
  greaterThanOrEqualTo: '>=',
  lessThan: '<',
  lessThanOrEqualTo: '<=',
} as const
