import { toWords } from '../domain/words.ts'
import type { TextMatch } from '../query/ast.ts'
import { guard, type Catalogue, type LeafSql } from './catalogue.ts'
import { expandFuzzy } from './fuzzy.ts'
import { TEXT_SLOTS } from './schema.ts'
import { docRanges, inScopes, type Scope } from './scopes.ts'
import { EMPTY, join, numbers, raw, sql, union, type Sql } from './sql.ts'

const MAX_WORDS = 64
/** So many words are looked for in other spellings; each costs a walk through the vocabulary. */
const MAX_FUZZY_WORDS = 10
/** Up to so many runs of documents each is a search of its own; beyond, all matches are looked at. */
const MAX_RANGES = 4
const SLOTS: Readonly<Record<string, string>> = TEXT_SLOTS

/** Where passages are looked for: a slot's own table, or the table of all other fields (all of them when `field` is null). */
type Place = {
  readonly slot: string | null
  readonly field: number | null
  readonly scopes: readonly Scope[]
}

/** Compile free text. Words are cut by our own rules and quoted, so the caller's text is never read as FTS syntax. */
export function compileText(leaf: TextMatch, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  const words = [...new Set(toWords(leaf.term))].slice(0, MAX_WORDS)
  const places = words.length === 0 ? [] : placesOf(leaf.field, scopes, catalogue)
  if (places.length === 0) return { set: EMPTY, test: () => raw('0'), scores: [], rows: null }
  const groups = words.map((word, at) => {
    const forms = leaf.fuzzy && at < MAX_FUZZY_WORDS ? expandFuzzy(word, catalogue.vocabulary()) : [word]
    return forms.length === 1 ? `"${forms[0]}"` : `(${forms.map((form) => `"${form}"`).join(' OR ')})`
  })
  const match = `{body} : (${groups.join(leaf.any ? ' OR ' : ' AND ')})`
  const found = places.map((place) =>
    place.slot === null
      ? inFields(place, match, leaf.weight)
      : inSlot(place.slot, place.scopes, match, leaf.weight),
  )
  return {
    set: union(found.map((one) => one.set)),
    test: null,
    scores: found.map((one) => one.score),
    rows: null,
  }
}

function placesOf(field: string, scopes: readonly Scope[], catalogue: Catalogue): readonly Place[] {
  const direct = SLOTS[field]
  if (direct !== undefined) return [{ slot: direct, field: null, scopes }]
  if (field === '*')
    return [
      { slot: null, field: null, scopes },
      // `searchContent` is no field of its own, and holds text of other entries; `_searchContent` that of files.
      ...Object.entries(SLOTS).flatMap(([path, slot]) =>
        /^_?searchContent$/.test(path) ? [] : [{ slot, field: null, scopes }],
      ),
    ]
  const bySlot = new Map<string | null, Scope[]>()
  for (const scope of scopes) {
    const slot = SLOTS[catalogue.namedTextOf(scope.contentTypeId, field) ?? ''] ?? null
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), scope])
  }
  const id = catalogue.fieldIds.get(field) ?? null
  return [...bySlot].flatMap(([slot, some]) =>
    slot === null && id === null ? [] : [{ slot, field: id, scopes: some }],
  )
}

type TextSql = { readonly set: Sql; readonly score: Sql }

function inSlot(slot: string, scopes: readonly Scope[], match: string, weight: number): TextSql {
  const table = raw(slot)
  const rowid = sql`${table}.rowid`
  const parts =
    docRanges(scopes).length <= MAX_RANGES
      ? docRanges(scopes).map(
          (range) => sql`${rowid} BETWEEN ${numbers([range.low])} AND ${numbers([range.high])}`,
        )
      : [inScopes(scopes, rowid)]
  const where = (part: Sql): Sql =>
    sql`FROM ${table} WHERE ${table} MATCH ${match} AND ${part} AND ${guard(rowid)}`
  return {
    set: join(
      parts.map((part) => sql`SELECT rowid AS doc ${where(part)}`),
      ' UNION ALL ',
    ),
    score: join(
      parts.map((part) => sql`SELECT rowid AS doc, -bm25(${table}) * ${weight} AS score ${where(part)}`),
      ' UNION ALL ',
    ),
  }
}

function inFields({ field, scopes }: Place, match: string, weight: number): TextSql {
  const one = field === null ? match : `{f} : "f${field}" AND ${match}`
  const where = sql`FROM ft_field JOIN passage p ON p.passage = ft_field.rowid WHERE ft_field MATCH ${one} AND ${inScopes(scopes, raw('p.doc'))} AND ${guard(raw('p.doc'))}`
  return {
    set: sql`SELECT DISTINCT p.doc AS doc ${where}`,
    score: sql`SELECT p.doc AS doc, -bm25(ft_field, 0, 1) * ${weight} AS score ${where}`,
  }
}
