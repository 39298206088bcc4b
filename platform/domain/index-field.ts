import { isObject, linkTarget, type FieldDefinition, type Json, type JsonObject } from './content.ts'
import { componentFields, composerFields, shapeOf } from './field-kinds.ts'
import { addNumber, addPassage, addPlain, addText, type IndexBuilder } from './index-builder.ts'
import { readInstant } from './instant.ts'
import type { ProjectModel } from './model.ts'
import { textOfHtml } from './words.ts'

/** Gives the language of a linked entry, and its title and description, for the text of `searchContent`. */
export type DescribeLink = (
  id: string,
  language: string | null,
) => { readonly language: string; readonly texts: readonly string[] }

/** What indexing a field needs. `composed` is true inside a composer, whose text is indexed under every parent path too. */
export type FieldContext = {
  readonly builder: IndexBuilder
  readonly model: ProjectModel
  readonly describe: DescribeLink
  readonly composed: boolean
}

/** Index the value of a field under a path. Lists give rows for each element. Source: protocol 1.12. */
export function indexField(context: FieldContext, field: FieldDefinition, path: string, value: Json): void {
  if (Array.isArray(value)) return value.forEach((item: Json) => indexField(context, field, path, item))
  if (value === null || value === undefined) return
  const { builder } = context
  builder.exists.add(path)
  switch (shapeOf(field)) {
    case 'link':
      return indexLink(context, path, value)
    case 'date':
      return addNumber(builder, path, typeof value === 'string' ? readInstant(value) : null)
    case 'taxonomy':
      return indexTaxonomy(builder, path, value)
    case 'canvas':
      return indexCanvas(context, path, value)
    case 'image':
      return indexImage(context, path, value)
    case 'component':
      return indexParts(context, componentFields(field, context.model.components), path, value)
    case 'composer':
      return indexComposerItem(context, field, path, value)
    case 'dateRange':
      return indexParts(context, RANGE_ENDS, path, value)
    case 'location':
      return indexPlace(builder, path, value)
    default:
      return indexScalar(context, field, path, value)
  }
}

const RANGE_ENDS: readonly FieldDefinition[] = [
  { id: 'from', dataType: 'dateTime' },
  { id: 'to', dataType: 'dateTime' },
]

function indexParts(
  context: FieldContext,
  fields: readonly FieldDefinition[],
  path: string,
  value: Json,
): void {
  if (!isObject(value)) return
  for (const part of fields) indexField(context, part, `${path}.${part.id}`, value[part.id] ?? null)
}

function indexScalar(context: FieldContext, field: FieldDefinition, path: string, value: Json): void {
  if (typeof value === 'string') return indexWords(context, path, value, shapeOf(field) === 'html')
  if (typeof value === 'number' || typeof value === 'boolean')
    return addNumber(context.builder, path, Number(value))
  if (isObject(value))
    indexParts(
      context,
      Object.keys(value).map((id) => ({ id, dataType: 'string' })),
      path,
      value,
    )
}

function indexWords({ builder, composed }: FieldContext, path: string, value: string, isHtml: boolean): void {
  const text = isHtml ? textOfHtml(value) : value
  addText(builder, path, value)
  addPassage(builder, path, text)
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    addPassage(builder, path.slice(0, dot), text)
    if (composed) addText(builder, path.slice(0, dot), text)
  }
}

function indexLink({ builder, describe }: FieldContext, path: string, value: Json): void {
  const target = linkTarget(value)
  if (target === null) return
  addText(builder, `${path}.sys.id`, target.id)
  builder.exists.add(`${path}.sys.id`)
  const { language, texts } = describe(target.id, target.language)
  builder.links.push([path, target.id, language])
  builder.linked.push(...texts)
}

function indexTaxonomy(builder: IndexBuilder, path: string, value: Json): void {
  if (typeof value === 'string') addText(builder, path, value)
  addPlain(builder, path, isObject(value) ? value : { key: value })
}

function indexImage(context: FieldContext, path: string, value: Json): void {
  if (!isObject(value)) return
  indexLink(context, `${path}.asset`, value['asset'] ?? null)
  indexParts(
    context,
    [
      { id: 'altText', dataType: 'string' },
      { id: 'caption', dataType: 'string' },
    ],
    path,
    value,
  )
}

function indexComposerItem(context: FieldContext, field: FieldDefinition, path: string, item: Json): void {
  if (!isObject(item) || typeof item['type'] !== 'string') return
  const type = item['type']
  const part = composerFields(field).find((allowed) => allowed.id === type) ?? {
    id: type,
    dataType: 'object',
  }
  indexField({ ...context, composed: true }, part, `${path}.${type}`, item['value'] ?? null)
}

function indexPlace(builder: IndexBuilder, path: string, value: Json): void {
  if (!isObject(value)) return
  const [lat, lon] = [Number(value['lat'] ?? Number.NaN), Number(value['lon'] ?? Number.NaN)]
  if (!Number.isFinite(lat) || !Number.isFinite(lon)) return
  builder.places.push([path, lat, lon])
  addNumber(builder, `${path}.lat`, lat)
  addNumber(builder, `${path}.lon`, lon)
}

function indexCanvas(context: FieldContext, path: string, block: Json): void {
  const text = canvasText(block, (link) => indexLink(context, path, link)).trim()
  if (text !== '') indexWords(context, path, text, false)
}

/** The readable text of a canvas block: fragments run together, blocks do not. */
function canvasText(block: Json, onLink: (link: JsonObject) => void): string {
  if (typeof block === 'string') return block
  if (Array.isArray(block)) return block.map((part: Json) => canvasText(part, onLink)).join('')
  if (!isObject(block)) return ''
  if (linkTarget(block) !== null) {
    onLink(block)
    return ''
  }
  if (typeof block['type'] === 'string')
    return canvasText(block['value'] ?? null, onLink) + (block['type'] === '_fragment' ? '' : ' ')
  return Object.values(block)
    .map((part) => canvasText(part ?? null, onLink))
    .join(' ')
}
