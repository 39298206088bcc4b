import { PlatformError } from '../errors.ts'
import { equalToAny, plainPath, type Clause, type Operator, type Scalar } from './ast.ts'
import { readDistanceClause } from './distance.ts'

/** Limits against hostile queries; the vendor's client fetches each link with four clauses. Source: protocol notes 4.4. */
export const LIMITS = { depth: 20, clauses: 3000, list: 5000 } as const

const OPERATORS: readonly string[] = [
  'equalTo',
  'in',
  'contains',
  'startsWith',
  'endsWith',
  'greaterThan',
  'greaterThanOrEqualTo',
  'lessThan',
  'lessThanOrEqualTo',
  'between',
  'exists',
  'freeText',
  'distanceWithin',
]
const PLAIN_KEYS = new Set(['field', 'weight'])

const bad = (message: string): never => {
  throw new PlatformError('platform/bad-query', message)
}

/** Read the JSON form of a query: a list of clauses that all must match, or one clause. Throws `platform/bad-query`. */
export function readWhere(value: unknown): Clause {
  const budget = { left: LIMITS.clauses }
  const clauses = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return { kind: 'and', clauses: clauses.map((clause) => readClause(clause, 1, budget)) }
}

/** Everything that a clause says must hold: `and`, `or`, `not` and the operators of a field may stand side by side. */
function readClause(value: unknown, depth: number, budget: { left: number }): Clause {
  budget.left -= 1
  if (budget.left < 0) bad(`The query has more than ${LIMITS.clauses} clauses`)
  if (depth > LIMITS.depth) bad(`The query is nested more than ${LIMITS.depth} deep`)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return bad('Each clause of a query must be an object')
  const { and, or, not, ...leaf } = value as Record<string, unknown>
  const read = (item: unknown): Clause => readClause(item, depth + 1, budget)
  const parts: Clause[] = []
  for (const [kind, list] of Object.entries({ and, or }) as ['and' | 'or', unknown][]) {
    if (list === undefined) continue
    if (!Array.isArray(list)) return bad(`"${kind}" must hold a list of clauses`)
    parts.push({ kind, clauses: list.map(read) })
  }
  if (not !== undefined) {
    const list: readonly unknown[] = Array.isArray(not) ? not : [not]
    if (list.length === 0) return bad('"not" must hold a clause')
    parts.push({ kind: 'not', clause: allOf(list.map(read)) })
  }
  if (parts.length === 0 || Object.keys(leaf).some((key) => key !== 'weight')) parts.push(readLeaf(leaf))
  return allOf(parts)
}

const allOf = (clauses: readonly Clause[]): Clause =>
  clauses.length === 1 && clauses[0] ? clauses[0] : { kind: 'and', clauses }

function readLeaf(clause: Record<string, unknown>): Clause {
  const { field } = clause
  if (typeof field !== 'string' || field === '')
    return bad('A clause needs a "field", or one of "and", "or", "not"')
  const path = plainPath(field)
  const names = Object.keys(clause).filter((key) => !PLAIN_KEYS.has(key))
  const unknown = names.find((name) => !OPERATORS.includes(name))
  if (unknown !== undefined) return bad(`Unknown operator "${unknown.slice(0, 60)}"`)
  if (names.length === 0) return bad(`The clause on "${field}" has no operator`)
  const weight = typeof clause['weight'] === 'number' && clause['weight'] > 0 ? clause['weight'] : 1
  return allOf(names.map((name) => readOperator(path, name, clause[name], weight)))
}

function readOperator(field: string, name: string, value: unknown, weight: number): Clause {
  switch (name) {
    case 'exists':
      if (typeof value === 'boolean' || value === 'true' || value === 'false')
        return { kind: 'exists', field, wanted: String(value) === 'true', weight }
      return bad('"exists" must be true or false')
    case 'freeText':
      return readFreeText(field, value, weight)
    case 'distanceWithin':
      return readDistanceClause(field, value, weight)
    case 'in':
      return equalToAny(field, readList(name, value), weight)
    case 'between': {
      const values = readList(name, value).filter((item) => item !== null)
      return values.length === 2
        ? { kind: 'compare', field, operator: 'between', values, weight }
        : bad('"between" must hold exactly two values')
    }
    case 'equalTo':
      if (value === null) return { kind: 'exists', field, wanted: false, weight }
      if (Array.isArray(value)) return equalToAny(field, readList(name, value), weight)
      return { kind: 'compare', field, operator: 'equalTo', values: [readScalar(name, value)], weight }
    default:
      return { kind: 'compare', field, operator: name as Operator, values: [readScalar(name, value)], weight }
  }
}

function readFreeText(field: string, value: unknown, weight: number): Clause {
  const plain = { kind: 'text', field, fuzzy: false, any: false, weight } as const
  if (typeof value === 'string' || typeof value === 'number') return { ...plain, term: String(value) }
  if (typeof value !== 'object' || value === null)
    return bad('"freeText" must be a text or an object with a "term"')
  const { term, fuzzy, ...rest } = value as Record<string, unknown>
  const operator = typeof rest['operator'] === 'string' ? rest['operator'].toLowerCase() : rest['operator']
  if (typeof term !== 'string' && typeof term !== 'number') return bad('"freeText" needs a "term"')
  if (operator !== undefined && operator !== 'and' && operator !== 'or')
    return bad('The "operator" of "freeText" must be "and" or "or"')
  return { ...plain, term: String(term), fuzzy: fuzzy === true || fuzzy === 'true', any: operator === 'or' }
}

function readScalar(name: string, value: unknown): Scalar {
  if (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
  )
    return value
  return bad(`"${name}" must hold a text, a number or a boolean`)
}

function readList(name: string, value: unknown): readonly (Scalar | null)[] {
  if (!Array.isArray(value)) return bad(`"${name}" must hold a list`)
  if (value.length > LIMITS.list) return bad(`"${name}" holds more than ${LIMITS.list} values`)
  return value.map((item) => (item === null ? null : readScalar(name, item)))
}
