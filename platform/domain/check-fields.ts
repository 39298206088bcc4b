import {
  isObject,
  linkTarget,
  type ContentType,
  type FieldDefinition,
  type Json,
  type JsonObject,
} from './content.ts'
import { isList, shapeOf, type Shape } from './field-kinds.ts'
import { readInstant } from './instant.ts'
import { isNestedDeeper, MAX_NESTING } from './nesting.ts'

/** What is wrong with a field, for the person who filled it in. */
export type FieldError = { readonly field: string; readonly message: string }

/** What is wrong with the fields of an entry: unknown fields, values of the wrong kind and, with `complete`, empty required fields. */
export function checkFields(type: ContentType, fields: JsonObject, complete: boolean): readonly FieldError[] {
  const known = new Set(type.fields.map((field) => field.id))
  const unknown = Object.keys(fields)
    .filter((id) => !known.has(id))
    .map((id) => ({ field: id, message: 'The content type has no such field' }))
  return [...unknown, ...type.fields.flatMap((field) => errorsOf(field, fields[field.id] ?? null, complete))]
}

function errorsOf(field: FieldDefinition, value: Json, complete: boolean): readonly FieldError[] {
  const error = (message: string): readonly FieldError[] => [{ field: field.id, message }]
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty) return complete && isRequired(field) ? error('This field is required before publishing') : []
  if (isNestedDeeper(value, MAX_NESTING)) return error(`The value is nested more than ${MAX_NESTING} deep`)
  if (isList(field) !== Array.isArray(value) && shapeOf(field) !== 'other' && shapeOf(field) !== 'canvas')
    return error(isList(field) ? 'This field holds a list' : 'This field holds one value')
  const values: readonly Json[] = Array.isArray(value) ? value : [value as Json]
  return values.every((one) => fits(field, one)) ? [] : error('The value is of another kind than the field')
}

function isRequired(field: FieldDefinition): boolean {
  return isObject(field.validations?.['required'])
}

type Test = (value: Json, field: FieldDefinition) => boolean

const isText: Test = (value) => typeof value === 'string'

/** The check for values of each shape; a shape without one takes any object. */
const TESTS: Readonly<Partial<Record<Shape, Test>>> = {
  text: isText,
  html: isText,
  number: (value, field) =>
    typeof value === 'number' && (!field.dataType.startsWith('integer') || Number.isInteger(value)),
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && readInstant(value) !== null,
  link: (value) => linkTarget(value) !== null,
  taxonomy: (value) => typeof value === 'string' || (isObject(value) && typeof value['key'] === 'string'),
  location: (value) => isObject(value) && isDegrees(value['lat'], 90) && isDegrees(value['lon'], 180),
  other: () => true,
  canvas: () => true,
}

const isDegrees = (value: Json | undefined, limit: number): boolean =>
  typeof value === 'number' && Math.abs(value) <= limit

function fits(field: FieldDefinition, value: Json): boolean {
  return (TESTS[shapeOf(field)] ?? isObject)(value, field)
}
