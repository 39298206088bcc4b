import type { DatabaseSync } from 'node:sqlite'
import { fold } from '../domain/words.ts'
import type { Clause, Comparison, Leaf, OrderItem } from '../query/ast.ts'
import { createRunner, join, raw, sql, values, type Sql } from '../repository/sql.ts'
import type { AccountPage, AccountQuery } from './records.ts'
import { toAccount } from './sqlite-accounts.ts'

/** The columns with an index of their own, which ignores case. */
const COLUMNS = new Set(['id', 'username', 'email'])
const NAMES = ['username', 'email', 'firstName', 'lastName']
/** A field of an account, as JSON paths name it; no other text becomes part of a query. */
const PATH = /^[\w-]+(\.[\w-]+)*$/

/** Find accounts: one page in order, with the total number. The connection needs the functions `fold` and `wildcard`. */
export function findAccounts(db: DatabaseSync, query: AccountQuery): AccountPage {
  const run = createRunner(db)
  const where = sql`WHERE ${conditionOf(query.where)} AND ${textCondition(query.text)} AND ${groupCondition(query.groupIds)}`
  const total = run.get(sql`SELECT count(*) AS n FROM user_account ${where}`)
  const rows = run.all(
    sql`SELECT id, username, email, password, json FROM user_account ${where} ORDER BY ${orderOf(query.order)}, id
    LIMIT ${query.pageSize} OFFSET ${query.pageIndex * query.pageSize}`,
  )
  return { totalCount: Number(total?.['n'] ?? 0), items: rows.map(toAccount) }
}

/** The SQL value of a field for comparisons; only properties of the user's JSON can be queried. */
function valueOf(field: string): Sql {
  const plain = field.replace(/^sys\./, '')
  if (COLUMNS.has(plain)) return raw(plain)
  return PATH.test(plain)
    ? sql`json_extract(json, ${`$.${plain.replaceAll(/[\w-]+/g, '"$&"')}`})`
    : raw('NULL')
}

function orderOf(order: readonly OrderItem[]): Sql {
  const items = order.length > 0 ? order : [{ field: 'username', descending: false }]
  return join(
    items.map(
      ({ field, descending }) => sql`fold(${valueOf(field)}) ${raw(descending ? 'DESC' : 'ASC')} NULLS LAST`,
    ),
    ', ',
  )
}

function textCondition(text: string | null): Sql {
  if (text === null || text.trim() === '') return raw('1')
  return sql`(${join(
    NAMES.map((name) => sql`instr(fold(${valueOf(name)}), ${fold(text.trim())}) > 0`),
    ' OR ',
  )})`
}

function groupCondition(ids: readonly string[] | null): Sql {
  if (ids === null) return raw('1')
  return sql`EXISTS (SELECT 1 FROM json_each(user_account.json, '$.groupIds') member WHERE member.value IN (${values(ids)}))`
}

function conditionOf(clause: Clause): Sql {
  switch (clause.kind) {
    case 'and':
    case 'or': {
      const [none, separator] = clause.kind === 'and' ? ['1', ' AND '] : ['0', ' OR ']
      return clause.clauses.length === 0
        ? raw(none)
        : sql`(${join(clause.clauses.map(conditionOf), separator)})`
    }
    case 'not':
      return sql`NOT coalesce(${conditionOf(clause.clause)}, 0)`
    default:
      return leafCondition(clause)
  }
}

function leafCondition(leaf: Leaf): Sql {
  const value = valueOf(leaf.field)
  switch (leaf.kind) {
    case 'exists':
      return sql`(${value} IS ${raw(leaf.wanted ? 'NOT ' : '')}NULL)`
    case 'empty':
      return sql`coalesce(${value}, '') = ''`
    case 'text':
      return sql`instr(fold(${value}), ${fold(leaf.term)}) > 0`
    case 'near':
      return raw('0')
    case 'compare':
      return comparison(leaf, value)
  }
}

const SIGNS: Readonly<Record<string, string>> = {
  greaterThan: '>',
  greaterThanOrEqualTo: '>=',
  lessThan: '<',
  lessThanOrEqualTo: '<=',
}

function comparison({ operator, field, values: given }: Comparison, value: Sql): Sql {
  const folded = given.map((one) => fold(typeof one === 'boolean' ? String(Number(one)) : String(one)))
  const [first = '', second = ''] = folded
  const text = sql`fold(${value})`
  switch (operator) {
    case 'equalTo':
    case 'in':
      // Bare columns, so that SQLite can use their indexes; these compare without case themselves.
      return COLUMNS.has(field)
        ? sql`${value} IN (${values(given.map(String))})`
        : sql`${text} IN (${values(folded)})`
    case 'contains':
      return sql`wildcard(${`*${first}*`}, coalesce(${text}, ''))`
    case 'startsWith':
      return sql`substr(${text}, 1, ${[...first].length}) = ${first}`
    case 'endsWith':
      return sql`substr(${text}, ${-[...first].length}) = ${first}`
    case 'between':
      return sql`${text} BETWEEN ${first} AND ${second}`
    default:
      return sql`${text} ${raw(SIGNS[operator] ?? '=')} ${first}`
  }
}
