import { equalTo, type Clause, type Leaf } from './ast.ts'

/**
 * A clause with `not` moved down to the leaves and nested `and`/`or` flattened: only leaves, `and` and `or` are left. What stood
 * beneath a `not` is not scored.
 */
export type Plain = (
  | { readonly kind: 'leaf'; readonly leaf: Leaf; readonly negated: boolean }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Plain[] }
) & { readonly isScored: boolean }

/** Convert a clause to its plain form. */
export function normalise(clause: Clause, negated = false, isScored = true): Plain {
  if (clause.kind === 'not') return normalise(clause.clause, !negated, false)
  if (clause.kind === 'and' || clause.kind === 'or') {
    const kind = (clause.kind === 'and') === negated ? 'or' : 'and'
    const parts = clause.clauses
      .map((part) => normalise(part, negated, isScored))
      // An `or` from a `not` stays one branch of the `or` around it, which counts once.
      .flatMap((part) =>
        part.kind === kind && (kind === 'and' || part.isScored === isScored) ? part.parts : [part],
      )
    return parts.length === 1 && parts[0] ? parts[0] : { kind, parts, isScored }
  }
  if (clause.kind === 'empty') return normalise(emptiness(clause.field), negated, isScored)
  if (clause.kind === 'exists' && !clause.wanted)
    return { kind: 'leaf', leaf: { ...clause, wanted: true }, negated: !negated, isScored }
  return { kind: 'leaf', leaf: clause, negated, isScored }
}

function emptiness(field: string): Clause {
  return {
    kind: 'or',
    clauses: [{ kind: 'exists', field, wanted: false, weight: 1 }, equalTo(field, '')],
  }
}
