import type { Entry } from '@tessera/shared/content'
import type { ContentClient, ContentTypeMapping } from '@tessera/shared/contract'
import type { SitePage } from './sitemap-xml.ts'

/** Page size of a search: its answer has less than a megabyte. Each search costs the platform as much as counting all pages. */
const BATCH = 1_000

/** The rules for which entries are public pages. */
export interface PageRules {
  readonly mappingOf: (contentTypeId: string) => Pick<ContentTypeMapping, 'requireLogin'> | undefined
  readonly languages: readonly string[]
}

/**
 * All public pages, each with its translations, in order of entry id. Each search continues after the last id that was read,
 * because platforms limit paged results to 10,000. Source: reference delivery-api 1.22, 18.
 */
export async function* sitePages(
  client: Pick<ContentClient, 'search'>,
  rules: PageRules,
): AsyncGenerator<readonly SitePage[]> {
  let after: string | null = null
  for (;;) {
    const entries = await readBatch(client, after)
    const isLast = entries.length < BATCH
    // The last entry of a full batch may have more languages, so it is read again with the next batch.
    const lastId: string | null = entries.at(-1)?.sys.id ?? null
    const whole = isLast ? entries : entries.filter(({ sys }) => sys.id !== lastId)
    for (const translations of byId(whole)) {
      const pages = translations.flatMap((entry) => pageOf(entry, rules) ?? [])
      if (pages.length > 0) yield pages
    }
    if (isLast || lastId === null || whole.length === 0) return
    after = lastId
  }
}

async function readBatch(
  client: Pick<ContentClient, 'search'>,
  from: string | null,
): Promise<readonly Entry[]> {
  const { items } = await client.search({
    where: [
      { field: 'sys.uri', exists: true },
      { field: 'sys.dataFormat', equalTo: 'entry' },
      ...(from === null ? [] : [{ field: 'sys.id', greaterThanOrEqualTo: from }]),
    ],
    orderBy: ['sys.id'],
    pageSize: BATCH,
    fields: ['sys.uri', 'sys.version', 'sys.metadata'],
  })
  return items
}

function byId(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.sys.id)
    if (group) group.push(entry)
    else groups.set(entry.sys.id, [entry])
  }
  return [...groups.values()]
}

/** The page of an entry; null for an entry that has no page, requires a login, or was excluded by its author. */
function pageOf({ sys }: Entry, { mappingOf, languages }: PageRules): SitePage | null {
  const { uri, language, contentTypeId = '', metadata, version } = sys
  if (!uri?.startsWith('/') || !language || !languages.includes(language)) return null
  const mapping = mappingOf(contentTypeId)
  if (!mapping || Boolean(mapping.requireLogin) || metadata?.['includeInSitemap'] === false) return null
  const lastModified = readMoment(version?.['published'] ?? version?.['modified'])
  return { language, path: uri, ...(lastModified ? { lastModified } : {}) }
}

const readMoment = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value) ? value : null
