import { tableOf } from '../domain/table-of.ts'
import { fold } from '../domain/words.ts'
import type { Comparison, Leaf } from '../query/ast.ts'
import type { Plain } from '../query/normalise.ts'
import { matchWildcard } from './connection.ts'
import { SCOPE_SHIFT } from './schema.ts'
import { numbers, sql, type Sql } from './sql.ts'

/** The properties that a group of documents shares: the first key of every index. */
export type Scope = {
  readonly id: number
  readonly projectId: string
  readonly contentTypeId: string
  readonly language: string
  readonly status: number
  readonly access: string | null
  readonly dataFormat: string
  readonly workflowId: string
  /** The number of documents in the scope. */
  readonly docs: number
}

/** The number of a document's scope, which is the upper part of the document's number. */
export const scopeOfDoc = (doc: number): number => Math.floor(doc / 2 ** SCOPE_SHIFT)

/** The condition that a document is in one of the scopes. */
export function inScopes(scopes: readonly Scope[], doc: Sql): Sql {
  return sql`(${doc} >> ${numbers([SCOPE_SHIFT])}) IN (${numbers(scopes.map((scope) => scope.id))})`
}

/** The ranges of document numbers of the scopes, adjacent ones joined: the more scopes, the fewer gaps. */
export function docRanges(
  scopes: readonly Scope[],
): readonly { readonly low: number; readonly high: number }[] {
  const ids = scopes.map((scope) => scope.id).sort((a, b) => a - b)
  const runs: { low: number; high: number }[] = []
  for (const id of ids) {
    const last = runs.at(-1)
    if (last !== undefined && last.high === id * 2 ** SCOPE_SHIFT - 1) last.high += 2 ** SCOPE_SHIFT
    else runs.push({ low: id * 2 ** SCOPE_SHIFT, high: (id + 1) * 2 ** SCOPE_SHIFT - 1 })
  }
  return runs
}

const MEMBERS = tableOf<(scope: Scope) => readonly string[]>({
  'sys.contentTypeId': (scope) => [scope.contentTypeId],
  'sys.language': (scope) => [scope.language],
  'sys.dataFormat': (scope) => [scope.dataFormat],
  'sys.projectId': (scope) => [scope.projectId],
  'sys.workflow.id': (scope) => [scope.workflowId],
  'sys.workflow.state': (scope) => [scope.status === 2 ? 'draft' : 'versionComplete'],
  'sys.versionStatus': (scope) => [
    ...(scope.status & 1 ? ['published'] : []),
    ...(scope.status & 2 ? ['latest'] : []),
  ],
})

/** The value of a `sys` member that is the same for a whole scope, lower case; null when the member is not of that kind. */
export function scopeValue(scope: Scope, field: string): string | null {
  return MEMBERS.get(field)?.(scope).map(fold)[0] ?? null
}

/** Whether a field is decided by the scope alone. */
export const isScopeField = (field: string): boolean => MEMBERS.has(field)

/** Whether a condition is decided by the scope alone, so that no index has to be read for it. */
export function isScopeLeaf(leaf: Leaf): boolean {
  return MEMBERS.has(leaf.field) && (leaf.kind === 'compare' || leaf.kind === 'exists')
}

/** The scopes that meet a condition on the scope. */
export function narrow(scopes: readonly Scope[], leaf: Leaf, negated: boolean): readonly Scope[] {
  const read = MEMBERS.get(leaf.field)
  if (read === undefined) return scopes
  return scopes.filter(
    (scope) =>
      (leaf.kind !== 'compare' || read(scope).some((text) => compareText(fold(text), leaf))) !== negated,
  )
}

/**
 * With more alternatives than this (clients fetch hundreds of links with one `or`) the scopes are not narrowed: each
 * alternative is one look-up, and the check costs more than it saves.
 */
const MAX_ALTERNATIVES = 50

type Split = { readonly left: readonly Scope[]; readonly parts: readonly Plain[] }

/** What `splitOne` found. An answer depends on nothing but its keys, which never change and belong to one query: it goes when they do. */
const splitOfScope = new WeakMap<Plain, Map<Scope, Split>>()

/** `splitScope` of one scope, once for each condition: nested alternatives ask for the same again and again. */
function splitOne(where: Plain, scope: Scope): Split {
  const known = splitOfScope.get(where) ?? new Map<Scope, Split>()
  splitOfScope.set(where, known)
  const found = known.get(scope) ?? splitScope(where, [scope])
  known.set(scope, found)
  return found
}

/** Narrow the scopes by conditions on the scope, and by alternatives that only some scopes can meet; the other conditions are returned. */
export function splitScope(where: Plain, scopes: readonly Scope[]): Split {
  let left = scopes
  const parts = (where.kind === 'and' ? where.parts : [where]).filter((part) => {
    if (part.kind === 'leaf' && isScopeLeaf(part.leaf)) {
      left = narrow(left, part.leaf, part.negated)
      return false
    }
    if (part.kind !== 'or' || part.parts.length > MAX_ALTERNATIVES) return true
    left = left.filter((scope) => part.parts.some((branch) => splitOne(branch, scope).left.length > 0))
    return !left.every((scope) => isMetByScope(part, scope)) || !haveEqualScores(part, left)
  })
  return { left, parts }
}

/** Whether a scope alone decides that all of its documents meet a condition. */
export function isMetByScope(part: Plain, scope: Scope): boolean {
  if (part.kind === 'or') return part.parts.some((branch) => isMetByScope(branch, scope))
  const { left, parts } = splitOne(part, scope)
  return left.length > 0 && parts.length === 0
}

/** Whether every scope can meet exactly one of the alternatives, and all have equal weights: then they do not affect the order. */
export function haveEqualScores(part: Plain, scopes: readonly Scope[]): boolean {
  if (part.kind !== 'or' || part.parts.length > MAX_ALTERNATIVES || !isUnweighted(part)) return false
  const isOf = (branch: Plain, scope: Scope): boolean => splitOne(branch, scope).left.length > 0
  return scopes.every((scope) => part.parts.filter((branch) => isOf(branch, scope)).length === 1)
}

/** Whether no condition in it has a weight above 1, and none is free text. */
export function isUnweighted(part: Plain): boolean {
  if (part.kind !== 'leaf') return part.parts.every(isUnweighted)
  return part.leaf.kind !== 'text' && (part.leaf.kind === 'empty' || part.leaf.weight <= 1)
}

function compareText(text: string, leaf: Comparison): boolean {
  const [first = '', second = ''] = leaf.values.map((value) => fold(String(value)))
  switch (leaf.operator) {
    case 'equalTo':
      return text === first
    case 'in':
      return leaf.values.some((value) => fold(String(value)) === text)
    case 'contains':
      return matchWildcard(`*${first}*`, text)
    case 'startsWith':
      return text.startsWith(first)
    case 'endsWith':
      return text.endsWith(first)
    case 'greaterThan':
      return text > first
    case 'greaterThanOrEqualTo':
      return text >= first
    case 'lessThan':
      return text < first
    case 'lessThanOrEqualTo':
      return text <= first
    case 'between':
      return text >= first && text <= second
  }
}
