import type { ContentType, FieldDefinition, Json, JsonObject, StoredEntry } from './content.ts'
import { isObject, linkTarget } from './content.ts'
import { componentFields, composerFields, shapeOf } from './field-kinds.ts'
import type { ProjectModel } from './model.ts'
import { textOfHtml } from './words.ts'

/** What the search index holds about one stored version. Paths are dotted, without `[]`; lists give several rows. */
export type IndexRows = {
  readonly texts: readonly (readonly [path: string, value: string])[]
  readonly numbers: readonly (readonly [path: string, value: number])[]
  readonly places: readonly (readonly [path: string, lat: number, lon: number])[]
  readonly exists: ReadonlySet<string>
  readonly passages: ReadonlyMap<string, string>
}

type Draft = {
  readonly texts: [string, string][]
  readonly numbers: [string, number][]
  readonly places: [string, number, number][]
  readonly exists: Set<string>
  readonly passages: Map<string, string[]>
  readonly linked: string[]
}

/** Gives the title and description of a linked entry, for the text of `searchContent`. */
export type DescribeLink = (id: string, language: string | null) => readonly string[]

/** Flatten an entry into index rows. Source: protocol 1.12 (special fields, composers, lists). */
export function indexEntry(entry: StoredEntry, type: ContentType, model: ProjectModel, uris: readonly string[], describe: DescribeLink): IndexRows {
  const draft: Draft = { texts: [], numbers: [], places: [], exists: new Set(), passages: new Map(), linked: [] }
  const walk = fieldWalker(draft, model, describe)
  for (const field of type.fields) walk(field, field.id, entry.fields[field.id] ?? null)
  indexNamed(draft, 'entryTitle', entry.fields[type.entryTitleField])
  indexNamed(draft, 'entryDescription', type.entryDescriptionField ? entry.fields[type.entryDescriptionField] : null)
  const own = type.fields.flatMap((field) => draft.passages.get(field.id) ?? [])
  const everything = [...own, ...draft.linked].join('\n')
  if (everything !== '') {
    addText(draft, 'searchContent', everything)
    draft.passages.set('searchContent', [everything])
  }
  indexPlain(draft, 'sys', sysOf(entry, type, uris))
  const passages = new Map([...draft.passages].map(([path, parts]) => [path, parts.join('\n')]))
  return { texts: draft.texts, numbers: draft.numbers, places: draft.places, exists: draft.exists, passages }
}

function sysOf(entry: StoredEntry, type: ContentType, uris: readonly string[]): JsonObject {
  return {
    id: entry.id, contentTypeId: entry.contentTypeId, projectId: type.projectId, language: entry.language, dataFormat: type.dataFormat,
    slug: entry.slug, owner: entry.owner, isPublished: entry.isPublished,
    uri: entry.uri ?? uris[0] ?? null, allUris: entry.uri === null ? uris : [entry.uri],
    workflow: { id: type.workflowId ?? 'contensisEntryBasic', state: entry.isDraft ? 'draft' : 'versionComplete' },
    metadata: entry.metadata, properties: entry.properties, version: entry.version,
    availableLanguages: entry.isDraft ? entry.languages.latest : entry.languages.published,
  }
}

function indexNamed(draft: Draft, path: string, value: Json | undefined): void {
  if (typeof value !== 'string') return
  addText(draft, path, value)
  draft.exists.add(path)
  draft.passages.set(path, [textOfHtml(value)])
}

const addText = (draft: Draft, path: string, value: string): void => void draft.texts.push([path, value])

function addPassage(draft: Draft, path: string, text: string): void {
  const parts = draft.passages.get(path)
  if (parts === undefined) draft.passages.set(path, [text])
  else parts.push(text)
}

type Walk = (field: FieldDefinition, path: string, value: Json) => void

/** `path` is where exact values go; a composer's or component's text also counts as text of every path above it. */
function fieldWalker(draft: Draft, model: ProjectModel, describe: DescribeLink): Walk {
  const roots = (path: string): string[] => path.split('.').slice(0, -1).map((_, at, parts) => parts.slice(0, at + 1).join('.'))
  const say = (path: string, value: string, html: boolean, exactAbove: boolean): void => {
    const text = html ? textOfHtml(value) : value
    addText(draft, path, value)
    addPassage(draft, path, text)
    for (const above of roots(path)) {
      addPassage(draft, above, text)
      if (exactAbove) addText(draft, above, text)
    }
  }
  const link = (path: string, value: Json): void => {
    const target = linkTarget(value)
    if (target === null) return
    addText(draft, `${path}.sys.id`, target.id)
    draft.exists.add(`${path}.sys.id`)
    draft.linked.push(...describe(target.id, target.language))
  }
  const each = (field: FieldDefinition, path: string, value: Json, composed: boolean): void => {
    if (Array.isArray(value)) return value.forEach((item) => each(field, path, item as Json, composed))
    if (value === null || value === undefined) return
    draft.exists.add(path)
    const one = value as Exclude<Json, readonly Json[] | null>
    switch (shapeOf(field)) {
      case 'link': return link(path, one)
      case 'date': return addNumber(draft, path, typeof one === 'string' ? Date.parse(one) : Number.NaN)
      case 'taxonomy': return indexPlain(draft, path, isObject(one) ? one : { key: one }, typeof one === 'string' ? one : null)
      case 'canvas': return canvasBlock(one, path)
      case 'image': if (isObject(one)) imageParts(one, path)
        return
      case 'component': if (isObject(one)) for (const part of componentFields(field, model.components)) each(part, `${path}.${part.id}`, one[part.id] ?? null, composed)
        return
      case 'composer': return composerItem(field, path, one)
      case 'dateRange': if (isObject(one)) for (const end of ['from', 'to']) each({ id: end, dataType: 'dateTime' }, `${path}.${end}`, one[end] ?? null, composed)
        return
      case 'location': return place(path, one)
      default: return scalarOrObject(field, path, one, composed)
    }
  }
  const scalarOrObject = (field: FieldDefinition, path: string, value: Json, composed: boolean): void => {
    if (typeof value === 'string') return say(path, value, shapeOf(field) === 'html', composed)
    if (typeof value === 'number' || typeof value === 'boolean') return addNumber(draft, path, Number(value))
    if (isObject(value)) for (const [key, part] of Object.entries(value)) each({ id: key, dataType: 'string' }, `${path}.${key}`, part ?? null, composed)
  }
  const composerItem = (field: FieldDefinition, path: string, item: Json): void => {
    if (!isObject(item) || typeof item['type'] !== 'string') return
    const part = composerFields(field).find((allowed) => allowed.id === item['type']) ?? { id: item['type'], dataType: 'object' }
    each(part, `${path}.${part.id}`, item['value'] ?? null, true)
  }
  const imageParts = (image: JsonObject, path: string): void => {
    link(`${path}.asset`, image['asset'] ?? null)
    for (const key of ['altText', 'caption'] as const) {
      const text = image[key]
      if (typeof text === 'string') {
        draft.exists.add(`${path}.${key}`)
        say(`${path}.${key}`, text, false, false)
      }
    }
  }
  const place = (path: string, value: Json): void => {
    if (!isObject(value)) return
    const [lat, lon] = [Number(value['lat']), Number(value['lon'])]
    if (!Number.isFinite(lat) || !Number.isFinite(lon)) return
    draft.places.push([path, lat, lon])
    addNumber(draft, `${path}.lat`, lat)
    addNumber(draft, `${path}.lon`, lon)
  }
  const canvasBlock = (block: Json, path: string): void => {
    const text = canvasText(block, (target) => link(path, target)).trim()
    if (text === '') return
    addText(draft, path, text)
    addPassage(draft, path, text)
  }
  return (field, path, value) => each(field, path, value, false)
}

function canvasText(block: Json, onLink: (link: Json) => void): string {
  if (typeof block === 'string') return block
  if (Array.isArray(block)) return block.map((part: Json) => canvasText(part, onLink)).join('')
  if (!isObject(block)) return ''
  if (linkTarget(block) !== null) {
    onLink(block)
    return ''
  }
  if (typeof block['type'] === 'string') return canvasText(block['value'] ?? null, onLink) + (block['type'] === '_fragment' ? '' : ' ')
  return Object.values(block).map((part) => canvasText(part ?? null, onLink)).join(' ')
}

function addNumber(draft: Draft, path: string, value: number): void {
  if (!Number.isFinite(value)) return
  draft.exists.add(path)
  draft.numbers.push([path, value])
}

const DATE_MEMBERS = new Set(['sys.version.created', 'sys.version.modified', 'sys.version.published'])

/** Plain JSON by its own types; used for `sys` and for objects without a definition. */
function indexPlain(draft: Draft, path: string, value: Json | undefined, also: string | null = null): void {
  if (value === null || value === undefined) return
  if (also !== null) addText(draft, path, also)
  if (Array.isArray(value)) return value.forEach((item: Json) => indexPlain(draft, path, item))
  if (isObject(value)) {
    if (path !== 'sys') draft.exists.add(path)
    for (const [key, part] of Object.entries(value)) indexPlain(draft, `${path}.${key}`, part)
    return
  }
  draft.exists.add(path)
  if (typeof value === 'string') {
    if (DATE_MEMBERS.has(path)) addNumber(draft, path, Date.parse(value))
    else addText(draft, path, value)
  } else addNumber(draft, path, Number(value))
}
