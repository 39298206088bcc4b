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

const UNION_LIMIT = 100

/** The union of document sets, nested so that SQLite's limit of 500 terms is never reached. */
export function union(sets: readonly Sql[]): Sql {
  if (sets.length === 0) return EMPTY
  if (sets.length <= UNION_LIMIT) return join(sets, ' UNION ')
  const chunks: Sql[] = []
  for (let at = 0; at < sets.length; at += UNION_LIMIT)
    chunks.push(sql`SELECT doc FROM (${join(sets.slice(at, at + UNION_LIMIT), ' UNION ')})`)
  return union(chunks)
}

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
