import type { Json, JsonObject, StoredEntry, VersionStatus } from './content.ts'
import { put, remove, REMOVED, linksIn, type LinkPosition } from './link-positions.ts'
import { limitAt, type FieldLimit } from './limit-fields.ts'
import { isAllowed, type LinkDepths } from './link-depths.ts'
import { urisOf } from './node-tree.ts'
import { toWire, type WireObject, type WireView } from './wire-entry.ts'

/** How many entries one answer resolves, linked ones included; further links stay unresolved. Source: protocol 1.9. */
const MAX_RESOLVED = 5000

/** Reads entries and their heads; entries that the reader may not see are left out. */
export type LinkSource = {
  readonly load: (
    wanted: readonly { readonly id: string; readonly language: string }[],
    status: VersionStatus,
  ) => readonly StoredEntry[]
  readonly heads: (
    ids: readonly string[],
  ) => readonly { readonly id: string; readonly contentTypeId: string; readonly uri: string | null }[]
}

/** Convert entries to their delivered form and resolve links level by level. Returns the ids that the answer uses, for surrogate keys. */
export function resolveLinks(
  entries: readonly StoredEntry[],
  view: WireView,
  depths: LinkDepths,
  source: LinkSource,
): { readonly items: readonly WireObject[]; readonly used: ReadonlySet<string> } {
  const used = new Set(entries.map((entry) => entry.id))
  const memo = new Map<string, StoredEntry | null>()
  const heads = new Map<string, Head>()
  const emptied = new Set<Json[]>()
  const unresolved: LinkPosition[] = []
  const limits = new Map<string, FieldLimit>()
  const limitOf = (path: readonly string[]): FieldLimit => {
    const key = path.join('.')
    const limit = limits.get(key) ?? limitAt(view.limit, path)
    limits.set(key, limit)
    return limit
  }
  let budget = MAX_RESOLVED
  const items = entries.map((entry) => wireOf(entry, view))
  let level = items.flatMap((item) => linksIn(item, [], []))
  while (level.length > 0) {
    readHeads(level, heads, source)
    const wanted = level.filter(
      (link) => isAllowed(link.path, link.hops, depths) && isKnownToDelivery(heads.get(link.id), view),
    )
    const following = new Set(wanted)
    unresolved.push(...level.filter((link) => !following.has(link)))
    fetchMissing(wanted, heads, memo, view, source)
    const next: LinkPosition[] = []
    for (const link of wanted) {
      const target = memo.get(keyOf(link, heads, view)) ?? null
      if (target === null) {
        remove(link, emptied)
        continue
      }
      if (budget <= 0) {
        unresolved.push(link)
        continue
      }
      budget -= 1
      used.add(target.id)
      const wire = wireOf(target, { ...view, limit: limitOf(link.path) })
      put(link, wire as Json)
      next.push(...linksIn(wire, link.path, [...link.hops, link.path.length]))
    }
    level = next
  }
  completeUnresolved(unresolved, heads, memo, view, source)
  for (const list of emptied)
    list.splice(0, list.length, ...list.filter((item) => item !== undefined && item !== REMOVED))
  return { items, used }
}

type Head = { readonly id: string; readonly contentTypeId: string; readonly uri: string | null }

function wireOf(entry: StoredEntry, view: WireView): WireObject {
  const type = view.project.contentTypes.get(entry.contentTypeId.toLowerCase())
  return type === undefined ? {} : toWire(entry, type, view)
}

function readHeads(level: readonly LinkPosition[], heads: Map<string, Head>, source: LinkSource): void {
  const unknown = [...new Set(level.map((link) => link.id))].filter((id) => !heads.has(id))
  for (const head of source.heads(unknown)) heads.set(head.id, head)
}

function typeOf(head: Head | undefined, view: WireView) {
  return head === undefined ? undefined : view.project.contentTypes.get(head.contentTypeId.toLowerCase())
}

// Links to types that delivery leaves out stay links; a link to an entry that does not exist is followed, and resolves to nothing.
function isKnownToDelivery(head: Head | undefined, view: WireView): boolean {
  return typeOf(head, view)?.includeInDelivery !== false
}

// The language of a link is its own, else the default of the target's content type, never the referring entry's. Source: protocol 1.8.
function languageOf(link: LinkPosition, heads: ReadonlyMap<string, Head>, view: WireView): string {
  return (
    link.language ?? typeOf(heads.get(link.id), view)?.defaultLanguage ?? view.project.project.primaryLanguage
  )
}

const keyOf = (link: LinkPosition, heads: ReadonlyMap<string, Head>, view: WireView): string =>
  `${link.id} ${languageOf(link, heads, view)}`

function fetchMissing(
  links: readonly LinkPosition[],
  heads: ReadonlyMap<string, Head>,
  memo: Map<string, StoredEntry | null>,
  view: WireView,
  source: LinkSource,
): void {
  const wanted = new Map(
    links.map((link) => [keyOf(link, heads, view), { id: link.id, language: languageOf(link, heads, view) }]),
  )
  const missing = [...wanted].filter(([key]) => !memo.has(key))
  if (missing.length === 0) return
  for (const [key] of missing) memo.set(key, null)
  for (const entry of source.load(
    missing.map(([, one]) => one),
    view.status,
  ))
    memo.set(`${entry.id} ${entry.language}`, entry)
}

/** Describe the targets of links that stay unresolved; assets in image fields get title and description. Source: protocol 1.5. */
function completeUnresolved(
  links: readonly LinkPosition[],
  heads: ReadonlyMap<string, Head>,
  memo: Map<string, StoredEntry | null>,
  view: WireView,
  source: LinkSource,
): void {
  const isAsset = (link: LinkPosition): boolean => typeOf(heads.get(link.id), view)?.dataFormat === 'asset'
  fetchMissing(
    links.filter((link) => isAsset(link) && isInImage(link)),
    heads,
    memo,
    view,
    source,
  )
  for (const link of links) {
    const sys = linkSys(link, heads, view)
    const asset = isAsset(link) && isInImage(link) ? (memo.get(keyOf(link, heads, view)) ?? null) : null
    put(link, asset === null ? { sys } : { sys, ...titlesOf(asset, view) })
  }
}

function linkSys(link: LinkPosition, heads: ReadonlyMap<string, Head>, view: WireView): JsonObject {
  const head = heads.get(link.id)
  const type = typeOf(head, view)
  const language = languageOf(link, heads, view)
  if (type === undefined) return { id: link.id, dataFormat: 'entry', language }
  const uri = head?.uri ?? urisOf(view.project.tree, link.id, language)[0]
  return {
    id: link.id,
    dataFormat: type.dataFormat,
    contentTypeId: type.id,
    language,
    ...(uri ? { uri } : {}),
  }
}

function titlesOf(asset: StoredEntry, view: WireView): JsonObject {
  const type = view.project.contentTypes.get(asset.contentTypeId.toLowerCase())
  return {
    entryTitle: asset.fields[type?.entryTitleField ?? ''] ?? null,
    entryDescription: asset.fields[type?.entryDescriptionField ?? ''] ?? null,
  }
}

// An unresolved asset carries its title inside image fields only: everywhere else a link has exactly one key.
function isInImage(link: LinkPosition): boolean {
  return link.key === 'asset' && !Array.isArray(link.holder) && 'altText' in link.holder
}
