import type { DatabaseSync, StatementSync } from 'node:sqlite'

type SqlValue = string | number

/** A piece of SQL with its bound values. Text from requests is always a bound value. */
export type Sql = { readonly text: string; readonly params: readonly SqlValue[] }

/** Compose SQL: pieces are inlined, everything else is bound. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  let text = strings[0] ?? ''
  const params: SqlValue[] = []
  parts.forEach((part, at) => {
    if (typeof part === 'object') {
      text += part.text
      params.push(...part.params)
    } else {
      text += '?'
      params.push(part)
    }
    text += strings[at + 1] ?? ''
  })
  return { text, params }
}

/** A piece of SQL text of our own, such as a table's name. */
export const raw = (text: string): Sql => ({ text, params: [] })

/** Pieces with a separator between them. */
export function join(parts: readonly Sql[], separator: string): Sql {
  return {
    text: parts.map((part) => part.text).join(separator),
    params: parts.flatMap((part) => part.params),
  }
}

/** A list of our own numbers for `IN (…)`, inlined: ids of scopes and fields. */
export const numbers = (list: readonly number[]): Sql =>
  raw(list.map((item) => String(Math.trunc(item))).join(','))

/** The values as a list of bound values. */
export const values = (list: readonly SqlValue[]): Sql => ({
  text: list.map(() => '?').join(','),
  params: list,
})

/** SQLite takes 500 terms of a union and 1000 levels of conditions at most: longer lists are nested. */
const LIST_LIMIT = 100

/** The union of document sets. */
export function union(sets: readonly Sql[]): Sql {
  if (sets.length === 0) return EMPTY
  if (sets.length <= LIST_LIMIT) return join(sets, ' UNION ')
  return union(chunksOf(sets).map((chunk) => sql`SELECT doc FROM (${join(chunk, ' UNION ')})`))
}

/** The documents of all sets, perhaps repeated. Without `LIMIT` SQLite would make one union of the nested ones. */
export function unionAll(sets: readonly Sql[]): Sql {
  if (sets.length <= LIST_LIMIT) return join(sets, ' UNION ALL ')
  return unionAll(
    chunksOf(sets).map((chunk) => sql`SELECT doc FROM (${join(chunk, ' UNION ALL ')} LIMIT -1)`),
  )
}

/** The condition that all of the given ones are met. */
export function allMet(tests: readonly Sql[]): Sql {
  if (tests.length <= LIST_LIMIT) return join(tests, ' AND ')
  return allMet(chunksOf(tests).map((chunk) => sql`(${join(chunk, ' AND ')})`))
}

const chunksOf = (pieces: readonly Sql[]): readonly (readonly Sql[])[] =>
  Array.from({ length: Math.ceil(pieces.length / LIST_LIMIT) }, (_, at) =>
    pieces.slice(at * LIST_LIMIT, (at + 1) * LIST_LIMIT),
  )

/** The set without a document. */
export const EMPTY = raw('SELECT doc FROM doc WHERE 0')

/** One row, its values as SQLite gives them. */
export type Row = Record<string, null | number | bigint | string | Uint8Array>

/** Runs composed SQL on a connection, and caches prepared statements. */
export type Runner = {
  readonly all: (query: Sql) => readonly Row[]
  readonly get: (query: Sql) => Row | undefined
}

const MAX_STATEMENTS = 300

/** Make a runner. When there are too many prepared statements the oldest is dropped. */
export function createRunner(db: DatabaseSync): Runner {
  const statements = new Map<string, StatementSync>()
  const prepare = (text: string): StatementSync => {
    const known = statements.get(text)
    if (known !== undefined) return known
    if (statements.size >= MAX_STATEMENTS) statements.delete(statements.keys().next().value ?? '')
    const statement = db.prepare(text)
    if (text.length < 5000) statements.set(text, statement)
    return statement
  }
  return {
    all: (query) => prepare(query.text).all(...query.params) as Row[],
    get: (query) => prepare(query.text).get(...query.params) as Row | undefined,
  }
}
