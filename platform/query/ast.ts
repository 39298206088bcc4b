import { PlatformError } from '../errors.ts'

/** Longest path of a field, in characters. */
export const MAX_FIELD_LENGTH = 300

/** A value to compare with, as the request has it; its meaning depends on the kind of the field. */
export type Scalar = string | number | boolean

export type Operator =
  | 'equalTo'
  | 'in'
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'greaterThan'
  | 'greaterThanOrEqualTo'
  | 'lessThan'
  | 'lessThanOrEqualTo'
  | 'between'

/** A condition on one field. `in` and `between` have a list, the others one value. */
export type Comparison = {
  readonly kind: 'compare'
  readonly field: string
  readonly operator: Operator
  readonly values: readonly Scalar[]
  readonly weight: number
}
export type Existence = {
  readonly kind: 'exists'
  readonly field: string
  readonly wanted: boolean
  readonly weight: number
}
/** Missing, null or an empty text. ZenQL only. */
export type Emptiness = { readonly kind: 'empty'; readonly field: string }
export type TextMatch = {
  readonly kind: 'text'
  readonly field: string
  readonly term: string
  readonly fuzzy: boolean
  readonly any: boolean
  /** Whether more of the words outweigh rarer ones; only with `any`. */
  readonly ranksByWords?: boolean
  readonly weight: number
}
/** Within `metres` of a place; answers give the distance in `unit` (a length in metres). */
export type Nearness = {
  readonly kind: 'near'
  readonly field: string
  readonly lat: number
  readonly lon: number
  readonly metres: number
  readonly unitMetres: number
  readonly weight: number
}
export type Leaf = Comparison | Existence | Emptiness | TextMatch | Nearness
export type Clause =
  | Leaf
  | { readonly kind: 'and'; readonly clauses: readonly Clause[] }
  | { readonly kind: 'or'; readonly clauses: readonly Clause[] }
  | { readonly kind: 'not'; readonly clause: Clause }

export type OrderItem = { readonly field: string; readonly descending: boolean }

/** Count the values of a field over the whole result. `missing` names the bucket for entries without a value. */
export type Aggregation = {
  readonly name: string
  readonly field: string
  readonly size: number
  readonly missing: string | null
}

/** A query, whether it was written as JSON or as ZenQL. Every back end translates this into its own language. */
export type Query = {
  readonly where: Clause
  readonly order: readonly OrderItem[]
  readonly aggregations: readonly Aggregation[]
  readonly pageIndex: number
  readonly pageSize: number
}

/** That a field has a value. */
export const equalTo = (field: string, value: string): Clause => ({
  kind: 'compare',
  field,
  operator: 'equalTo',
  values: [value],
  weight: 1,
})

/** That a field has one of the values; null among them stands for an entry without a value. */
export function equalToAny(field: string, list: readonly (Scalar | null)[], weight: number): Clause {
  const values = list.filter((value) => value !== null)
  const isAny = values.length > 1 || values.length === list.length
  const given: Clause = { kind: 'compare', field, operator: isAny ? 'in' : 'equalTo', values, weight }
  if (values.length === list.length) return given
  const unset: Clause = { kind: 'exists', field, wanted: false, weight }
  return values.length === 0 ? unset : { kind: 'or', clauses: [given, unset] }
}

/** Every leaf of a clause, in reading order. */
export function leavesOf(clause: Clause): readonly Leaf[] {
  if (clause.kind === 'and' || clause.kind === 'or') return clause.clauses.flatMap(leavesOf)
  return clause.kind === 'not' ? leavesOf(clause.clause) : [clause]
}

/** The path of a field without its list markers: `quotes[].source` is `quotes.source`. Throws `platform/bad-query` for one that is too long. */
export function plainPath(field: string): string {
  // Every part of a path may be a link, so that finding them takes the square of its length.
  if (field.length > MAX_FIELD_LENGTH)
    throw new PlatformError('platform/bad-query', 'The name of a field is too long')
  return field.replaceAll('[]', '')
}
