import { toWords } from '../domain/words.ts'
import type { TextMatch } from '../query/ast.ts'
import { guard, type Catalogue, type LeafSql } from './catalogue.ts'
import { expandFuzzy } from './fuzzy.ts'
import { TEXT_SLOTS } from './schema.ts'
import type { Scope } from './scopes.ts'
import { EMPTY, numbers, raw, sql, type Sql } from './sql.ts'

const MAX_WORDS = 64
const MAX_SCOPE_WORDS = 30

/** Compile free text. Words are cut by our own rules and quoted, so the caller's text is never read as FTS syntax. */
export function compileText(leaf: TextMatch, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  const words = [...new Set(toWords(leaf.term))].slice(0, MAX_WORDS)
  const nothing: LeafSql = { set: EMPTY, test: () => raw('0'), score: null }
  if (words.length === 0) return nothing
  const groups = words.map((word) => {
    const forms = leaf.fuzzy ? expandFuzzy(word, catalogue.vocabulary()) : [word]
    return forms.length === 1 ? `"${forms[0]}"` : `(${forms.map((form) => `"${form}"`).join(' OR ')})`
  })
  const filters: string[] = [`{body} : (${groups.join(leaf.any ? ' OR ' : ' AND ')})`]
  const narrowed = scopes.length <= MAX_SCOPE_WORDS
  if (narrowed) filters.unshift(`{s} : (${scopes.map((scope) => `"s${scope.id}"`).join(' OR ')})`)
  const slot = (TEXT_SLOTS as Readonly<Record<string, string>>)[leaf.field]
  if (slot === undefined && leaf.field !== '*') {
    const field = catalogue.fieldIds.get(leaf.field)
    if (field === undefined) return nothing
    filters.unshift(`{f} : "f${field}"`)
  }
  const match = filters.join(' AND ')
  const list = numbers(scopes.map((scope) => scope.id))
  const inScope = (doc: Sql): Sql =>
    narrowed ? raw('1') : sql`(SELECT scope FROM doc d WHERE d.doc = ${doc}) IN (${list})`
  if (slot !== undefined) {
    const table = raw(slot)
    const where = sql`FROM ${table} WHERE ${table} MATCH ${match} AND ${inScope(sql`${table}.rowid`)} AND ${guard(sql`${table}.rowid`)}`
    return {
      set: sql`SELECT rowid AS doc ${where}`,
      test: null,
      score: sql`SELECT rowid AS doc, -bm25(${table}, 0, 1) * ${leaf.weight} AS score ${where}`,
    }
  }
  const where = sql`FROM ft_field JOIN passage p ON p.passage = ft_field.rowid WHERE ft_field MATCH ${match} AND ${inScope(raw('p.doc'))} AND ${guard(raw('p.doc'))}`
  return {
    set: sql`SELECT DISTINCT p.doc AS doc ${where}`,
    test: null,
    score: sql`SELECT p.doc AS doc, -bm25(ft_field, 0, 0, 1) * ${leaf.weight} AS score ${where}`,
  }
}
