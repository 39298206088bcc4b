import type { Kind } from '../domain/field-kinds.ts'
import { EXACT_LIMIT, fold } from '../domain/words.ts'
import type { Comparison, Existence, Leaf, Scalar } from '../query/ast.ts'
import { readDate } from '../query/read-date.ts'
import { GUARD, guard, type Catalogue, type LeafSql } from './catalogue.ts'
import { compileNearness } from './compile-nearness.ts'
import { compileText } from './compile-text.ts'
import { containsCondition, indexFor } from './contains.ts'
import { SHORT_LIMIT } from './schema.ts'
import type { Scope } from './scopes.ts'
import { EMPTY, join, numbers, raw, sql, union, values, type Sql } from './sql.ts'

/** Compile one condition for a list of scopes. */
export function compileLeaf(leaf: Leaf, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  switch (leaf.kind) {
    case 'compare':
      return compileComparison(leaf, scopes, catalogue)
    case 'exists':
      return compileExistence(leaf, scopes, catalogue)
    case 'near':
      return compileNearness(leaf, scopes, catalogue)
    case 'text':
      return compileText(leaf, scopes, catalogue)
    case 'empty':
      throw new Error('emptiness is rewritten before compiling')
  }
}

const NOTHING: LeafSql = { set: EMPTY, test: () => raw('0'), scores: [], rows: null }

function compileExistence(leaf: Existence, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  const field = catalogue.fieldIds.get(leaf.field)
  if (field === undefined) return NOTHING
  const fieldSql = numbers([field])
  // A field with values has rows of values; `sx` holds those that are there without one.
  const tables = ['sx', ...valueTables(leaf.field, scopes, catalogue)].map(raw)
  return {
    set: union(
      tables.map(
        (table) =>
          sql`SELECT doc FROM ${table} WHERE scope IN (${scopeList(scopes)}) AND field = ${fieldSql} AND ${GUARD}`,
      ),
    ),
    test: (doc) =>
      sql`(${join(
        tables.map(
          (table) => sql`EXISTS (SELECT 1 FROM ${table} WHERE field = ${fieldSql} AND doc = ${doc})`,
        ),
        ' OR ',
      )})`,
    scores: [],
    rows: null,
  }
}

/** The tables of short values that a field can have rows in. */
export function valueTables(
  path: string,
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly ('sv' | 'sn')[] {
  const kinds = new Set(scopes.flatMap((scope) => catalogue.kindsOf(scope.contentTypeId, path)))
  return [
    ...(kinds.has('text') ? (['sv'] as const) : []),
    ...([...kinds].some((kind) => kind !== 'text') ? (['sn'] as const) : []),
  ]
}

const scopeList = (scopes: readonly Scope[]): Sql => numbers(scopes.map((scope) => scope.id))

function compileComparison(leaf: Comparison, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  const fields =
    leaf.field === '*'
      ? catalogue.textFields
      : [catalogue.fieldIds.get(leaf.field)].filter((id) => id !== undefined)
  if (fields.length === 0) return NOTHING
  const byKind = new Map<Kind, Scope[]>()
  for (const scope of scopes) {
    for (const kind of leaf.field === '*'
      ? (['text'] as const)
      : catalogue.kindsOf(scope.contentTypeId, leaf.field)) {
      byKind.set(kind, [...(byKind.get(kind) ?? []), scope])
    }
  }
  const found = [...byKind].flatMap(([kind, list]) =>
    kind === 'text'
      ? textSources(leaf, fields, list, catalogue)
      : numberSources(leaf, kind, fields, list, catalogue),
  )
  return {
    rows:
      found.length === 0
        ? null
        : join(
            found.map((source) => source.rows),
            ' UNION ALL ',
          ),
    set: union(found.map((source) => source.set)),
    test: (doc) =>
      found.length === 0
        ? raw('0')
        : sql`(${join(
            found.map(
              ({ table, fieldSql, condition }) =>
                sql`EXISTS (SELECT 1 FROM ${table} WHERE field IN (${fieldSql}) AND doc = ${doc} AND ${condition})`,
            ),
            ' OR ',
          )})`,
    scores: [],
  }
}

/** One table that can hold values which meet a condition. */
type Source = {
  readonly table: Sql
  readonly fieldSql: Sql
  readonly condition: Sql
  readonly set: Sql
  readonly rows: Sql
}

function sourceOf(table: Sql, fields: readonly number[], scopes: readonly Scope[], condition: Sql): Source {
  const fieldSql = numbers(fields)
  // The guard comes first: behind a condition that hardly any row meets, it would hardly ever be asked.
  const where = sql`FROM ${table} WHERE scope IN (${scopeList(scopes)}) AND field IN (${fieldSql}) AND ${GUARD} AND ${condition}`
  return {
    table,
    fieldSql,
    condition,
    // The plus keeps SQLite from reading the whole field in the order of its documents, only to find duplicates.
    set: sql`SELECT DISTINCT +doc AS doc ${where}`,
    rows: sql`SELECT doc ${where}`,
  }
}

function numberSources(
  leaf: Comparison,
  kind: Kind,
  fields: readonly number[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly Source[] {
  const condition = numberCondition(leaf, kind, catalogue.now)
  return condition === null ? [] : [sourceOf(raw('sn'), fields, scopes, condition)]
}

/** Above this many documents an index is asked before texts are looked through. */
const MANY_DOCUMENTS = 5000

function textSources(
  leaf: Comparison,
  fields: readonly number[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly Source[] {
  const condition = textCondition(leaf)
  if (condition === null) return []
  const first = fold(String(leaf.values[0] ?? ''))
  const isWhole = leaf.operator === 'equalTo' || leaf.operator === 'in'
  const long = fields.filter((field) => catalogue.longFields.has(field))
  const longest = Math.max(...leaf.values.map((value) => fold(String(value)).length))
  const index =
    leaf.operator === 'contains' && scopes.reduce((sum, scope) => sum + scope.docs, 0) > MANY_DOCUMENTS
      ? indexFor(leaf.field, first)
      : null
  const sourceIn = (table: string, some: readonly number[]): Source => {
    // One long text can take as long as hundreds of short ones: the clock is asked before each.
    const guarded = table === 'sl' ? sql`tick() AND ${condition}` : condition
    const source = sourceOf(raw(table), some, scopes, guarded)
    if (index === null) return source
    const rows = sql`SELECT v.doc AS doc FROM ${raw(index.table)} CROSS JOIN ${raw(table)} v ON v.doc = ${raw(index.table)}.rowid AND v.field IN (${source.fieldSql}) AND v.scope IN (${scopeList(scopes)})
      WHERE ${raw(index.table)} MATCH ${index.match} AND ${raw(table === 'sl' ? 'tick()' : '1')} AND ${containsCondition(first, raw('v.val'))} AND ${guard(raw('v.doc'))}`
    return { ...source, rows, set: sql`SELECT DISTINCT doc FROM (${rows})` }
  }
  const sources = [sourceIn('sv', fields)]
  if (long.length > 0 && (!isWhole || longest > SHORT_LIMIT)) sources.push(sourceIn('sl', long))
  return sources
}

const HIGHEST = '\u{10FFFF}'

function textCondition(leaf: Comparison): Sql | null {
  const list = leaf.values.map((value) => fold(String(value))).filter((value) => value.length <= EXACT_LIMIT)
  const [first, second] = list
  if (leaf.operator === 'in') return list.length === 0 ? null : sql`val IN (${values(list)})`
  if (first === undefined) return null
  switch (leaf.operator) {
    case 'equalTo':
      return sql`val = ${first}`
    case 'contains':
      return containsCondition(first, raw('val'))
    case 'startsWith':
      return sql`val >= ${first} AND val < ${first + HIGHEST}`
    case 'endsWith':
      return first === '' ? raw('1') : sql`substr(val, ${-[...first].length}) = ${first}`
    case 'between':
      return second === undefined ? null : sql`val BETWEEN ${first} AND ${second}`
    default:
      return sql`val ${raw(SIGNS[leaf.operator])} ${first}`
  }
}

const SIGNS = {
  greaterThan: '>',
  greaterThanOrEqualTo: '>=',
  lessThan: '<',
  lessThanOrEqualTo: '<=',
} as const

function numberCondition(leaf: Comparison, kind: Kind, now: number): Sql | null {
  const list = leaf.values.map((value) => toNumber(value, kind, now))
  const known = list.filter((value) => value !== null)
  const [first, second] = list
  if (leaf.operator === 'in') return known.length === 0 ? null : sql`val IN (${values(known)})`
  if (first === null || first === undefined) return null
  switch (leaf.operator) {
    case 'equalTo':
      return sql`val = ${first}`
    case 'between':
      return second === null || second === undefined ? null : sql`val BETWEEN ${first} AND ${second}`
    case 'contains':
    case 'startsWith':
    case 'endsWith':
      return null
    default:
      return sql`val ${raw(SIGNS[leaf.operator])} ${first}`
  }
}

function toNumber(value: Scalar, kind: Kind, now: number): number | null {
  if (kind === 'date') return readDate(value, now)
  if (kind === 'boolean')
    return /^(true|false)$/i.test(String(value)) ? Number(String(value).toLowerCase() === 'true') : null
  if (typeof value === 'boolean' || String(value).trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
