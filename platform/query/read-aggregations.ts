import { isObject } from '../domain/content.ts'
import { PlatformError } from '../errors.ts'
import { plainPath, type Aggregation } from './ast.ts'

const DEFAULT_SIZE = 10
const MAX_SIZE = 1000
const MAX_AGGREGATIONS = 50
/** The 34 names that the documentation of aggregations reserves. Source: protocol 1.16. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'after_key bg_count bottom_right bounds buckets count doc_count doc_count_error_upper_bound fields from geometry hits ' +
    'key keys location max_score meta min min_length properties score sum_other_doc_count to top top_left total type value ' +
    'values _as_string from_as_string key_as_string to_as_string value_as_string'
  ).split(' '),
)

/** Read `{name: {field, missing?, size?}}`. Throws `platform/bad-query` for a reserved name or a wrong shape. Source: protocol 1.16. */
export function readAggregations(value: unknown): readonly Aggregation[] {
  if (value === undefined || value === null) return []
  if (!isObject(value)) throw new PlatformError('platform/bad-query', '"aggregations" must be an object')
  const entries = Object.entries(value)
  if (entries.length > MAX_AGGREGATIONS)
    throw new PlatformError('platform/bad-query', `A query can hold ${MAX_AGGREGATIONS} aggregations at most`)
  return entries.map(([name, one]) => {
    if (RESERVED.has(name))
      throw new PlatformError('platform/bad-query', `"${name}" is a reserved name for an aggregation`)
    if (!isObject(one) || typeof one['field'] !== 'string')
      throw new PlatformError('platform/bad-query', `The aggregation "${name.slice(0, 60)}" needs a "field"`)
    const { field, size, missing } = one
    if (size !== undefined && !(Number.isInteger(size) && Number(size) > 0))
      throw new PlatformError('platform/bad-query', 'The "size" of an aggregation must be a positive integer')
    const label = typeof missing === 'string' || typeof missing === 'number' ? String(missing) : null
    return {
      name,
      field: plainPath(String(field)),
      size: Math.min(Number(size ?? DEFAULT_SIZE), MAX_SIZE),
      missing: label,
    }
  })
}
