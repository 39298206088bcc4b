import type { Clause, Leaf } from './ast.ts'

/** A clause with `not` moved down to the leaves and nested `and`/`or` flattened: only leaves, `and` and `or` are left. */
export type Plain =
  | { readonly kind: 'leaf'; readonly leaf: Leaf; readonly negated: boolean }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Plain[] }

/** Convert a clause to its plain form. */
export function normalise(clause: Clause, negated = false): Plain {
  if (clause.kind === 'not') return normalise(clause.clause, !negated)
  if (clause.kind === 'and' || clause.kind === 'or') {
    const kind = (clause.kind === 'and') === negated ? 'or' : 'and'
    const parts = clause.clauses
      .map((part) => normalise(part, negated))
      .flatMap((part) => (part.kind === kind ? part.parts : [part]))
    return parts.length === 1 && parts[0] ? parts[0] : { kind, parts }
  }
  if (clause.kind === 'empty') return normalise(emptiness(clause.field), negated)
  if (clause.kind === 'exists' && !clause.wanted)
    return { kind: 'leaf', leaf: { ...clause, wanted: true }, negated: !negated }
  return { kind: 'leaf', leaf: clause, negated }
}

function emptiness(field: string): Clause {
  return {
    kind: 'or',
    clauses: [
      { kind: 'exists', field, wanted: false, weight: 1 },
      { kind: 'compare', field, operator: 'equalTo', values: [''], weight: 1 },
    ],
  }
}
