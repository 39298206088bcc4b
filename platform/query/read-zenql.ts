import { PlatformError } from '../errors.ts'
import { equalToAny, plainPath, type Clause, type Operator, type OrderItem, type Scalar } from './ast.ts'
import { readDistanceClause } from './distance.ts'
import { checkOrderSize } from './read-order.ts'
import { LIMITS } from './read-where.ts'
import { scan, type Scanner, type ZenqlValue } from './zenql-scanner.ts'

export type ZenqlQuery = { readonly where: Clause; readonly order: readonly OrderItem[] }

const MAX_LENGTH = 100_000
const FIELD = /\*|[A-Za-z_][\w-]*(?:\[\])?(?:\.[\w-]+(?:\[\])?)*/y
const WEIGHT = /\^\s*(\d+(?:\.\d+)?)/y
const SYMBOL = /!=|!~|>=|<=|=|~|>|</y
const WORD_OPERATORS = [
  'in',
  'between',
  'exists',
  'startswith',
  'endswith',
  'freetext',
  'contains',
  'distancewithin',
] as const

/**
 * Read a ZenQL text. `user` is the value of `currentUser()`. Throws `platform/bad-query` with the position.
 * Source: protocol 1.15.
 */
export function readZenql(text: string, user: string | null): ZenqlQuery {
  if (text.length > MAX_LENGTH)
    throw new PlatformError('platform/bad-query', `ZenQL: the text has more than ${MAX_LENGTH} characters`)
  const scanner = scan(text)
  const parser: Parser = { scanner, user, state: { field: null, clauses: 0 } }
  const where: Clause =
    scanner.atEnd() || seesOrderBy(scanner) ? { kind: 'and', clauses: [] } : readOr(parser, 1)
  const order = scanner.take('order') ? readOrderBy(scanner) : []
  if (!scanner.atEnd()) scanner.fail('"and", "or", "order by" or the end')
  return { where, order }
}

/** Whether there are no conditions before `order by`; a field may be called `order`. */
function seesOrderBy(scanner: Scanner): boolean {
  const start = scanner.mark()
  const found = scanner.take('order') && scanner.sees('by')
  scanner.reset(start)
  return found
}

/** The text, and the field of the previous clause, which a clause after `and` may omit. */
type Parser = {
  readonly scanner: Scanner
  readonly user: string | null
  readonly state: { field: { readonly name: string; readonly weight: number } | null; clauses: number }
}

function readOr(parser: Parser, depth: number): Clause {
  if (depth > LIMITS.depth)
    throw new PlatformError('platform/bad-query', `ZenQL: the query is nested more than ${LIMITS.depth} deep`)
  const clauses = [readAnd(parser, depth)]
  while (parser.scanner.take('or')) clauses.push(readAnd(parser, depth))
  return clauses.length === 1 && clauses[0] ? clauses[0] : { kind: 'or', clauses }
}

function readAnd(parser: Parser, depth: number): Clause {
  const clauses = [readUnary(parser, depth)]
  while (parser.scanner.take('and')) clauses.push(readUnary(parser, depth))
  return clauses.length === 1 && clauses[0] ? clauses[0] : { kind: 'and', clauses }
}

function readUnary(parser: Parser, depth: number): Clause {
  const { scanner, state } = parser
  if (depth > LIMITS.depth)
    throw new PlatformError('platform/bad-query', `ZenQL: the query is nested more than ${LIMITS.depth} deep`)
  if (startsWithOperator(parser)) return readClause(parser)
  if (scanner.take('not')) return { kind: 'not', clause: readUnary(parser, depth + 1) }
  if (scanner.take('(')) {
    const inner = readOr(parser, depth + 1)
    scanner.expect(')')
    return inner
  }
  const name = scanner.takePattern(FIELD)?.[0] ?? scanner.fail('a field')
  state.field = { name: plainPath(name), weight: Number(scanner.takePattern(WEIGHT)?.[1] ?? 1) || 1 }
  return readClause(parser)
}

/** Whether a clause without a field begins here. A `not` counts as its beginning only when an operator follows. */
function startsWithOperator({ scanner, state }: Parser): boolean {
  if (state.field === null) return false
  const start = scanner.mark()
  scanner.take('not')
  const found =
    scanner.takePattern(SYMBOL) !== null ||
    WORD_OPERATORS.some((word) => scanner.sees(word)) ||
    scanner.sees('is')
  scanner.reset(start)
  return found
}

function readClause(parser: Parser): Clause {
  const { scanner, state } = parser
  state.clauses += 1
  if (state.clauses > LIMITS.clauses)
    throw new PlatformError('platform/bad-query', `ZenQL: the query has more than ${LIMITS.clauses} clauses`)
  const { name: field, weight } = state.field ?? scanner.fail('a field')
  const symbol = scanner.takePattern(SYMBOL)?.[0]
  if (symbol !== undefined) return readSymbol(parser, field, weight, symbol)
  if (scanner.take('is')) {
    const negated = scanner.take('not')
    scanner.expect('empty')
    return negated ? { kind: 'not', clause: { kind: 'empty', field } } : { kind: 'empty', field }
  }
  const negated = scanner.take('not')
  const clause = readWordOperator(parser, field, weight)
  return negated ? { kind: 'not', clause } : clause
}

const SYMBOLS: Readonly<Record<string, Operator>> = {
  '=': 'equalTo',
  '!=': 'equalTo',
  '~': 'contains',
  '!~': 'contains',
  '>': 'greaterThan',
  '>=': 'greaterThanOrEqualTo',
  '<': 'lessThan',
  '<=': 'lessThanOrEqualTo',
}

function readSymbol(parser: Parser, field: string, weight: number, symbol: string): Clause {
  const operator = SYMBOLS[symbol] ?? 'equalTo'
  const value = scalarOf(parser, parser.scanner.takeValue())
  const negated = symbol.startsWith('!')
  if (value === null) {
    if (operator !== 'equalTo')
      return parser.scanner.fail('a value before this; NULL can only be compared with = and !=')
    return { kind: 'exists', field, wanted: negated, weight }
  }
  const clause: Clause = { kind: 'compare', field, operator, values: [value], weight }
  return negated ? { kind: 'not', clause } : clause
}

function readWordOperator(parser: Parser, field: string, weight: number): Clause {
  const { scanner } = parser
  const word = WORD_OPERATORS.find((one) => scanner.take(one)) ?? scanner.fail('an operator')
  switch (word) {
    case 'exists':
      return { kind: 'exists', field, wanted: true, weight }
    case 'in':
      return equalToAny(field, readValues(parser), weight)
    case 'between': {
      const values = readValues(parser).filter((value) => value !== null)
      return values.length === 2
        ? { kind: 'compare', field, operator: 'between', values, weight }
        : scanner.fail('exactly two values in "between" before this')
    }
    case 'distancewithin': {
      const [lat, lon, ...rest] = readDistanceValues(scanner)
      return readDistanceClause(field, { lat, lon, distance: rest.join('') }, weight)
    }
    case 'freetext':
      return {
        kind: 'text',
        field,
        term: String(scalarOf(parser, scanner.takeValue()) ?? ''),
        fuzzy: false,
        any: false,
        weight,
      }
    default: {
      const operator = ({ startswith: 'startsWith', endswith: 'endsWith', contains: 'contains' } as const)[
        word
      ]
      return {
        kind: 'compare',
        field,
        operator,
        values: [scalarOf(parser, scanner.takeValue()) ?? ''],
        weight,
      }
    }
  }
}

function readValues(parser: Parser): readonly (Scalar | null)[] {
  const { scanner } = parser
  const values: (Scalar | null)[] = []
  scanner.expect('(')
  do {
    values.push(scalarOf(parser, scanner.takeValue()))
    if (values.length > LIMITS.list)
      throw new PlatformError('platform/bad-query', `ZenQL: a list holds more than ${LIMITS.list} values`)
  } while (scanner.take(','))
  scanner.expect(')')
  return values
}

const DISTANCE_PART = /["']?\s*([-+]?[\d.]+\s*[a-z]*)\s*["']?/iy

function readDistanceValues(scanner: Scanner): readonly string[] {
  const values: string[] = []
  scanner.expect('(')
  do values.push(scanner.takePattern(DISTANCE_PART)?.[1]?.trim() ?? scanner.fail('a number'))
  while (scanner.take(','))
  scanner.expect(')')
  return values
}

function scalarOf(parser: Parser, value: ZenqlValue): Scalar | null {
  return typeof value === 'object' && value !== null ? (parser.user ?? '') : value
}

function readOrderBy(scanner: Scanner): readonly OrderItem[] {
  scanner.expect('by')
  const items: OrderItem[] = []
  do {
    const field = scanner.takePattern(FIELD)?.[0] ?? scanner.fail('a field to order by')
    const descending = scanner.take('desc')
    if (!descending) scanner.take('asc')
    items.push({ field: plainPath(field), descending })
  } while (scanner.take(','))
  return checkOrderSize(items)
}
