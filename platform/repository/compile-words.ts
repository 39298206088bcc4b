import { EXACT_LIMIT, fold } from '../domain/words.ts'
import type { Comparison } from '../query/ast.ts'
import { guard, type Catalogue } from './catalogue.ts'
import { TEXT_SCAN_LIMIT_MS } from './connection.ts'
import { containsCondition, trigramMatch } from './contains.ts'
import { indexesFor, type WordIndex } from './word-index.ts'
import { SHORT_LIMIT, TRIGRAM_FIELDS } from './schema.ts'
import type { Scope } from './scopes.ts'
import { numbers, raw, sql, values, type Sql } from './sql.ts'
import { SIGNS, sourceOf, type Source } from './value-source.ts'

/** With more documents than this, an index narrows down the texts before they are scanned. */
const MANY_DOCUMENTS = 5000

/** The sources of texts that can meet a comparison: short texts in `sv`, long ones in `sl`. */
export function textSources(
  leaf: Comparison,
  fields: readonly number[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly Source[] {
  const condition = textCondition(leaf)
  if (condition === null) return []
  const isMany = scopes.reduce((sum, scope) => sum + scope.docs, 0) > MANY_DOCUMENTS
  const long = longFieldsOf(leaf, fields, catalogue)
  if (isMany && leaf.operator === 'contains') return partSources(leaf, fields, long, scopes, catalogue)
  // The ends of texts, and anything in long texts, can only be found by a scan.
  if (isMany && (leaf.operator === 'endsWith' || long.length > 0))
    catalogue.shortenLimit(TEXT_SCAN_LIMIT_MS, howToAsk(leaf))
  return [
    { ...sourceOf(raw('sv'), fields, scopes, condition), isSlow: isMany && leaf.operator === 'endsWith' },
    ...(long.length > 0 ? [longSource(long, scopes, condition)] : []),
  ]
}

/** Suggests queries that find the same or nearly the same in time. Each of them is answered with a million entries. */
function howToAsk({ field, operator, values: [term = ''] }: Comparison): string {
  const asked = `"${field}" ${operator} "${String(term).slice(0, MAX_QUOTED)}" would look through the texts of too many entries`
  return `${asked}; ask for whole words with "freeText", for the beginning of a text with "startsWith", for a part of a title, an address or a keyword with "contains" on one of ${[...TRIGRAM_FIELDS].join(', ')}, or add a condition that leaves fewer entries, such as "sys.contentTypeId"`
}

const MAX_QUOTED = 60

/** The fields whose long texts could meet a comparison. */
function longFieldsOf(leaf: Comparison, fields: readonly number[], catalogue: Catalogue): readonly number[] {
  const isWhole = leaf.operator === 'equalTo' || leaf.operator === 'in'
  const longest = Math.max(...leaf.values.map((value) => fold(String(value)).length))
  return isWhole && longest <= SHORT_LIMIT ? [] : fields.filter((field) => catalogue.longFields.has(field))
}

// One long text can take as long as hundreds of short ones, so `tick` is called before each.
const longSource = (fields: readonly number[], scopes: readonly Scope[], condition: Sql): Source => ({
  ...sourceOf(raw('sl'), fields, scopes, sql`tick() AND ${condition}`),
  isSlow: true,
})

/** The sources of texts that contain a term, among very many texts: only those that an index finds are scanned. */
function partSources(
  leaf: Comparison,
  fields: readonly number[],
  long: readonly number[],
  scopes: readonly Scope[],
  catalogue: Catalogue,
): readonly Source[] {
  const term = fold(String(leaf.values[0] ?? ''))
  const condition = containsCondition(term, raw('val'))
  const grams = TRIGRAM_FIELDS.has(leaf.field) ? trigramMatch(term) : null
  if (grams !== null) {
    const short = sourceOf(raw('sv'), fields, scopes, condition)
    const found = indexed(short, 'sv', TRIGRAMS(grams), scopes, term)
    return long.length === 0 ? [found] : [found, longSource(long, scopes, condition)]
  }
  catalogue.shortenLimit(TEXT_SCAN_LIMIT_MS, howToAsk(leaf))
  const indexes = indexesFor(leaf.field, term, scopes, catalogue)
  const tables = [['sv', fields] as const, ...(long.length > 0 ? [['sl', long] as const] : [])]
  return tables.flatMap(([table, some]) =>
    indexes.map((index) => {
      const all = table === 'sl' ? sql`tick() AND ${condition}` : condition
      const source = sourceOf(raw(table), some, index.scopes, all)
      return index.match === null
        ? { ...source, isSlow: true }
        : indexed(source, table, index, index.scopes, term)
    }),
  )
}

const TRIGRAMS = (match: string): Pick<WordIndex, 'table' | 'match'> => ({ table: 'tri', match })

/** The rows of a source for the documents that an index finds. */
function indexed(
  source: Source,
  table: string,
  { table: name, match }: Pick<WordIndex, 'table' | 'match'>,
  scopes: readonly Scope[],
  term: string,
): Source {
  const index = raw(name)
  const [passage, doc] =
    name === 'ft_field'
      ? [raw('CROSS JOIN passage p ON p.passage = ft_field.rowid'), raw('p.doc')]
      : [raw(''), sql`${index}.rowid`]
  // The guard uses the index's document number: most of those documents may have no row in the value table to evaluate it for.
  const rows = sql`SELECT v.doc AS doc FROM ${index} ${passage} CROSS JOIN ${raw(table)} v ON v.doc = ${doc} AND v.field IN (${source.fieldSql}) AND v.scope IN (${numbers(scopes.map(({ id }) => id))})
    WHERE ${index} MATCH ${match ?? ''} AND ${guard(doc)} AND ${raw(table === 'sl' ? 'tick()' : '1')} AND ${containsCondition(term, raw('v.val'))}`
  return { ...source, rows, set: sql`SELECT DISTINCT doc FROM (${rows})` }
}

const HIGHEST = '\u{10FFFF}'

function textCondition(leaf: Comparison): Sql | null {
  const list = leaf.values.map((value) => fold(String(value))).filter((value) => value.length <= EXACT_LIMIT)
  const [first, second] = list
  if (leaf.operator === 'in') return list.length === 0 ? null : sql`val IN (${values(list)})`
  if (first === undefined) return null
  switch (leaf.operator) {
    case 'equalTo':
      return sql`val = ${first}`
    case 'contains':
      return containsCondition(first, raw('val'))
    case 'startsWith':
      return sql`val >= ${first} AND val < ${first + HIGHEST}`
    case 'endsWith':
      return first === '' ? raw('1') : sql`substr(val, ${-[...first].length}) = ${first}`
    case 'between':
      return second === undefined ? null : sql`val BETWEEN ${first} AND ${second}`
    default:
      return sql`val ${raw(SIGNS[leaf.operator])} ${first}`
  }
}
