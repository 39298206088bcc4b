import { PlatformError } from '../errors.ts'
import type { JsonObject, SeedEntry, SeedVariation, SeedVersion } from './content.ts'

/** The author of a change, and its time (ISO text). */
export type Author = { readonly by: string; readonly now: string }

/** What describes a version besides its fields. What is undefined stays as it is. */
export type Describing = { readonly slug?: string | undefined; readonly metadata?: JsonObject | undefined }

/** A change of one entry in one language. A `versionNo` must be that of the newest version (optimistic locking). */
export type Change =
  | (Describing & {
      readonly kind: 'create'
      readonly id: string
      readonly contentTypeId: string
      readonly language: string
      readonly fields: JsonObject
    })
  | (Describing & {
      readonly kind: 'update'
      readonly id: string
      readonly language: string
      readonly fields: JsonObject
      readonly versionNo: string | null
    })
  | {
      readonly kind: 'publish' | 'unpublish'
      readonly id: string
      readonly language: string
      readonly versionNo: string | null
    }
  | { readonly kind: 'delete'; readonly id: string; readonly languages: readonly string[] | null }

/**
 * The entry after a change; null when no variation of it is left. Throws `platform/not-found` when the entry or its variation
 * does not exist, `platform/conflict` when the id is taken or a newer version exists, `platform/unprocessable` when there is
 * nothing to publish or to unpublish.
 */
export function editEntry(
  entry: SeedEntry | null,
  projectId: string,
  change: Change,
  author: Author,
): SeedEntry | null {
  if (change.kind === 'create') return create(entry, projectId, change, author)
  if (entry === null || entry.projectId !== projectId) throw missing(change.id)
  switch (change.kind) {
    case 'update':
      return update(entry, change, author)
    case 'publish':
      return withVariation(entry, change.language, publish(variationOf(entry, change), author))
    case 'unpublish':
      return withVariation(entry, change.language, unpublish(variationOf(entry, change)))
    case 'delete':
      return withoutLanguages(entry, change.languages)
  }
}

const missing = (id: string): PlatformError =>
  new PlatformError('platform/not-found', `There is no entry "${id.slice(0, 100)}" in this language`)

function create(
  entry: SeedEntry | null,
  projectId: string,
  change: Extract<Change, { kind: 'create' }>,
  { by, now }: Author,
): SeedEntry {
  if (entry !== null) throw new PlatformError('platform/conflict', 'An entry with this id exists already')
  const { id, contentTypeId, language, fields, slug, metadata } = change
  const latest: SeedVersion = { versionNo: '0.1', modified: now, modifiedBy: by, fields }
  return {
    id,
    projectId,
    contentTypeId,
    owner: by,
    createdBy: by,
    created: now,
    ...(slug === undefined ? {} : { slug }),
    ...(metadata === undefined ? {} : { metadata }),
    variations: { [language]: { published: null, latest } },
  }
}

function update(
  entry: SeedEntry,
  change: Extract<Change, { kind: 'update' }>,
  { by, now }: Author,
): SeedEntry {
  const { language, fields } = change
  const before = entry.variations[language]
  if (before !== undefined) requireNewest(before, change.versionNo)
  const newest = before?.latest ?? before?.published
  const [slug, metadata] = [change.slug ?? newest?.slug, change.metadata ?? newest?.metadata]
  const latest: SeedVersion = {
    versionNo: newest ? nextMinor(newest.versionNo) : '0.1',
    modified: now,
    modifiedBy: by,
    ...(slug === undefined ? {} : { slug }),
    ...(metadata === undefined ? {} : { metadata }),
    fields,
  }
  return withVariation(entry, language, { published: before?.published ?? null, latest })
}

function variationOf(
  entry: SeedEntry,
  { id, language, versionNo }: Extract<Change, { kind: 'publish' | 'unpublish' }>,
): SeedVariation {
  const variation = entry.variations[language]
  if (variation === undefined) throw missing(id)
  requireNewest(variation, versionNo)
  return variation
}

function requireNewest(variation: SeedVariation, versionNo: string | null): void {
  const newest = (variation.latest ?? variation.published)?.versionNo
  if (versionNo !== null && newest !== undefined && newest !== versionNo)
    throw new PlatformError(
      'platform/conflict',
      `The newest version is ${newest}, not ${versionNo.slice(0, 20)}`,
    )
}

function publish({ latest, published }: SeedVariation, { by, now }: Author): SeedVariation {
  if (!latest)
    throw new PlatformError('platform/unprocessable', 'There is no newer version that could be published')
  const major = Number.parseInt((published ?? latest).versionNo, 10) || 0
  return {
    published: { ...latest, versionNo: `${major + 1}.0`, publishedAt: now, publishedBy: by },
    latest: null,
  }
}

function unpublish({ latest, published }: SeedVariation): SeedVariation {
  if (!published) throw new PlatformError('platform/unprocessable', 'This version is not published')
  return { published: null, latest: latest ?? published }
}

function nextMinor(versionNo: string): string {
  const [major = '0', minor = '0'] = versionNo.split('.')
  return `${major}.${(Number.parseInt(minor, 10) || 0) + 1}`
}

function withVariation(entry: SeedEntry, language: string, variation: SeedVariation): SeedEntry {
  return { ...entry, variations: { ...entry.variations, [language]: variation } }
}

function withoutLanguages(entry: SeedEntry, languages: readonly string[] | null): SeedEntry | null {
  if (languages === null) return null
  if (!languages.some((language) => entry.variations[language] !== undefined)) throw missing(entry.id)
  const left = Object.entries(entry.variations).filter(([language]) => !languages.includes(language))
  return left.length === 0 ? null : { ...entry, variations: Object.fromEntries(left) }
}
