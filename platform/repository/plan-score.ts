import type { Leaf } from '../query/ast.ts'
import type { Plain } from '../query/normalise.ts'
import type { Catalogue } from './catalogue.ts'
import { compileLeaf } from './compile-leaf.ts'
import { setOf } from './plan-where.ts'
import type { Scope } from './scopes.ts'
import { sql, type Sql } from './sql.ts'

/**
 * What scores in a query, each part as a set of doc and score; nothing when no part does.
 * Free text gives weight times BM25 of its field; any other branch of an `or` gives its weight. Source: protocol 1.13.
 */
export function planScore(where: Plain, scopes: readonly Scope[], catalogue: Catalogue): readonly Sql[] {
  return scoresOf(where, scopes, catalogue, false).slice(0, MAX_PARTS)
}

/** So many parts of a query are scored; those beyond would hardly change the order. */
export const MAX_PARTS = 400

function scoresOf(
  part: Plain,
  scopes: readonly Scope[],
  catalogue: Catalogue,
  isBranch: boolean,
): readonly Sql[] {
  if (part.kind === 'or') return part.parts.flatMap((branch) => scoresOf(branch, scopes, catalogue, true))
  if (part.kind === 'leaf') {
    const text = part.negated ? null : compileText(part.leaf, scopes, catalogue)
    if (text !== null) return text
    return isBranch ? [constant(part, part.negated ? 1 : weightOf(part.leaf), scopes, catalogue)] : []
  }
  const inner = part.parts.flatMap((each) => scoresOf(each, scopes, catalogue, false))
  if (!isBranch || part.parts.some((each) => each.kind === 'leaf' && each.leaf.kind === 'text')) return inner
  // A branch counts once, whatever it is made of, so that `or` of two whole conditions does not favour the longer one.
  const weights = part.parts
    .map((each) => (each.kind === 'leaf' && !each.negated ? weightOf(each.leaf) : 1))
    .filter((weight) => weight > 1)
  return [
    ...inner,
    constant(
      part,
      Math.max(
        1,
        weights.reduce((sum, weight) => sum + weight, 0),
      ),
      scopes,
      catalogue,
    ),
  ]
}

const weightOf = (leaf: Leaf): number => (leaf.kind === 'empty' ? 1 : leaf.weight)

function constant(part: Plain, weight: number, scopes: readonly Scope[], catalogue: Catalogue): Sql {
  return sql`SELECT doc, ${weight} AS score FROM (${setOf(part, scopes, catalogue)})`
}

function compileText(leaf: Leaf, scopes: readonly Scope[], catalogue: Catalogue): readonly Sql[] | null {
  if (leaf.kind !== 'text') return null
  return compileLeaf(leaf, scopes, catalogue).scores
}
