import type { Kind } from '../domain/field-kinds.ts'
import { EXACT_LIMIT, fold } from '../domain/words.ts'
import { PlatformError } from '../errors.ts'
import type { Comparison, Existence, Leaf, Nearness, Scalar } from '../query/ast.ts'
import { readDate } from '../query/read-date.ts'
import { GUARD, guard, type Catalogue, type LeafSql } from './catalogue.ts'
import { compileText } from './compile-text.ts'
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

const NOTHING: LeafSql = { set: EMPTY, test: () => raw('0'), score: null }

function compileExistence(leaf: Existence, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  const field = catalogue.fieldIds.get(leaf.field)
  if (field === undefined) return NOTHING
  const fieldSql = numbers([field])
  return {
    set: sql`SELECT doc FROM sx WHERE scope IN (${scopeList(scopes)}) AND field = ${fieldSql} AND ${GUARD}`,
    test: (doc) =>
      sql`EXISTS (SELECT 1 FROM sx WHERE scope = (SELECT scope FROM doc WHERE doc = ${doc}) AND field = ${fieldSql} AND doc = ${doc})`,
    score: null,
  }
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
  const found = [...byKind].flatMap(([kind, list]) => {
    const condition = kind === 'text' ? textCondition(leaf) : numberCondition(leaf, kind, catalogue.now)
    return condition === null ? [] : [{ table: raw(kind === 'text' ? 'sv' : 'sn'), condition, list }]
  })
  const fieldSql = numbers(fields)
  return {
    set: union(
      found.map(
        ({ table, condition, list }) =>
          sql`SELECT DISTINCT doc FROM ${table} WHERE scope IN (${scopeList(list)}) AND field IN (${fieldSql}) AND ${condition} AND ${GUARD}`,
      ),
    ),
    test: (doc) =>
      found.length === 0
        ? raw('0')
        : sql`(${join(
            found.map(
              ({ table, condition }) =>
                sql`EXISTS (SELECT 1 FROM ${table} WHERE field IN (${fieldSql}) AND doc = ${doc} AND ${condition})`,
            ),
            ' OR ',
          )})`,
    score: null,
  }
}

const HIGHEST = '\u{10FFFF}'
const MAX_WILDCARD_PATTERN = 500

function textCondition(leaf: Comparison): Sql | null {
  const list = leaf.values.map((value) => fold(String(value))).filter((value) => value.length <= EXACT_LIMIT)
  const [first, second] = list
  if (leaf.operator === 'in') return list.length === 0 ? null : sql`val IN (${values(list)})`
  if (first === undefined) return null
  switch (leaf.operator) {
    case 'equalTo':
      return sql`val = ${first}`
    case 'contains':
      return containsCondition(first)
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

function containsCondition(term: string): Sql {
  if (!/[*?]/.test(term)) return sql`instr(val, ${term}) > 0`
  if (term.length > MAX_WILDCARD_PATTERN)
    throw new PlatformError(
      'platform/bad-query',
      `A term with wildcards can be ${MAX_WILDCARD_PATTERN} characters long at most`,
    )
  return sql`wildcard(${`*${term}*`.replace(/\*+/g, '*')}, val)`
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

function toNumber(value: Scalar, kind: Kind, now: number): number | null {
  if (kind === 'date') return readDate(value, now)
  if (kind === 'boolean')
    return /^(true|false)$/i.test(String(value)) ? Number(String(value).toLowerCase() === 'true') : null
  if (typeof value === 'boolean' || String(value).trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const METRES_PER_DEGREE = 111_195
// The R*Tree keeps 32-bit floats; the box is a little larger than the circle so that rounding loses nothing.
const MARGIN = 0.001

function compileNearness(leaf: Nearness, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  const field = catalogue.fieldIds.get(leaf.field)
  if (field === undefined) return NOTHING
  const high = leaf.metres / METRES_PER_DEGREE + MARGIN
  const shrink = Math.cos((Math.min(89, Math.abs(leaf.lat) + high) * Math.PI) / 180)
  const wide = high / Math.max(shrink, 0.0001) + MARGIN
  const crossesEdge = Math.abs(leaf.lat) + high >= 89 || Math.abs(leaf.lon) + wide >= 180
  const sides = crossesEdge ? raw('1') : sql`b.west <= ${leaf.lon + wide} AND b.east >= ${leaf.lon - wide}`
  const within = sql`metres(p.lat, p.lon, ${leaf.lat}, ${leaf.lon}) <= ${leaf.metres}`
  return {
    set: sql`SELECT DISTINCT p.doc AS doc FROM box b JOIN place p ON p.place = b.id WHERE b.south <= ${leaf.lat + high} AND b.north >= ${leaf.lat - high}
      AND ${sides} AND p.field = ${field} AND p.scope IN (${scopeList(scopes)}) AND ${within} AND ${guard(raw('p.doc'))}`,
    test: (doc) =>
      sql`EXISTS (SELECT 1 FROM place p WHERE p.doc = ${doc} AND p.field = ${field} AND ${within})`,
    score: null,
  }
}
