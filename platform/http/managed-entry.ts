import type { JsonObject, SeedEntry, VersionStatus } from '../domain/content.ts'
import type { ProjectModel } from '../domain/model.ts'
import { urisOf } from '../domain/node-tree.ts'
import { slugify } from '../domain/slugify.ts'

/** An entry as the management client knows it: its fields as they are stored, links unresolved. Null without that version. */
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
  const isDraft = version === variation?.latest
  const published = variation?.published
  return {
    ...version.fields,
    entryTitle: version.fields[type.entryTitleField] ?? null,
    entryDescription: version.fields[type.entryDescriptionField ?? ''] ?? null,
    sys: {
      id: entry.id,
      contentTypeId: type.id,
      projectId: entry.projectId,
      language,
      dataFormat: type.dataFormat,
      versionStatus: status,
      availableLanguages: Object.keys(entry.variations),
      owner: entry.owner ?? 'system',
      slug: entry.slug ?? slugify(version.fields[type.entryTitleField]),
      uri: entry.uri ?? urisOf(project.tree, entry.id, language)[0] ?? null,
      isPublished: Boolean(published),
      metadata: entry.metadata ?? {},
      properties: entry.properties ?? {},
      workflow: {
        id: type.workflowId ?? 'contensisEntryBasic',
        state: isDraft ? 'draft' : 'versionComplete',
        allowedEvents: isDraft ? ['draft.publish'] : ['sysUnpublish'],
      },
      version: {
        createdBy: entry.createdBy ?? 'system',
        created: entry.created ?? version.modified,
        modifiedBy: version.modifiedBy ?? 'system',
        modified: version.modified,
        ...(published
          ? {
              publishedBy: published.publishedBy ?? published.modifiedBy ?? 'system',
              published: published.publishedAt ?? published.modified,
            }
          : {}),
        versionNo: version.versionNo,
      },
    },
  }
}
