import {
  isObject,
  type ContentType,
  type FieldDefinition,
  type Json,
  type JsonObject,
  type StoredEntry,
  type VersionStatus,
} from './content.ts'
import { componentFields, composerFields, isList, shapeOf } from './field-kinds.ts'
import { limitSys, namedFields, wantsField, type FieldLimit } from './limit-fields.ts'
import type { ProjectModel } from './model.ts'
import { urisOf } from './node-tree.ts'
import { readTaxonomy } from './taxonomy.ts'

/** A value under construction for an answer; links in it are completed or replaced afterwards. */
export type WireObject = { [key: string]: Json | undefined }

/** The settings that one answer applies to each of its entries. */
export type WireView = {
  readonly project: ProjectModel
  readonly status: VersionStatus
  readonly limit: FieldLimit
}

/** An entry as the delivery protocol shows it, with its links still as they are stored. Source: protocol 1.5. */
export function toWire(entry: StoredEntry, type: ContentType, view: WireView): WireObject {
  const wire: WireObject = {}
  for (const [name, field] of namedFields(type)) {
    if (wantsField(view.limit, name)) wire[name] = (field === null ? null : entry.fields[field]) ?? null
  }
  for (const field of type.fields) {
    if (!wantsField(view.limit, field.id)) continue
    wire[field.id] = valueToWire(field, entry.fields[field.id] ?? null, entry.language, view.project)
  }
  wire['sys'] = limitSys(
    sysToWire(entry, type, view),
    view.limit,
    view.project.project.deliverySysExclusions ?? [],
  )
  return wire
}

function sysToWire(entry: StoredEntry, type: ContentType, { project, status }: WireView): JsonObject {
  const uris = entry.uri === null ? urisOf(project.tree, entry.id, entry.language) : [entry.uri]
  return {
    id: entry.id,
    contentTypeId: entry.contentTypeId,
    projectId: type.projectId,
    language: entry.language,
    dataFormat: type.dataFormat,
    versionStatus: status,
    availableLanguages: entry.languages[status],
    uri: uris[0] ?? null,
    allUris: uris,
    slug: entry.slug,
    owner: entry.owner,
    isPublished: entry.isPublished,
    workflow: {
      id: type.workflowId ?? 'contensisEntryBasic',
      state: entry.isDraft ? 'draft' : 'versionComplete',
    },
    metadata: entry.metadata,
    properties: entry.properties,
    version: entry.version,
  }
}

function valueToWire(field: FieldDefinition, value: Json, language: string, project: ProjectModel): Json {
  if (value === null) return isList(field) ? [] : null
  if (Array.isArray(value)) return value.map((item: Json) => oneToWire(field, item, language, project))
  return oneToWire(field, value, language, project)
}

function oneToWire(field: FieldDefinition, value: Json, language: string, project: ProjectModel): Json {
  switch (shapeOf(field)) {
    case 'taxonomy':
      return typeof value === 'string' ? taxonomyToWire(value, language, project) : value
    case 'image':
      return imageToWire(value)
    case 'component':
      return isObject(value)
        ? partsToWire(componentFields(field, project.components), value, language, project)
        : value
    case 'composer': {
      if (!isObject(value)) return value
      const part = composerFields(field).find((allowed) => allowed.id === value['type'])
      return {
        type: value['type'],
        value:
          part === undefined
            ? copy(value['value'] ?? null)
            : valueToWire(part, value['value'] ?? null, language, project),
      }
    }
    default:
      return copy(value)
  }
}

function partsToWire(
  fields: readonly FieldDefinition[],
  value: JsonObject,
  language: string,
  project: ProjectModel,
): JsonObject {
  const known = fields.map((field): [string, Json] => [
    field.id,
    valueToWire(field, value[field.id] ?? null, language, project),
  ])
  return { ...(copy(value) as JsonObject), ...Object.fromEntries(known) }
}

function taxonomyToWire(key: string, language: string, project: ProjectModel): Json {
  const view = { language, fallback: project.project.primaryLanguage, childDepth: 0, defined: false }
  const node = readTaxonomy(project.taxonomy, key, view)
  if (node === null) return null
  const { children: _children, ...shown } = node
  return shown
}

function imageToWire(value: Json): Json {
  if (!isObject(value)) return value
  return {
    altText: null,
    caption: null,
    ...(copy(value) as JsonObject),
    transformations: transformationsToQuery(value['transformations'] ?? null),
  }
}

/** The transformations of an image as the query string that delivery shows. Source: protocol 1.22, row 12. */
export function transformationsToQuery(value: Json): Json {
  if (!isObject(value)) return typeof value === 'string' ? value : null
  const { size, crop, ...rest } = value
  const pairs: [string, unknown][] = []
  if (isObject(size)) pairs.push(['w', size['width']], ['h', size['height']], ['fit', size['type']])
  if (isObject(crop))
    pairs.push([
      'crop',
      [crop['width'], crop['height'], crop['x'], crop['y']].filter((part) => part !== undefined).join(','),
    ])
  for (const [name, part] of Object.entries(rest))
    if (!isObject(part)) pairs.push([SHORT[name] ?? name, part])
  const said = pairs.filter(([, part]) => part !== undefined && part !== null && part !== '')
  return said.length === 0
    ? null
    : said.map(([name, part]) => `${name}=${encodeURIComponent(String(part))}`).join('&')
}

const SHORT: Readonly<Record<string, string>> = { format: 'f', quality: 'q', rotate: 'r', flip: 'flip' }

function copy(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => copy(item))
  if (!isObject(value)) return value
  const copied: WireObject = {}
  for (const key in value) copied[key] = copy(value[key] ?? null)
  return copied
}
