import { fold } from '../domain/words.ts'
import type { Comparison, Leaf } from '../query/ast.ts'
import { matchWildcard } from './connection.ts'

/** What a group of documents has in common: the first key of every index. */
export type Scope = {
  readonly id: number
  readonly projectId: string
  readonly contentTypeId: string
  readonly language: string
  readonly status: number
  readonly access: string | null
  readonly dataFormat: string
  readonly workflowId: string
  /** How many documents it holds. */
  readonly docs: number
}

const MEMBERS: Readonly<Record<string, (scope: Scope) => readonly string[]>> = {
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
}

/** The value of a `sys` member that is the same for a whole scope, lower case; null when the member is not of that kind. */
export function scopeValue(scope: Scope, field: string): string | null {
  return MEMBERS[field]?.(scope).map(fold)[0] ?? null
}

/** Whether a field is decided by the scope alone. */
export const isScopeField = (field: string): boolean => MEMBERS[field] !== undefined

/** Whether a condition is decided by the scope alone, so that no index has to be read for it. */
export function isScopeLeaf(leaf: Leaf): boolean {
  return MEMBERS[leaf.field] !== undefined && (leaf.kind === 'compare' || leaf.kind === 'exists')
}

/** The scopes that meet a condition on the scope. */
export function narrow(scopes: readonly Scope[], leaf: Leaf, negated: boolean): readonly Scope[] {
  const read = MEMBERS[leaf.field]
  if (read === undefined) return scopes
  return scopes.filter(
    (scope) =>
      (leaf.kind !== 'compare' || read(scope).some((text) => compareText(fold(text), leaf))) !== negated,
  )
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
