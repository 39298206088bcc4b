import { tableOf } from './table-of.ts'
import type { Component, ContentType, FieldDefinition } from './content.ts'

/** Types of values that a query may compare a path with. One path can have several, when content types disagree. */
export type Kind = 'text' | 'number' | 'date' | 'boolean' | 'location'

/** The shape of a field, by its data type and format; decides how its value is indexed and delivered. */
export type Shape =
  | 'text'
  | 'html'
  | 'number'
  | 'date'
  | 'boolean'
  | 'link'
  | 'taxonomy'
  | 'location'
  | 'dateRange'
  | 'image'
  | 'composer'
  | 'canvas'
  | 'component'
  | 'other'

const BY_FORMAT = tableOf<Shape>({
  html: 'html',
  entry: 'link',
  asset: 'link',
  taxonomy: 'taxonomy',
  location: 'location',
  dateRange: 'dateRange',
  image: 'image',
  field: 'composer',
  composer: 'composer',
  canvas: 'canvas',
})

/** The shape of a field. Unknown formats of strings are text; unknown formats of objects are indexed as plain JSON. */
export function shapeOf(field: FieldDefinition): Shape {
  const format = field.dataFormat ?? ''
  if (format.startsWith('component.')) return 'component'
  const type = field.dataType.replace(/Array$/, '')
  const known = BY_FORMAT.get(format)
  if (known !== undefined && !(type === 'string' && known === 'composer')) return known
  if (type === 'string') return 'text'
  if (type === 'integer' || type === 'decimal') return 'number'
  if (type === 'dateTime') return 'date'
  return type === 'boolean' ? 'boolean' : 'other'
}

/** True when an empty field is delivered as `[]` and not as null. */
export function isList(field: FieldDefinition): boolean {
  return field.dataType.endsWith('Array')
}

/** Whether the field has the same free text as the entry's title or description that it stands for: a single text or HTML. */
export function isPlainText(type: ContentType, id: string | null): id is string {
  const field = type.fields.find((one) => one.id === id)
  return field !== undefined && ['text', 'html'].includes(shapeOf(field)) && !isList(field)
}

/** The fields that a composer's items may hold, by item type. */
export function composerFields(field: FieldDefinition): readonly FieldDefinition[] {
  const allowed = field.validations?.['allowedFieldTypes'] as
    { readonly fields?: readonly FieldDefinition[] } | undefined
  return Array.isArray(allowed?.fields) ? allowed.fields : []
}

/** The fields of a component field, or an empty list when the component is unknown. */
export function componentFields(
  field: FieldDefinition,
  components: ReadonlyMap<string, Component>,
): readonly FieldDefinition[] {
  return components.get((field.dataFormat ?? '').slice('component.'.length))?.fields ?? []
}

const KIND_OF: Readonly<Partial<Record<Shape, Kind>>> = {
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  location: 'location',
}
const MAX_NESTING = 8

/** The kind of every typed path of a content type; paths that are missing here hold text. */
export function typedPaths(
  contentType: ContentType,
  components: ReadonlyMap<string, Component>,
): ReadonlyMap<string, Kind> {
  const kinds = new Map<string, Kind>()
  const visit = (fields: readonly FieldDefinition[], prefix: string, level: number): void => {
    if (level > MAX_NESTING) return
    for (const field of fields) {
      const path = prefix + field.id
      const shape = shapeOf(field)
      const kind = KIND_OF[shape]
      if (kind !== undefined) kinds.set(path, kind)
      if (shape === 'dateRange') kinds.set(`${path}.from`, 'date').set(`${path}.to`, 'date')
      if (shape === 'location') kinds.set(`${path}.lat`, 'number').set(`${path}.lon`, 'number')
      if (shape === 'composer') visit(composerFields(field), `${path}.`, level + 1)
      if (shape === 'component') visit(componentFields(field, components), `${path}.`, level + 1)
    }
  }
  visit(contentType.fields, '', 0)
  return kinds
}

/** The paths of a content type that can hold links: its own fields, and fields inside components, composers and images. */
export function linkPaths(
  contentType: ContentType,
  components: ReadonlyMap<string, Component>,
): ReadonlySet<string> {
  const paths = new Set<string>()
  const visit = (fields: readonly FieldDefinition[], prefix: string, level: number): void => {
    if (level > MAX_NESTING) return
    for (const field of fields) {
      const path = prefix + field.id
      const shape = shapeOf(field)
      if (shape === 'link') paths.add(path)
      if (shape === 'image') paths.add(`${path}.asset`)
      if (shape === 'composer') visit(composerFields(field), `${path}.`, level + 1)
      if (shape === 'component') visit(componentFields(field, components), `${path}.`, level + 1)
    }
  }
  visit(contentType.fields, '', 0)
  return paths
}

const SYS_KINDS: Readonly<Record<string, Kind>> = {
  'sys.isPublished': 'boolean',
  'sys.version.created': 'date',
  'sys.version.modified': 'date',
  'sys.version.published': 'date',
}

/** The kinds a `sys.*` path may hold. Metadata and properties carry any JSON value, so every scalar kind is tried. */
export function sysKinds(path: string): readonly Kind[] {
  const known = SYS_KINDS[path]
  if (known !== undefined) return [known]
  return /^sys\.(metadata|properties)\./.test(path) ? ['text', 'number', 'boolean'] : ['text']
}
