import type { ContentType, Json, JsonObject, StoredEntry } from './content.ts'
import { isPlainText, shapeOf } from './field-kinds.ts'
import { addPlain, addText, createIndexBuilder, type IndexBuilder, type LinkRow } from './index-builder.ts'
import { indexField, type DescribeLink } from './index-field.ts'
import { namedFields } from './limit-fields.ts'
import type { ProjectModel } from './model.ts'
import { textOfHtml } from './words.ts'

/** What the search index holds about one stored version. Paths are dotted, without `[]`; a list has one row for each element. */
export type IndexRows = {
  readonly texts: readonly (readonly [path: string, value: string])[]
  readonly numbers: readonly (readonly [path: string, value: number])[]
  readonly places: readonly (readonly [path: string, lat: number, lon: number])[]
  readonly exists: ReadonlySet<string>
  readonly passages: ReadonlyMap<string, string>
  readonly links: readonly LinkRow[]
}

/** Flatten an entry into index rows; `fileText` is the text inside the file of an asset. Source: protocol 1.12 (special fields, composers, lists). */
export function indexEntry(
  entry: StoredEntry,
  type: ContentType,
  model: ProjectModel,
  uris: readonly string[],
  describe: DescribeLink,
  fileText: string | null = null,
): IndexRows {
  const builder = createIndexBuilder()
  const context = { builder, model, describe, composed: false }
  for (const field of type.fields) indexField(context, field, field.id, entry.fields[field.id] ?? null)
  const own = type.fields.flatMap((field) => builder.passages.get(field.id) ?? [])
  for (const [path, id] of namedFields(type)) {
    const field = type.fields.find((one) => one.id === id)
    if (id !== null)
      indexNamed(builder, path, entry.fields[id], field !== undefined && shapeOf(field) === 'html')
  }
  indexWhole(builder, 'searchContent', [...own, ...builder.linked.map(textOfHtml)].join('\n'))
  indexWhole(builder, '_searchContent', fileText ?? '')
  addPlain(builder, 'sys', sysOf(entry, uris))
  // The free text of the title and description fields is already indexed as `entryTitle` and `entryDescription`.
  for (const [, field] of namedFields(type)) if (isPlainText(type, field)) builder.passages.delete(field)
  const passages = new Map([...builder.passages].map(([path, parts]) => [path, parts.join('\n')]))
  const { texts, numbers, places, exists, links } = builder
  return { texts, numbers, places, exists, passages, links }
}

function indexNamed(builder: IndexBuilder, path: string, value: Json | undefined, isHtml: boolean): void {
  if (typeof value !== 'string') return
  addText(builder, path, value)
  builder.exists.add(path)
  builder.passages.set(path, [isHtml ? textOfHtml(value) : value])
}

/** Text that is indexed as a whole and holds no HTML. */
function indexWhole(builder: IndexBuilder, path: string, text: string): void {
  if (text === '') return
  addText(builder, path, text)
  builder.exists.add(path)
  builder.passages.set(path, [text])
}

// The scope has content type, project, language, format and workflow, so they need no rows of their own.
function sysOf(entry: StoredEntry, uris: readonly string[]): JsonObject {
  return {
    id: entry.id,
    slug: entry.slug,
    owner: entry.owner,
    isPublished: entry.isPublished,
    uri: entry.uri ?? uris[0] ?? null,
    allUris: entry.uri === null ? uris : [entry.uri],
    metadata: entry.metadata,
    properties: entry.properties,
    version: entry.version,
    availableLanguages: entry.isDraft ? entry.languages.latest : entry.languages.published,
  }
}
