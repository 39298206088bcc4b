import type { ContentType, JsonObject, SeedEntry, SeedVersion, VersionStatus } from '../domain/content.ts'
import type { ProjectModel } from '../domain/model.ts'
import { urisOf } from '../domain/node-tree.ts'
import { slugify } from '../domain/slugify.ts'

/** An entry as the management client expects it: its fields as they are stored, links unresolved. Null when it lacks that version. */
export function toManaged(
  project: ProjectModel,
  entry: SeedEntry,
  language: string,
  status: VersionStatus,
): JsonObject | null {
  const variation = entry.variations[language]
  const version = (status === 'latest' ? variation?.latest : null) ?? variation?.published
  const type = project.contentTypes.get(entry.contentTypeId.toLowerCase())
  if (!version || type === undefined) return null
  const { entryTitleField, entryDescriptionField } = type
  return {
    ...version.fields,
    entryTitle: version.fields[entryTitleField] ?? null,
    entryDescription: version.fields[entryDescriptionField ?? ''] ?? null,
    sys: {
      ...identityOf(project, entry, type, language),
      versionStatus: status,
      ...describingOf(entry, version, entryTitleField),
      isPublished: Boolean(variation?.published),
      workflow: workflowOf(type, version === variation?.latest),
      version: { ...writingOf(entry, version), ...publishingOf(variation?.published) },
    },
  }
}

const describingOf = (entry: SeedEntry, version: SeedVersion, titleField: string): JsonObject => ({
  slug: version.slug ?? entry.slug ?? slugify(version.fields[titleField]),
  metadata: version.metadata ?? entry.metadata ?? {},
})

const identityOf = (
  project: ProjectModel,
  entry: SeedEntry,
  type: ContentType,
  language: string,
): JsonObject => ({
  id: entry.id,
  contentTypeId: type.id,
  projectId: entry.projectId,
  language,
  dataFormat: type.dataFormat,
  availableLanguages: Object.keys(entry.variations),
  owner: entry.owner ?? 'system',
  uri: entry.uri ?? urisOf(project.tree, entry.id, language)[0] ?? null,
  properties: entry.properties ?? {},
})

const workflowOf = (type: ContentType, isDraft: boolean): JsonObject => ({
  id: type.workflowId ?? 'contensisEntryBasic',
  state: isDraft ? 'draft' : 'versionComplete',
  allowedEvents: isDraft ? ['draft.publish'] : ['sysUnpublish'],
})

const writingOf = (entry: SeedEntry, version: SeedVersion): JsonObject => ({
  createdBy: entry.createdBy ?? 'system',
  created: entry.created ?? version.modified,
  modifiedBy: version.modifiedBy ?? 'system',
  modified: version.modified,
  versionNo: version.versionNo,
})

function publishingOf(published: SeedVersion | null | undefined): JsonObject {
  if (!published) return {}
  return {
    publishedBy: published.publishedBy ?? published.modifiedBy ?? 'system',
    published: published.publishedAt ?? published.modified,
  }
}
