import type { Kind } from '../domain/field-kinds.ts'
import type { Comparison, Existence, Leaf, Scalar } from '../query/ast.ts'
import { readDate } from '../query/read-date.ts'
import { GUARD, type Catalogue, type LeafSql } from './catalogue.ts'
import { compileNearness } from './compile-nearness.ts'
import { compileText } from './compile-text.ts'
import { textSources } from './compile-words.ts'
import { compileLinked, splitByLink } from './linked-fields.ts'
import type { Scope } from './scopes.ts'
import { EMPTY, join, numbers, raw, sql, union, values, type Sql } from './sql.ts'
import { SIGNS, sourceOf, type Source } from './value-source.ts'

/** Compile one condition for a list of scopes; a path over a link becomes a condition on the linked entries. */
export function compileLeaf(leaf: Leaf, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  catalogue.tick()
  const { linked, own } = splitByLink(leaf.field, scopes, catalogue)
  if (linked.length === 0) return compileOwn(leaf, scopes, catalogue)
  const parts = linked.map((some) => compileLinked(leaf, some, catalogue, compileLeaf))
  return combine(own.length === 0 ? parts : [...parts, compileOwn(leaf, own, catalogue)])
}

/** Any of the parts matches. */
function combine(parts: readonly LeafSql[]): LeafSql {
  const [only] = parts
  if (only !== undefined && parts.length === 1) return only
  return {
    set: union(parts.map((part) => part.set)),
    rows: null,
    test: null,
    scores: parts.flatMap((part) => part.scores),
    isSlow: parts.some((part) => part.isSlow),
  }
}

function compileOwn(leaf: Leaf, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
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
  // A field with values has rows in the value tables; `sx` has the fields that exist without a value.
  const tables = ['sx', ...valueTables(leaf.field, scopes, catalogue)].map(raw)
  const ids = numbers(scopes.map((scope) => scope.id))
  const sets = tables.map(
    (table) => sql`SELECT doc FROM ${table} WHERE scope IN (${ids}) AND field = ${fieldSql} AND ${GUARD}`,
  )
  return {
    set: union(sets),
    test: (doc) =>
      sql`(${join(
        tables.map(
          (table) => sql`EXISTS (SELECT 1 FROM ${table} WHERE field = ${fieldSql} AND doc = ${doc})`,
        ),
        ' OR ',
      )})`,
    scores: [],
    rows: join(sets, ' UNION ALL '),
  }
}

/** The tables for short values that can hold rows of a field. */
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
    isSlow: found.some((source) => source.isSlow),
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

/** A value as the number that is stored for a kind other than text; null when it is invalid for the kind. */
export function toNumber(value: Scalar, kind: Kind, now: number): number | null {
  if (kind === 'date') return readDate(value, now)
  if (kind === 'boolean')
    return /^(true|false)$/i.test(String(value)) ? Number(String(value).toLowerCase() === 'true') : null
  if (typeof value === 'boolean' || String(value).trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
