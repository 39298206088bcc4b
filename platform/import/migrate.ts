import { renameSync, rmSync } from 'node:fs'
import type {
  ContentType,
  JsonObject,
  Project,
  SeedEntry,
  SeedNode,
  SeedVersion,
  TaxonomyTerm,
} from '../domain/content.ts'
import { createDelivery, type Delivery, type DeliveredEntry, type DeliveredNode } from './delivery.ts'
import { openOutput, writeDocument } from './export-content.ts'
import { toStored } from './to-stored.ts'

/** The environment to read, and the file to write. */
export type Migration = {
  readonly from: string
  readonly projectId: string
  readonly accessToken: string
  readonly file: string
}
/** What was read. `incomplete` names what the delivery API does not return. */
export type MigrationReport = {
  readonly entries: number
  readonly nodes: number
  readonly contentTypes: number
  readonly incomplete: readonly string[]
}

/**
 * Read an environment page by page through its delivery API into a file that can be imported: published versions, newer drafts
 * if the token may read them, every language, nodes, content types, and the taxonomy that fields use. Accounts, groups,
 * forms and restrictions are not delivered. Throws an `Error` with one line for the user.
 */
export async function migrate(migration: Migration): Promise<MigrationReport> {
  const delivery = await createDelivery(migration)
  const project = await delivery.project()
  const types = await delivery.contentTypes()
  const nodes = await readNodes(delivery, project)
  const entries = await readEntries(delivery, project, types)
  const taxonomy = await readTaxonomy(delivery, project, entries)
  const seedEntries = [...entries.values()].map((found) => toSeedEntry(found, types))
  const components = componentsOf(types)
  const unfinished = `${migration.file}.new`
  const output = openOutput(unfinished)
  try {
    writeDocument(output.write, [
      ['environment', { alias: aliasOf(migration.from), accessToken: migration.accessToken }],
      ['projects', [project]],
      ['contentTypes', types],
      ['components', components],
      ['taxonomy', taxonomy],
      ['nodes', nodes],
      ['entries', seedEntries],
      ['groups', []],
      ['users', []],
      ['forms', []],
    ])
    output.end()
    renameSync(unfinished, migration.file)
  } catch (error) {
    output.end()
    rmSync(unfinished, { force: true })
    throw error
  }
  return {
    entries: seedEntries.length,
    nodes: nodes.length,
    contentTypes: types.length,
    incomplete: [
      'accounts',
      'groups',
      'forms',
      'restricted and undelivered entries',
      'files of assets',
      ...(delivery.readsLatest ? [] : ['drafts, which this token may not read']),
    ],
  }
}

const aliasOf = (url: string): string =>
  new URL(url).hostname.replace(/^(?:api|cms)-/, '').split('.')[0] ?? 'migrated'

const STATUSES = ['published', 'latest'] as const

type Found = {
  readonly id: string
  readonly versions: Map<string, { published?: DeliveredEntry; latest?: DeliveredEntry }>
}

async function readEntries(
  delivery: Delivery,
  project: Project,
  types: readonly ContentType[],
): Promise<Map<string, Found>> {
  const found = new Map<string, Found>()
  for (const type of types)
    for (const language of project.supportedLanguages)
      for (const status of delivery.readsLatest ? STATUSES : STATUSES.slice(0, 1))
        for await (const entry of delivery.entries(type.id, language, status)) {
          const { id } = entry.sys
          const one = found.get(id) ?? { id, versions: new Map() }
          found.set(id, one)
          const before = one.versions.get(language) ?? {}
          one.versions.set(language, { ...before, [status]: entry })
        }
  return found
}

function toSeedEntry({ id, versions }: Found, types: readonly ContentType[]): SeedEntry {
  const all = [...versions.values()].flatMap(({ published, latest }) =>
    [published ?? [], latest ?? []].flat(),
  )
  const [first] = all as readonly DeliveredEntry[]
  const { sys } = first as DeliveredEntry
  const type = types.find((one) => one.id === sys.contentTypeId) as ContentType
  const variations = [...versions].map(([language, { published, latest }]) => {
    const isNewer = latest !== undefined && latest.sys.version.versionNo !== published?.sys.version.versionNo
    const draft = isNewer ? { latest: versionOf(latest, type) } : {}
    return [language, { published: published ? versionOf(published, type) : null, ...draft }] as const
  })
  return {
    id,
    projectId: sys.projectId,
    contentTypeId: type.id,
    ...(sys.owner ? { owner: sys.owner } : {}),
    ...(sys.version.createdBy ? { createdBy: sys.version.createdBy } : {}),
    ...(sys.version.created ? { created: sys.version.created } : {}),
    metadata: sys.metadata ?? {},
    properties: sys.properties ?? {},
    ...(sys.dataFormat === 'entry' || !sys.uri ? {} : { uri: sys.uri }),
    variations: Object.fromEntries(variations),
  }
}

function versionOf(entry: DeliveredEntry, type: ContentType): SeedVersion {
  const { version } = entry.sys
  return {
    versionNo: version.versionNo ?? '1.0',
    modified: version.modified ?? new Date(0).toISOString(),
    ...(version.modifiedBy ? { modifiedBy: version.modifiedBy } : {}),
    ...(version.published ? { publishedAt: version.published } : {}),
    ...(version.publishedBy ? { publishedBy: version.publishedBy } : {}),
    ...(entry.sys.slug ? { slug: entry.sys.slug } : {}),
    fields: toStored(entry, type),
  }
}

/** The delivery API does not describe components, so they get no fields: their values are stored as plain JSON. */
function componentsOf(types: readonly ContentType[]): readonly object[] {
  const ids = types.flatMap((type) =>
    type.fields.flatMap((field) => /^component\.(.+)$/.exec(field.dataFormat ?? '')?.[1] ?? []),
  )
  const projectId = types[0]?.projectId ?? ''
  return [...new Set(ids)].map((id) => ({ id, projectId, fields: [] }))
}

async function readNodes(delivery: Delivery, project: Project): Promise<readonly SeedNode[]> {
  const nodes = new Map<string, SeedNode>()
  for (const language of project.supportedLanguages) {
    const waiting: DeliveredNode[] = []
    const root = await delivery.root(language)
    if (root !== null) waiting.push(root)
    for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
      const children = node.childCount === 0 ? [] : await delivery.children(node.id, language)
      addNode(nodes, node, language, children)
      waiting.push(...children)
    }
  }
  return [...nodes.values()]
}

function addNode(
  nodes: Map<string, SeedNode>,
  node: DeliveredNode,
  language: string,
  children: readonly DeliveredNode[],
): void {
  const known = nodes.get(node.id)
  const order = new Set([...(known?.childOrder ?? []), ...children.map((child) => child.id)])
  nodes.set(node.id, {
    id: node.id,
    projectId: node.projectId,
    parentId: node.parentId ?? null,
    slug: { ...known?.slug, [language]: node.slug },
    displayName: { ...known?.displayName, [language]: node.displayName },
    entryId: node.entry?.sys.id ?? known?.entryId ?? null,
    isCanonical: node.isCanonical ?? false,
    includeInMenu: node.includeInMenu ?? false,
    ...(node.version ? { version: node.version } : {}),
    childOrder: [...order],
  })
}

type Term = {
  readonly key: string
  readonly name: Record<string, string>
  readonly children: readonly string[]
}

/** The taxonomy trees of all keys that entries use, from their roots, in their defined order. */
async function readTaxonomy(
  delivery: Delivery,
  project: Project,
  entries: ReadonlyMap<string, Found>,
): Promise<readonly TaxonomyTerm[]> {
  const roots = new Set<string>()
  for (const { versions } of entries.values())
    for (const { published, latest } of versions.values())
      for (const key of [...keysIn(published), ...keysIn(latest)]) roots.add(key.split('/')[0] ?? key)
  const terms = new Map<string, Term>()
  const read = async (key: string): Promise<void> => {
    for (const language of project.supportedLanguages) {
      const node = await delivery.taxonomy(key, language)
      if (node === null) return
      const name = { ...terms.get(key)?.name, [language]: node.name }
      terms.set(key, { key, name, children: (node.children ?? []).map((child) => child.key) })
    }
    for (const child of terms.get(key)?.children ?? []) await read(child)
  }
  for (const root of roots) await read(root)
  const grow = (key: string): TaxonomyTerm => {
    const { name, children } = terms.get(key) as Term
    return { key, name, children: children.filter((child) => terms.has(child)).map(grow) }
  }
  return [...roots].filter((root) => terms.has(root)).map(grow)
}

function keysIn(entry: DeliveredEntry | undefined): readonly string[] {
  const keys: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    const one = value as JsonObject
    if (typeof one['key'] === 'string' && typeof one['path'] === 'string' && 'hasChildren' in one)
      keys.push(one['key'])
    for (const part of Object.values(value)) visit(part)
  }
  visit(entry)
  return keys
}
