import { isComposer, isEntryLink, isImageLink, type Entry, type VersionStatus } from '../content/index.ts'
import type { ContentClient, JsonObject } from '../contract/index.ts'

/** Most links in one search: each adds three conditions, and the length of a URL is limited. */
const LINKS_PER_SEARCH = 100

interface LinkOptions {
  /** Fields whose links are resolved, with dots for fields of linked entries; every field of the entry unless given. */
  readonly paths?: readonly string[] | undefined
  /** Language of links in entries without a language. */
  readonly language: string
  readonly versionStatus: VersionStatus
}

/**
 * The entries, with each link replaced by the entry that it links to. All links of one level are searched together; a link whose
 * entry is missing stays a link. The given entries are not modified. Source: specification 7, Link resolution.
 */
export async function resolveLinks(
  search: ContentClient['search'],
  entries: readonly Entry[],
  options: LinkOptions,
): Promise<readonly Entry[]> {
  /** Entries by language and id; null where none was found. */
  const found = new Map<string, Entry | null>()
  const replaced = (onLink: (link: Entry, key: string) => Entry): readonly Entry[] =>
    entries.map((entry) => {
      const language = entry.sys.language ?? options.language
      return visitEntry(entry, options.paths, (link) => onLink(link, keyOf(link, language)))
    })
  for (;;) {
    const wanted = new Map<string, Entry>()
    const resolved = replaced((link, key) => {
      const known = found.get(key)
      if (known === undefined) wanted.set(key, link)
      return known ?? link
    })
    if (wanted.size === 0) return resolved
    for (const [key, entry] of await find(search, [...wanted.keys()], options.versionStatus))
      found.set(key, entry)
  }
}

const keyOf = ({ sys }: Entry, language: string): string => `${sys.language ?? language} ${sys.id}`

/** The entries of these keys, searched in parallel batches; null where there is none. */
async function find(
  search: ContentClient['search'],
  keys: readonly string[],
  versionStatus: VersionStatus,
): Promise<ReadonlyMap<string, Entry | null>> {
  const batches = Array.from({ length: Math.ceil(keys.length / LINKS_PER_SEARCH) }, (_, at) =>
    keys.slice(at * LINKS_PER_SEARCH, (at + 1) * LINKS_PER_SEARCH),
  )
  const lists = await Promise.all(
    batches.map((batch) =>
      search({
        where: [{ or: batch.map((key) => conditionOf(key, versionStatus)) }],
        pageIndex: 0,
        pageSize: batch.length,
      }),
    ),
  )
  const found = new Map<string, Entry | null>(keys.map((key) => [key, null]))
  for (const entry of lists.flatMap(({ items }) => items)) {
    // An entry without a language is in the requested one.
    const own = entry.sys.language
      ? [keyOf(entry, '')]
      : keys.filter((key) => key.endsWith(` ${entry.sys.id}`))
    for (const key of own) found.set(key, entry)
  }
  return found
}

function conditionOf(key: string, versionStatus: VersionStatus): JsonObject {
  const space = key.indexOf(' ')
  return {
    and: [
      { field: 'sys.id', equalTo: key.slice(space + 1) },
      { field: 'sys.language', equalTo: key.slice(0, space) },
      { field: 'sys.versionStatus', equalTo: versionStatus },
    ],
  }
}

type OnLink = (link: Entry) => Entry

function visitEntry(entry: Entry, paths: LinkOptions['paths'], onLink: OnLink): Entry {
  if (isEntryLink(entry)) return entry
  const all = paths ?? Object.keys(entry).filter((field) => field !== 'sys')
  return all.reduce<Entry>((known, path) => visit(known, path.split('.'), onLink) as Entry, entry)
}

/** A value with each link at a path replaced by `onLink`; the value itself where there is no link. */
function visit(value: unknown, path: readonly string[], onLink: OnLink): unknown {
  if (isEntryLink(value)) {
    const entry = onLink(value)
    return entry === value ? value : visit(entry, path, onLink)
  }
  if (isImageLink(value)) return { ...value, asset: onLink(value.asset) }
  if (Array.isArray(value) && isComposer(value)) {
    const [type, ...rest] = path
    return value.map((item) =>
      type === undefined || type === item.type ? { ...item, value: visit(item.value, rest, onLink) } : item,
    )
  }
  if (Array.isArray(value)) return value.map((one: unknown) => visit(one, path, onLink))
  const [field, ...rest] = path
  if (field === undefined || typeof value !== 'object' || value === null || !Object.hasOwn(value, field))
    return value
  const before = (value as Readonly<Record<string, unknown>>)[field]
  return { ...value, [field]: visit(before, rest, onLink) }
}
