import {
  isObject,
  type ContentType,
  type FieldDefinition,
  type Json,
  type JsonObject,
} from '../domain/content.ts'
import { composerFields, shapeOf } from '../domain/field-kinds.ts'
import type { DeliveredEntry } from './delivery.ts'

/** The fields of a delivered entry as they are stored: links as links, taxonomy nodes as keys, empty fields left out. */
export function toStored(entry: DeliveredEntry, type: ContentType): JsonObject {
  const fields: Record<string, Json> = {}
  for (const field of type.fields) {
    const value = entry[field.id] as Json | undefined
    if (value === undefined || value === null) continue
    fields[field.id] = Array.isArray(value)
      ? value.map((item: Json) => oneToStored(field, item))
      : oneToStored(field, value)
  }
  return fields
}

function oneToStored(field: FieldDefinition, value: Json): Json {
  switch (shapeOf(field)) {
    case 'taxonomy':
      return isObject(value) && typeof value['key'] === 'string' ? value['key'] : value
    case 'composer': {
      if (!isObject(value)) return value
      const part = composerFields(field).find((allowed) => allowed.id === value['type'])
      const inner = value['value'] ?? null
      if (part === undefined) return { ...value, value: withoutDetails(inner) }
      const stored = Array.isArray(inner)
        ? inner.map((item: Json) => oneToStored(part, item))
        : oneToStored(part, inner)
      return { ...value, value: stored }
    }
    default:
      return withoutDetails(value)
  }
}

/** Reduce links to their id and language, and taxonomy nodes inside components to their keys. */
function withoutDetails(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withoutDetails(item))
  if (!isObject(value)) return value
  const { sys } = value
  if (isObject(sys) && typeof sys['id'] === 'string')
    return {
      sys: {
        id: sys['id'],
        ...(typeof sys['language'] === 'string' ? { language: sys['language'] } : {}),
      },
    }
  if (typeof value['key'] === 'string' && typeof value['path'] === 'string' && 'hasChildren' in value)
    return value['key']
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withoutDetails(part ?? null)]))
}
