import type { Plain } from '../query/normalise.ts'
import { guard, type Catalogue } from './catalogue.ts'
import { compileLeaf } from './compile-leaf.ts'
import { exceptionsOf } from './exceptions.ts'
import { inScopes, isScopeLeaf, narrow, splitScope, type Scope } from './scopes.ts'
import { allMet, EMPTY, join, numbers, raw, sql, union, type Sql } from './sql.ts'

/** How many rows a probe counts before a condition is treated as common; with a rarer one, the others are tested row by row. */
const PROBE = 20_000
const MAX_TESTED_BRANCHES = 20
/** SQLite takes 500 terms of a union at most. */
const MAX_COUNTED_BRANCHES = 100

/** The documents that match, as a set; `plain` is true when the scopes alone decide, apart from the documents of `exceptions`. */
export type Plan = {
  readonly set: Sql
  readonly plain: boolean
  readonly exceptions: Sql | null
  readonly scopes: readonly Scope[]
}

/** Plan a whole query: conditions on the scope shorten the list of scopes, the rarest other condition is read, the rest are tests. */
export function planWhere(where: Plain, scopes: readonly Scope[], catalogue: Catalogue): Plan {
  catalogue.tick()
  const { left, parts } = splitScope(where, scopes)
  if (left.length === 0) return { set: EMPTY, plain: false, exceptions: null, scopes: left }
  if (parts.length === 0) return { set: scopeSet(left), plain: true, exceptions: null, scopes: left }
  const exceptions = exceptionsOf(parts, left, catalogue, setOf)
  if (exceptions !== null)
    return {
      set: sql`${scopeSet(left)} AND doc NOT IN (${exceptions})`,
      plain: true,
      exceptions,
      scopes: left,
    }
  return { set: conjunction(parts, left, catalogue), plain: false, exceptions, scopes: left }
}

/** The documents that match one branch of a query. */
export function setOf(where: Plain, scopes: readonly Scope[], catalogue: Catalogue): Sql {
  return planWhere(where, scopes, catalogue).set
}

const scopeSet = (scopes: readonly Scope[]): Sql =>
  sql`SELECT doc FROM doc WHERE scope IN (${numbers(scopes.map((scope) => scope.id))}) AND ${guard(raw('doc'))}`

function conjunction(parts: readonly Plain[], scopes: readonly Scope[], catalogue: Catalogue): Sql {
  const candidates = parts.map((part) => candidate(part, scopes, catalogue))
  if (candidates.length === 1 && candidates[0]?.set) return candidates[0].set
  const doc = raw('c.doc')
  const from = (rarest: Candidate | null, tests: readonly Sql[]): Sql =>
    sql`SELECT c.doc AS doc FROM (${rarest?.set ?? scopeSet(scopes)}) c WHERE ${allMet([...tests, guard(doc)])}`
  const { rarest, rows } = findRarest(candidates, catalogue)
  if (rows < PROBE) {
    const rest = candidates.filter((one) => one !== rarest)
    return from(
      rarest,
      rest.map(({ part }) => test(part, scopes, catalogue, doc, true)),
    )
  }
  // A condition that nearly every document meets is a poor start.
  const common = candidates.map((one) => ({
    one,
    exceptions: exceptionsOf([one.part], scopes, catalogue, setOf),
  }))
  const first = common.find(({ one, exceptions }) => one.set !== null && exceptions === null)?.one ?? rarest
  const tests = common.flatMap(({ one, exceptions }) => {
    if (one === first) return []
    return exceptions === null
      ? [test(one.part, scopes, catalogue, doc, false)]
      : [sql`${doc} NOT IN (${exceptions})`]
  })
  return from(first, tests)
}

/** A part of a conjunction; `set` null when it can only be a test, because it is a negation. */
type Candidate = {
  readonly part: Plain
  readonly set: Sql | null
  readonly rows: Sql | null
  readonly isSlow?: boolean | undefined
}

function candidate(part: Plain, scopes: readonly Scope[], catalogue: Catalogue): Candidate {
  if (part.kind === 'leaf') {
    if (part.negated) return { part, set: null, rows: null }
    const { set, rows, isSlow } = compileLeaf(part.leaf, scopes, catalogue)
    return { part, set, rows: rows ?? set, isSlow }
  }
  if (part.kind === 'and') {
    const set = setOf(part, scopes, catalogue)
    return { part, set, rows: set }
  }
  const sets = part.parts.map((branch) => setOf(branch, scopes, catalogue))
  return {
    part,
    set: union(sets),
    rows: sets.length > MAX_COUNTED_BRANCHES ? union(sets) : join(sets, ' UNION ALL '),
  }
}

/**
 * The condition with the fewest rows: each is counted only up to the lowest count so far. Conditions that scan all texts are
 * counted only when no other condition is rare. Null when all conditions are tests.
 */
function findRarest(
  candidates: readonly Candidate[],
  catalogue: Catalogue,
): { readonly rarest: Candidate | null; readonly rows: number } {
  let [rarest, rows]: [Candidate | null, number] = [null, PROBE]
  const quickFirst = [...candidates].sort((a, b) => Number(a.isSlow ?? false) - Number(b.isSlow ?? false))
  for (const one of quickFirst) {
    if (one.rows === null || (one.isSlow && rarest !== null && rows < PROBE)) continue
    const counted = Number(
      catalogue.run.get(sql`SELECT count(*) AS n FROM (SELECT 1 FROM (${one.rows}) LIMIT ${rows})`)?.['n'] ??
        0,
    )
    if (rarest === null || counted < rows) [rarest, rows] = [one, counted]
  }
  return { rarest, rows }
}

function test(part: Plain, scopes: readonly Scope[], catalogue: Catalogue, doc: Sql, rare: boolean): Sql {
  if (part.kind === 'leaf') {
    const not = raw(part.negated ? 'NOT ' : '')
    if (isScopeLeaf(part.leaf)) return inScopes(narrow(scopes, part.leaf, part.negated), doc)
    const leaf = compileLeaf(part.leaf, scopes, catalogue)
    return rare && leaf.test !== null ? sql`${not}${leaf.test(doc)}` : sql`${doc} ${not}IN (${leaf.set})`
  }
  if (part.kind === 'or') {
    if (part.parts.length === 0) return raw('0')
    if (!rare || part.parts.length > MAX_TESTED_BRANCHES)
      return sql`${doc} IN (${union(part.parts.map((branch) => setOf(branch, scopes, catalogue)))})`
    return sql`(${join(
      part.parts.map((branch) => test(branch, scopes, catalogue, doc, rare)),
      ' OR ',
    )})`
  }
  const { left, parts } = splitScope(part, scopes)
  if (left.length === 0) return raw('0')
  const tests = parts.map((inner) => test(inner, left, catalogue, doc, rare))
  return sql`(${allMet(left.length === scopes.length && tests.length > 0 ? tests : [inScopes(left, doc), ...tests])})`
}
