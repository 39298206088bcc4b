import type { SeedEntry, SeedVersion, StoredEntry } from '../domain/content.ts'
import { slugify } from '../domain/slugify.ts'
import { LATEST, PUBLISHED } from './content-writer.ts'

/** One version to store, with the bits for published, latest, or both. */
export type VersionToStore = { readonly entry: StoredEntry; readonly status: number }

/** The versions of an entry to store: one row per language when nothing newer than the published one exists, else two. */
export function storedVersions(entry: SeedEntry, titleField: string): readonly VersionToStore[] {
  const variations = Object.entries(entry.variations).filter(
    ([, variation]) => variation.published || variation.latest,
  )
  const languages = {
    published: variations.filter(([, variation]) => variation.published).map(([language]) => language),
    latest: variations.map(([language]) => language),
  }
  return variations.flatMap(([language, { published, latest }]) => {
    const build = (version: SeedVersion, status: number): VersionToStore => ({
      status,
      entry: {
        id: entry.id,
        contentTypeId: entry.contentTypeId,
        language,
        owner: entry.owner ?? entry.createdBy ?? 'system',
        slug: version.slug ?? entry.slug ?? slugify(version.fields[titleField]),
        uri: entry.uri ?? null,
        metadata: version.metadata ?? entry.metadata ?? {},
        properties: entry.properties ?? {},
        isPublished: Boolean(published),
        isDraft: status === LATEST,
        languages,
        version: versionOf(entry, version, published ?? null),
        fields: version.fields,
      },
    })
    if (published && !latest) return [build(published, PUBLISHED | LATEST)]
    return [...(published ? [build(published, PUBLISHED)] : []), ...(latest ? [build(latest, LATEST)] : [])]
  })
}

function versionOf(
  entry: SeedEntry,
  version: SeedVersion,
  published: SeedVersion | null,
): StoredEntry['version'] {
  const createdBy = entry.createdBy ?? entry.owner ?? 'system'
  const dates = {
    createdBy,
    created: entry.created ?? version.modified,
    modifiedBy: version.modifiedBy ?? createdBy,
    modified: version.modified,
  }
  if (published === null) return { ...dates, versionNo: version.versionNo }
  return {
    ...dates,
    publishedBy: published.publishedBy ?? published.modifiedBy ?? createdBy,
    published: published.publishedAt ?? published.modified,
    versionNo: version.versionNo,
  }
}
