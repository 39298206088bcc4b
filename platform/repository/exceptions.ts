import { fold } from '../domain/words.ts'
import type { Comparison } from '../query/ast.ts'
import type { Plain } from '../query/normalise.ts'
import { GUARD, type Catalogue } from './catalogue.ts'
import { compileLeaf, toNumber, valueTables } from './compile-leaf.ts'
import { splitByLink } from './linked-fields.ts'
import { ABSENCE_FIELDS } from './schema.ts'
import { haveEqualScores, isMetByScope, isScopeLeaf, type Scope } from './scopes.ts'
import { join, numbers, raw, sql, unionAll, type Sql } from './sql.ts'

/** From this many exceptions on, the documents that meet a condition are read instead. */
const MANY = 20_000

/**
 * The documents of the scopes that fail at least one condition, perhaps repeated; null when finding them would mean reading those
 * that meet all conditions, or when they are too many. A condition that nearly every document meets, such as having an address, is
 * represented by its few exceptions: whole scopes are read along their index, and the exceptions skipped.
 */
export function exceptionsOf(
  parts: readonly Plain[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
  setOf: SetOf,
): Sql | null {
  const found = parts.map(
    (part) => failing(part, scopes, catalogue) ?? failingScopes(part, scopes, catalogue, setOf),
  )
  const known = found.filter((one) => one !== null)
  if (known.length < found.length || known.length === 0) return null
  const all = unionAll(known)
  const counted = catalogue.run.get(sql`SELECT count(*) AS n FROM (SELECT 1 FROM (${all}) LIMIT ${MANY})`)
  return Number(counted?.['n'] ?? 0) < MANY ? all : null
}

/** The documents that meet a condition. */
type SetOf = (part: Plain, scopes: readonly Scope[], catalogue: Catalogue) => Sql

/** For alternatives that most scopes meet completely: the documents of the other scopes that fail them. */
function failingScopes(
  part: Plain,
  scopes: readonly Scope[],
  catalogue: Catalogue,
  setOf: SetOf,
): Sql | null {
  if (!haveEqualScores(part, scopes)) return null
  const open = scopes.filter((scope) => !isMetByScope(part, scope))
  const docs = open.reduce((sum, scope) => sum + scope.docs, 0)
  if (open.length === scopes.length || docs >= MANY) return null
  const ids = numbers(open.map(({ id }) => id))
  return sql`SELECT doc FROM doc WHERE scope IN (${ids}) AND ${GUARD} AND doc NOT IN (${setOf(part, open, catalogue)})`
}

/** The documents that fail one condition; null when only those that meet it can be found. */
function failing(part: Plain, scopes: readonly Scope[], catalogue: Catalogue): Sql | null {
  if (part.kind === 'or') return failingEqualsOrUnset(part.parts, scopes, catalogue)
  if (part.kind !== 'leaf' || isScopeLeaf(part.leaf)) return null
  const { leaf, negated } = part
  if (leaf.kind === 'exists' && !negated && ABSENCE_FIELDS.has(leaf.field))
    return rowsOf('sa', leaf.field, scopes, catalogue)
  const isIndexed = leaf.kind === 'exists' || (leaf.kind === 'compare' && INDEXED.has(leaf.operator))
  if (!negated || !isIndexed || leaf.field === '*' || isLinked(leaf.field, scopes, catalogue)) return null
  const { set, rows } = compileLeaf(leaf, scopes, catalogue)
  return rows ?? set
}

/** Operators that use the index, whatever the number of values. */
const INDEXED: ReadonlySet<Comparison['operator']> = new Set(['equalTo', 'in'])

const isLinked = (field: string, scopes: readonly Scope[], catalogue: Catalogue): boolean =>
  splitByLink(field, scopes, catalogue).linked.length > 0

/** The documents that fail "field equals a value or is not set": they have another value or an empty one, and not the given one too. */
function failingEqualsOrUnset(
  parts: readonly Plain[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
): Sql | null {
  const leaf = readEqualsOrUnset(parts)
  if (
    leaf === null ||
    leaf.operator !== 'equalTo' ||
    isScopeLeaf(leaf) ||
    isLinked(leaf.field, scopes, catalogue)
  )
    return null
  const isMet = compileLeaf(leaf, scopes, catalogue).test
  if (isMet === null) return null
  const others = valueTables(leaf.field, scopes, catalogue).flatMap((table) => {
    const value = table === 'sv' ? fold(String(leaf.values[0])) : numberOf(leaf, scopes, catalogue)
    const ranges = value === null ? [raw('')] : [sql`AND val < ${value}`, sql`AND val > ${value}`]
    return ranges.map((range) => rowsOf(table, leaf.field, scopes, catalogue, range))
  })
  const set = join([rowsOf('sx', leaf.field, scopes, catalogue), ...others], ' UNION ALL ')
  return sql`SELECT o.doc AS doc FROM (${set}) o WHERE NOT ${isMet(raw('o.doc'))}`
}

/** The comparison in "field equals a value, or one of several, or is not set"; null for alternatives of another form. */
export function readEqualsOrUnset(parts: readonly Plain[]): Comparison | null {
  const leaves = parts.flatMap((part) => (part.kind === 'leaf' ? [part] : []))
  const given = leaves.find(({ negated }) => !negated)?.leaf
  const unset = leaves.find(({ negated }) => negated)?.leaf
  if (parts.length !== 2 || given?.kind !== 'compare' || unset?.kind !== 'exists') return null
  return INDEXED.has(given.operator) && given.field !== '*' && given.field === unset.field ? given : null
}

/** The number that is stored for a value in the kinds of a field; null when there is none, or several. */
function numberOf(
  { field, values }: Comparison,
  scopes: readonly Scope[],
  catalogue: Catalogue,
): number | null {
  const kinds = new Set(scopes.flatMap(({ contentTypeId }) => catalogue.kindsOf(contentTypeId, field)))
  const found = [...kinds].flatMap((kind) =>
    kind === 'text' || values[0] === undefined ? [] : (toNumber(values[0], kind, catalogue.now) ?? []),
  )
  const [value, ...more] = new Set(found)
  return value === undefined || more.length > 0 ? null : value
}

function rowsOf(
  table: 'sa' | 'sx' | 'sv' | 'sn',
  field: string,
  scopes: readonly Scope[],
  { fieldIds }: Catalogue,
  range: Sql = raw(''),
): Sql {
  const ids = numbers(scopes.map(({ id }) => id))
  return sql`SELECT doc FROM ${raw(table)} WHERE scope IN (${ids}) AND field = ${fieldIds.get(field) ?? NO_FIELD} AND ${GUARD} ${range}`
}

const NO_FIELD = -1
