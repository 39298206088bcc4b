import type { Plain } from '../query/normalise.ts'
import type { Catalogue, Score } from './catalogue.ts'
import { compileLeaf } from './compile-leaf.ts'
import { readEqualsOrUnset } from './exceptions.ts'
import { splitByLink } from './linked-fields.ts'
import { setOf } from './plan-where.ts'
import { haveEqualScores, isScopeLeaf, isUnweighted, splitScope, type Scope } from './scopes.ts'
import { sql } from './sql.ts'

/**
 * The parts of a query that give scores, each once, however many conditions share it; empty when there are none.
 * Free text gives weight times BM25 of its field; any other branch of an `or` gives its weight; what stands beneath a `not` gives
 * nothing, and as a branch of an `or` it counts 1. A condition that gives all matches the same score is left out: adding it to each
 * of a million documents takes most of a second. Source: protocol 1.13.
 */
export function planScore(where: Plain, scopes: readonly Scope[], catalogue: Catalogue): readonly Score[] {
  return addWeights(scoresOf(rankByWords(where, scopes, catalogue), scopes, catalogue, false)).slice(
    0,
    MAX_PARTS,
  )
}

/**
 * Of "any word", entries with more of the words come first, whatever their BM25, where this is the one condition that gives a
 * score. Beside others its scores are added to theirs, which a count of words would outweigh; text of
 * linked entries counts once, however many of the words it has, so that entries with text of their own would always come first.
 */
function rankByWords(where: Plain, scopes: readonly Scope[], catalogue: Catalogue): Plain {
  const [only, ...others] = (where.kind === 'and' ? where.parts : [where]).filter((part) =>
    givesScore(part, scopes),
  )
  if (only?.kind !== 'leaf' || only.leaf.kind !== 'text' || others.length > 0) return where
  if (splitByLink(only.leaf.field, scopes, catalogue).linked.length > 0) return where
  return { ...only, leaf: { ...only.leaf, ranksByWords: only.leaf.any } }
}

/** Merge parts with the same set, because reading a set again costs as much as the first time. */
function addWeights(scores: readonly Score[]): readonly Score[] {
  const found = new Map<string, Score>()
  for (const { set, weight } of scores) {
    const key = set.text + JSON.stringify(set.params)
    found.set(key, { set, weight: (found.get(key)?.weight ?? 0) + weight })
  }
  return [...found.values()]
}

/** How many parts of a query are scored; further ones would hardly change the order. */
export const MAX_PARTS = 400

function scoresOf(
  part: Plain,
  scopes: readonly Scope[],
  catalogue: Catalogue,
  isBranch: boolean,
): readonly Score[] {
  if (!part.isScored) return isBranch ? [constant(part, 1, scopes, catalogue)] : []
  if (part.kind === 'or') return part.parts.flatMap((branch) => scoresOf(branch, scopes, catalogue, true))
  if (part.kind === 'leaf') {
    if (isText(part)) return compileLeaf(part.leaf, scopes, catalogue).scores
    return isBranch ? [constant(part, weightOf(part), scopes, catalogue)] : []
  }
  if (!isBranch)
    return part.parts
      .filter((each) => givesScore(each, scopes))
      .flatMap((each) => scoresOf(each, scopes, catalogue, false))
  return scoresOfBranch(part, scopes, catalogue)
}

/**
 * A branch counts once, whatever it is made of, so that an `or` does not favour the branch with more conditions. Free text in it
 * gives BM25, only for the documents of the branch; the other conditions give the weights that the query sets.
 */
function scoresOfBranch(
  branch: Plain & { readonly kind: 'and' | 'or' },
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly Score[] {
  const { parts } = branch
  const given = parts
    .map((part) => (part.kind === 'leaf' && part.isScored && !isText(part) ? weightOf(part) : 1))
    .filter((weight) => weight > 1)
    .reduce((sum, weight) => sum + weight, 0)
  const texts = parts.filter((part) => part.kind !== 'leaf' || isText(part))
  const { left } = splitScope(branch, scopes)
  if (left.length === 0) return []
  const inner = texts.flatMap((part) => scoresOf(part, left, catalogue, false))
  // When the narrowed scopes are the only other condition they limit the text already; else the set of the branch has to.
  const isOfScopes = parts.every((part) => isText(part) || (part.kind === 'leaf' && isScopeLeaf(part.leaf)))
  const set = setOf(branch, scopes, catalogue)
  const own =
    isOfScopes && texts.length === 1
      ? inner
      : inner.map((score) => ({
          ...score,
          set: sql`SELECT doc, score FROM (${score.set}) WHERE +doc IN (${set})`,
        }))
  if (texts.some(isText) && given === 0) return own
  return [...own, constant(branch, Math.max(1, given), scopes, catalogue)]
}

/** Whether a condition of the whole query gives matching documents different scores. */
export const givesScore = (part: Plain, scopes: readonly Scope[]): boolean =>
  part.kind === 'leaf'
    ? isText(part)
    : part.isScored && !haveEqualScores(part, scopes) && !isEqualsOrUnset(part)

const isText = (part: Plain): boolean => part.isScored && part.kind === 'leaf' && part.leaf.kind === 'text'

/** "Field equals a value, or one of several, or is not set": every match meets one of the two, so the scores are equal. */
const isEqualsOrUnset = (part: Plain): boolean =>
  part.kind === 'or' && isUnweighted(part) && readEqualsOrUnset(part.parts) !== null

const weightOf = ({ leaf }: Plain & { readonly kind: 'leaf' }): number =>
  leaf.kind === 'empty' ? 1 : leaf.weight

function constant(part: Plain, weight: number, scopes: readonly Scope[], catalogue: Catalogue): Score {
  return { set: sql`SELECT doc, 1 AS score FROM (${setOf(part, scopes, catalogue)})`, weight }
}
