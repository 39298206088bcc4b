import { isObject } from '@tessera/shared/content'
import { readDistance } from '../domain/filter-values.ts'
import {
  degrees,
  fieldPath,
  flag,
  list,
  members,
  mistake,
  oneOf,
  oneOrMore,
  record,
  rule,
  whole,
  type Shape,
} from './shape.ts'

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

/** A value that a field is compared with. */
export const scalar = rule(isScalar, 'must be text, a number, true or false')

const textOrNumber = rule(
  (value) => typeof value === 'string' || Number.isFinite(value),
  'must be text or a number',
)

/** Degrees, which the delivery API also takes as text. */
const angle =
  (most: number): Shape =>
  (value, keyPath) =>
    degrees(most)(typeof value === 'string' && value.trim() !== '' ? Number(value) : value, keyPath)

const distance = rule(
  (value) =>
    typeof value === 'number'
      ? value >= 0
      : typeof value === 'string' && readDistance(`0 0 ${value}`) !== null,
  'must be a distance such as 10mi, or a number of metres',
)

/** What each operator of a condition is given; the delivery API refuses everything else. Source: reference delivery-api 1.12. */
const OPERATORS: Readonly<Record<string, Shape>> = {
  equalTo: (value, keyPath) =>
    value === null ? [] : (Array.isArray(value) ? list(scalar) : scalar)(value, keyPath),
  in: list(scalar),
  between: (value, keyPath) =>
    Array.isArray(value) && value.length === 2
      ? list(scalar)(value, keyPath)
      : mistake(keyPath, 'must be a list of two values'),
  distanceWithin: members({ lat: angle(90), lon: angle(180), distance }, ['lat', 'lon', 'distance']),
  exists: flag,
  freeText: (value, keyPath) =>
    (isObject(value)
      ? members({ term: textOrNumber, fuzzy: flag, operator: oneOf('and', 'or') }, ['term'])
      : textOrNumber)(value, keyPath),
  contains: scalar,
  startsWith: scalar,
  endsWith: scalar,
  lessThan: scalar,
  lessThanOrEqualTo: scalar,
  greaterThan: scalar,
  greaterThanOrEqualTo: scalar,
}

/** Names of the operators that compare a field. */
export const OPERATOR_NAMES = Object.keys(OPERATORS)

/** A condition in the delivery API's form. Source: reference delivery-api 1.12. */
export const condition: Shape = (value, keyPath) => {
  if (!isObject(value)) return mistake(keyPath, 'must be a condition')
  const { and, or, not, ...rest } = value
  const lists = Object.entries({ and, or }).filter(([, one]) => one !== undefined)
  const parts = lists.flatMap(([name, one]) => list(condition)(one, `${keyPath}.${name}`))
  const inverse = not === undefined ? [] : oneOrMore(condition)(not, `${keyPath}.not`)
  if (lists.length + Number(not !== undefined) > 0)
    return [...parts, ...inverse, ...members({})(rest, keyPath)]
  const given = OPERATOR_NAMES.filter((name) => rest[name] !== undefined)
  return [
    ...(given.length === 1
      ? []
      : mistake(keyPath, `must have one of ${OPERATOR_NAMES.join(', ')}, or and, or, not`)),
    ...members({ field: fieldPath, weight: whole(1, 1_000), ...OPERATORS }, ['field'])(rest, keyPath),
  ]
}

/** Names that the delivery API reserves; those that begin with `_` are no plain names either. Source: reference delivery-api 1.16. */
const RESERVED =
  'after_key bg_count bottom_right bounds buckets count doc_count doc_count_error_upper_bound fields from geometry hits ' +
  'key keys location max_score meta min min_length properties score sum_other_doc_count to top top_left total type value ' +
  'values _as_string from_as_string key_as_string to_as_string value_as_string'

const aggregation = members({ field: fieldPath, size: whole(1, 10_000), missing: textOrNumber }, ['field'])

/** Aggregations by name: no name that the delivery API reserves, and none of ours, which count the options of filters. */
export const aggregations: Shape = (value, keyPath) => [
  ...record(aggregation)(value, keyPath),
  ...Object.keys(isObject(value) ? value : {}).flatMap((name) =>
    RESERVED.split(' ').includes(name)
      ? mistake(`${keyPath}.${name}`, 'is a name that the delivery API reserves')
      : name.startsWith('sf_')
        ? mistake(`${keyPath}.${name}`, 'must not begin with sf_')
        : [],
  ),
]
