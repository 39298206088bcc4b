import { tableOf } from '../domain/table-of.ts'
import { toWords } from '../domain/words.ts'
import { PlatformError } from '../errors.ts'
import type { TextMatch } from '../query/ast.ts'
import { guard, type Catalogue, type LeafSql } from './catalogue.ts'
import { TEXT_SCAN_LIMIT_MS } from './connection.ts'
import { expandFuzzy } from './fuzzy.ts'
import { TEXT_SLOTS } from './schema.ts'
import { docRanges, inScopes, type Scope } from './scopes.ts'
import { EMPTY, join, numbers, raw, sql, union, type Sql } from './sql.ts'

const MAX_WORDS = 64
/** How many words a fuzzy search expands; each costs a pass over the vocabulary. */
const MAX_FUZZY_WORDS = 10
/** Up to this many ranges of documents are searched one by one; with more, all matches are filtered by scope. */
const MAX_RANGES = 4
/** Up to this many words are searched however common they are, and in fewer documents than this any number of words. */
const [FEW_WORDS, VERY_MANY_DOCUMENTS] = [4, 50_000]
/** In more documents than this, a search for very common words only is refused: FTS5 would call `tick` too rarely. */
const MAX_DOCUMENTS_OF_COMMON_WORDS = 200_000
/** A slow search is split into this many ranges at most. */
const MAX_RUNS = 100
/** More than the BM25 of all words together. */
const SCORE_OF_WORD = 1_000_000
/** Up to this many words are ranked by how many an entry has: each of them reads the index once more. */
const MAX_RANKED_WORDS = 8
const SLOTS = tableOf<string>(TEXT_SLOTS)

/** Where passages are searched: a slot's own table, or the table of all other fields (all of them when `field` is null). */
export type SearchedTable = {
  readonly slot: string | null
  readonly field: number | null
  readonly scopes: readonly Scope[]
}

/** Compile free text. Words are split by our own rules and quoted, so that text from a request is never read as FTS syntax. */
export function compileText(leaf: TextMatch, scopes: readonly Scope[], catalogue: Catalogue): LeafSql {
  const { words, isSlow } = selectiveWords(leaf, scopes, catalogue)
  const tables = words.length === 0 ? [] : tablesOf(leaf.field, scopes, catalogue)
  if (tables.length === 0) return { set: EMPTY, test: () => raw('0'), scores: [], rows: null }
  const groups = words.map((word, at) =>
    leaf.fuzzy && at < MAX_FUZZY_WORDS ? expandFuzzy(word, catalogue.vocabulary()) : [word],
  )
  const textsOf = (some: readonly Forms[]): readonly TextSql[] => {
    const match = matchOf(some, leaf.any)
    return tables.map((table) => textIn(table, match, isSlow))
  }
  const found = textsOf(groups)
  const apart = isMany(scopes) ? scoredApart(groups, leaf.any, catalogue.isCommon) : []
  const scored = apart.length === 0 ? found : apart.flatMap(textsOf)
  const scores =
    leaf.ranksByWords && groups.length > 1 && groups.length <= MAX_RANKED_WORDS
      ? groups.map((forms) => scoreOfWord(tables, textsOf([forms])))
      : scored.map(({ score }) => score)
  return {
    set: union(found.map(({ set }) => set)),
    test: null,
    scores: scores.map((score) => ({ set: score, weight: leaf.weight })),
    rows: null,
  }
}

/** The BM25 of a word, and once more than any BM25 for each entry that has the word, in however many of its texts. */
function scoreOfWord(tables: readonly SearchedTable[], texts: readonly TextSql[]): Sql {
  const all = join(
    texts.map(({ score }) => score),
    ' UNION ALL ',
  )
  if (tables.length === 1 && tables[0]?.slot !== null)
    return sql`SELECT doc, score + ${SCORE_OF_WORD} AS score FROM (${all})`
  // The limit keeps SQLite from merging the two statements: BM25 cannot be summed in the statement with the MATCH.
  return sql`SELECT doc, sum(score) + ${SCORE_OF_WORD} AS score FROM (SELECT * FROM (${all}) LIMIT -1) GROUP BY doc`
}

/** The forms of a word; any of them matches. */
type Forms = readonly string[]

/** An expression of FTS5: all words, or any of them, each in any of its forms. */
function matchOf(groups: readonly Forms[], any: boolean): string {
  const quoted = groups.map((forms) =>
    forms.length === 1 ? `"${forms[0]}"` : `(${forms.map((form) => `"${form}"`).join(' OR ')})`,
  )
  return `{body} : (${quoted.join(any ? ' OR ' : ' AND ')})`
}

/**
 * The groups of words that are scored separately; empty when there are none. The BM25 score of alternatives is the sum of their
 * scores, so a very common word can be read once for all conditions that contain it, whatever other words they contain.
 */
function scoredApart(
  groups: readonly Forms[],
  any: boolean,
  isCommon: (word: string) => boolean,
): readonly (readonly Forms[])[] {
  if (groups.length > 1 && !any) return []
  const common = groups.flat().filter(isCommon)
  if (common.length === 0) return []
  const rest = groups.map((forms) => forms.filter((form) => !common.includes(form)))
  const others = rest.filter((forms) => forms.length > 0)
  return [...common.map((form) => [[form]]), ...(others.length > 0 ? [others] : [])]
}

const documentsOf = (scopes: readonly Scope[]): number => scopes.reduce((sum, scope) => sum + scope.docs, 0)
const isMany = (scopes: readonly Scope[]): boolean => documentsOf(scopes) >= VERY_MANY_DOCUMENTS

const textIn = (table: SearchedTable, match: string, isSlow: boolean): TextSql =>
  table.slot === null ? inFields(table, match) : inSlot(table.slot, table.scopes, match, isSlow)

/**
 * The words to search for. In very many documents, more than `FEW_WORDS` words that are all very common would take seconds: with
 * "any" they are ignored when there are rarer words; without rarer words the time is shortened, or the query is refused.
 * @throws PlatformError platform/bad-query
 */
function selectiveWords(
  leaf: TextMatch,
  scopes: readonly Scope[],
  catalogue: Catalogue,
): { readonly words: readonly string[]; readonly isSlow: boolean } {
  const words = [...new Set(toWords(leaf.term))].slice(0, MAX_WORDS)
  if (words.length <= FEW_WORDS || !isMany(scopes)) return { words, isSlow: false }
  const rare = words.filter((word) => !catalogue.isCommon(word))
  if (rare.length === 0 && documentsOf(scopes) > MAX_DOCUMENTS_OF_COMMON_WORDS)
    throw new PlatformError(
      'platform/bad-query',
      'The query is too costly: all of its words are nearly everywhere; ask for fewer or rarer ones',
    )
  if (rare.length === 0) catalogue.shortenLimit(TEXT_SCAN_LIMIT_MS)
  return { words: leaf.any && rare.length > 0 ? rare : words, isSlow: rare.length === 0 }
}

/** Where the text of a field is indexed, which can differ by content type. */
export function tablesOf(
  field: string,
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly SearchedTable[] {
  const direct = SLOTS.get(field)
  if (direct !== undefined) return [{ slot: direct, field: null, scopes }]
  if (field === '*')
    return [
      { slot: null, field: null, scopes },
      // `searchContent` is no field and includes text of other entries; `_searchContent` is the text of files.
      ...[...SLOTS].flatMap(([path, slot]) =>
        /^_?searchContent$/.test(path) ? [] : [{ slot, field: null, scopes }],
      ),
    ]
  const bySlot = new Map<string | null, Scope[]>()
  for (const scope of scopes) {
    const slot = SLOTS.get(catalogue.namedTextOf(scope.contentTypeId, field) ?? '') ?? null
    bySlot.set(slot, [...(bySlot.get(slot) ?? []), scope])
  }
  const id = catalogue.fieldIds.get(field) ?? null
  return [...bySlot].flatMap(([slot, some]) =>
    slot === null && id === null ? [] : [{ slot, field: id, scopes: some }],
  )
}

type TextSql = { readonly set: Sql; readonly score: Sql }

function inSlot(slot: string, scopes: readonly Scope[], match: string, isSlow: boolean): TextSql {
  const table = raw(slot)
  const rowid = sql`${table}.rowid`
  // FTS5 intersects the lists of many words without calling `tick`, so a slow search runs once for each scope.
  const runs =
    isSlow && scopes.length <= MAX_RUNS ? scopes.flatMap((scope) => docRanges([scope])) : docRanges(scopes)
  const parts =
    runs.length <= (isSlow ? MAX_RUNS : MAX_RANGES)
      ? runs.map(
          (run) =>
            sql`${rowid} BETWEEN ${numbers([run.low])} AND ${numbers([run.high])} AND ${raw(isSlow ? 'tick()' : '1')}`,
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
      parts.map((part) => sql`SELECT rowid AS doc, -bm25(${table}) AS score ${where(part)}`),
      ' UNION ALL ',
    ),
  }
}

function inFields({ field, scopes }: SearchedTable, match: string): TextSql {
  const one = field === null ? match : `{f} : "f${field}" AND ${match}`
  const where = sql`FROM ft_field JOIN passage p ON p.passage = ft_field.rowid WHERE ft_field MATCH ${one} AND ${inScopes(scopes, raw('p.doc'))} AND ${guard(raw('p.doc'))}`
  return {
    set: sql`SELECT DISTINCT p.doc AS doc ${where}`,
    score: sql`SELECT p.doc AS doc, -bm25(ft_field, 0, 1) AS score ${where}`,
  }
}
