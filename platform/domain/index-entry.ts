import type { ContentType, Json, JsonObject, StoredEntry } from './content.ts'
import { addPlain, addText, newDraft, type IndexDraft } from './index-draft.ts'
import { indexField, type DescribeLink } from './index-field.ts'
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

/** Flatten an entry into index rows. Source: protocol 1.12 (special fields, composers, lists). */
export function indexEntry(
  entry: StoredEntry,
  type: ContentType,
  model: ProjectModel,
  uris: readonly string[],
  describe: DescribeLink,
): IndexRows {
  const draft = newDraft()
  const context = { draft, model, describe, composed: false }
  for (const field of type.fields) indexField(context, field, field.id, entry.fields[field.id] ?? null)
  const own = type.fields.flatMap((field) => draft.passages.get(field.id) ?? [])
  indexNamed(draft, 'entryTitle', entry.fields[type.entryTitleField])
  indexNamed(
    draft,
    'entryDescription',
    type.entryDescriptionField ? entry.fields[type.entryDescriptionField] : null,
  )
  indexNamed(draft, 'searchContent', [...own, ...draft.linked].join('\n') || null)
  addPlain(draft, 'sys', sysOf(entry, type, uris))
  const passages = new Map([...draft.passages].map(([path, parts]) => [path, parts.join('\n')]))
  return { texts: draft.texts, numbers: draft.numbers, places: draft.places, exists: draft.exists, passages }
}

function indexNamed(draft: IndexDraft, path: string, value: Json | undefined): void {
  if (typeof value !== 'string') return
  addText(draft, path, value)
  draft.exists.add(path)
  draft.passages.set(path, [textOfHtml(value)])
}

function sysOf(entry: StoredEntry, type: ContentType, uris: readonly string[]): JsonObject {
  return {
    id: entry.id,
    contentTypeId: entry.contentTypeId,
    projectId: type.projectId,
    language: entry.language,
    dataFormat: type.dataFormat,
    slug: entry.slug,
    owner: entry.owner,
    isPublished: entry.isPublished,
    uri: entry.uri ?? uris[0] ?? null,
    allUris: entry.uri === null ? uris : [entry.uri],
    workflow: {
      id: type.workflowId ?? 'contensisEntryBasic',
      state: entry.isDraft ? 'draft' : 'versionComplete',
    },
    metadata: entry.metadata,
    properties: entry.properties,
    version: entry.version,
    availableLanguages: entry.isDraft ? entry.languages.latest : entry.languages.published,
  }
}
