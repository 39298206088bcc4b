import type { Plain } from '../query/normalise.ts'
import type { Catalogue, Score } from './catalogue.ts'
import { exceptionsOf } from './exceptions.ts'
import { givesScore, MAX_PARTS, planScore } from './plan-score.ts'
import { setOf, type Plan } from './plan-where.ts'
import { isScopeLeaf, type Scope } from './scopes.ts'
import { EMPTY, raw, sql, type Sql } from './sql.ts'

/**
 * The documents that a query found. `set` is all of them; when `scored`, the temporary table `matched` holds a score for
 * each. Whole scopes are never copied: they are read along their own index.
 */
export type Matched = {
  readonly plan: Plan
  readonly set: Sql
  readonly total: number
  readonly scored: boolean
}

/** Find the documents of a plan once, for page, counts and order together, and count them. */
export function match(plan: Plan, where: Plain, wantsScore: boolean, catalogue: Catalogue): Matched {
  if (plan.plain) return matchScopes(plan, catalogue)
  const { run } = catalogue
  run.all(raw('CREATE TEMP TABLE IF NOT EXISTS matched (doc INTEGER PRIMARY KEY, score REAL)'))
  run.all(raw('DELETE FROM temp.matched'))
  const scores = wantsScore ? planScore(where, plan.scopes, catalogue) : []
  const failing = scores.length < MAX_PARTS ? failingBesideScored(where, plan.scopes, catalogue) : null
  if (scores.length > 0 && failing !== null) {
    insertScored(scores, catalogue, null)
    run.all(sql`DELETE FROM temp.matched WHERE doc IN (${failing})`)
  } else if (scores.length > 0) insertScored(scores, catalogue, plan.set)
  else run.all(sql`INSERT OR IGNORE INTO temp.matched (doc, score) SELECT doc, 0 FROM (${plan.set})`)
  const total = Number(run.get(raw('SELECT count(*) AS n FROM temp.matched'))?.['n'] ?? 0)
  return { plan, set: raw('SELECT doc FROM temp.matched'), total, scored: scores.length > 0 }
}

/** Match whole scopes: only their exceptions are copied to a temporary table. */
function matchScopes(plan: Plan, { run }: Catalogue): Matched {
  const all = plan.scopes.reduce((sum, scope) => sum + scope.docs, 0)
  if (plan.exceptions === null) return { plan, set: plan.set, total: all, scored: false }
  run.all(raw('CREATE TEMP TABLE IF NOT EXISTS excepted (doc INTEGER PRIMARY KEY)'))
  run.all(raw('DELETE FROM temp.excepted'))
  run.all(sql`INSERT OR IGNORE INTO temp.excepted (doc) SELECT doc FROM (${plan.exceptions})`)
  const excepted = Number(run.get(raw('SELECT count(*) AS n FROM temp.excepted'))?.['n'] ?? 0)
  const exceptions = excepted === 0 ? null : raw('SELECT doc FROM temp.excepted')
  const total = all - excepted
  return { plan: { ...plan, exceptions }, set: plan.set, total, scored: false }
}

/** The condition that a document is no exception of its scope, to be appended to other conditions. */
export const notExcepted = ({ exceptions }: Plan, doc: Sql): Sql =>
  exceptions === null ? raw('') : sql`AND ${doc} NOT IN (${exceptions})`

/** Add up the scores of each document. With `set`, only of its documents, and documents without a score get 0. */
function insertScored(scores: readonly Score[], catalogue: Catalogue, set: Sql | null): void {
  const { run } = catalogue
  if (set !== null) run.all(sql`INSERT OR IGNORE INTO temp.matched (doc, score) SELECT doc, 0 FROM (${set})`)
  for (const { set: part, weight } of scores) {
    // BM25 is only available in the statement with the MATCH, so each part is added by a statement of its own. The unary plus makes SQLite
    // read the part once: without it SQLite may search the part again for every matching document.
    const upsert = raw('ON CONFLICT (doc) DO UPDATE SET score = score + excluded.score')
    if (set === null)
      run.all(
        sql`INSERT INTO temp.matched (doc, score) SELECT doc, score * ${weight} FROM (${part}) WHERE 1 ${upsert}`,
      )
    else
      run.all(
        sql`INSERT INTO temp.matched (doc, score) SELECT doc, score * ${weight} FROM (${part}) WHERE +doc IN (SELECT doc FROM temp.matched) ${upsert}`,
      )
  }
}

/**
 * The documents that have a score and yet do not match. They are known when a single condition gives all scores, because every scored
 * document meets it, and the other conditions have few known exceptions or there are none. Null when they are not known.
 */
function failingBesideScored(where: Plain, scopes: readonly Scope[], catalogue: Catalogue): Sql | null {
  const parts = (where.kind === 'and' ? where.parts : [where]).filter(
    (part) => !(part.kind === 'leaf' && isScopeLeaf(part.leaf)),
  )
  const scored = parts.filter((part) => givesScore(part, scopes))
  const others = parts.filter((part) => !scored.includes(part))
  if (scored.length !== 1) return null
  return others.length === 0 ? EMPTY : exceptionsOf(others, scopes, catalogue, setOf)
}
