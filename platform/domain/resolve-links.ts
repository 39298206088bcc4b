import type { Json, JsonObject, StoredEntry, VersionStatus } from './content.ts'
import { put, remove, REMOVED, slotsIn, type Slot } from './link-slots.ts'
import { limitAt } from './limit-fields.ts'
import { isAllowed, type LinkDepths } from './link-depths.ts'
import { urisOf } from './node-tree.ts'
import { toWire, type WireObject, type WireView } from './wire-entry.ts'

/** How many entries one answer resolves, linked ones included; further links stay unresolved. Source: protocol 1.9. */
export const MAX_RESOLVED = 5000

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
  const unresolved: Slot[] = []
  let budget = MAX_RESOLVED
  const items = entries.map((entry) => wireOf(entry, view))
  let level = items.flatMap((item) => slotsIn(item, [], []))
  while (level.length > 0) {
    readHeads(level, heads, source)
    const wanted = level.filter(
      (slot) => isAllowed(slot.path, slot.hops, depths) && isKnownToDelivery(heads.get(slot.id), view),
    )
    const following = new Set(wanted)
    unresolved.push(...level.filter((slot) => !following.has(slot)))
    fetchMissing(wanted, heads, memo, view, source)
    const next: Slot[] = []
    for (const slot of wanted) {
      const target = memo.get(keyOf(slot, heads, view)) ?? null
      if (target === null) {
        remove(slot, emptied)
        continue
      }
      if (budget <= 0) {
        unresolved.push(slot)
        continue
      }
      budget -= 1
      used.add(target.id)
      const wire = wireOf(target, { ...view, limit: limitAt(view.limit, slot.path) })
      put(slot, wire as Json)
      next.push(...slotsIn(wire, slot.path, [...slot.hops, slot.path.length]))
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

function readHeads(level: readonly Slot[], heads: Map<string, Head>, source: LinkSource): void {
  const unknown = [...new Set(level.map((slot) => slot.id))].filter((id) => !heads.has(id))
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
function languageOf(slot: Slot, heads: ReadonlyMap<string, Head>, view: WireView): string {
  return (
    slot.language ?? typeOf(heads.get(slot.id), view)?.defaultLanguage ?? view.project.project.primaryLanguage
  )
}

const keyOf = (slot: Slot, heads: ReadonlyMap<string, Head>, view: WireView): string =>
  `${slot.id} ${languageOf(slot, heads, view)}`

function fetchMissing(
  slots: readonly Slot[],
  heads: ReadonlyMap<string, Head>,
  memo: Map<string, StoredEntry | null>,
  view: WireView,
  source: LinkSource,
): void {
  const wanted = new Map(
    slots.map((slot) => [keyOf(slot, heads, view), { id: slot.id, language: languageOf(slot, heads, view) }]),
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
  slots: readonly Slot[],
  heads: ReadonlyMap<string, Head>,
  memo: Map<string, StoredEntry | null>,
  view: WireView,
  source: LinkSource,
): void {
  const isAsset = (slot: Slot): boolean => typeOf(heads.get(slot.id), view)?.dataFormat === 'asset'
  fetchMissing(
    slots.filter((slot) => isAsset(slot) && isInImage(slot)),
    heads,
    memo,
    view,
    source,
  )
  for (const slot of slots) {
    const sys = linkSys(slot, heads, view)
    const asset = isAsset(slot) && isInImage(slot) ? (memo.get(keyOf(slot, heads, view)) ?? null) : null
    put(slot, asset === null ? { sys } : { sys, ...titlesOf(asset, view) })
  }
}

function linkSys(slot: Slot, heads: ReadonlyMap<string, Head>, view: WireView): JsonObject {
  const head = heads.get(slot.id)
  const type = typeOf(head, view)
  const language = languageOf(slot, heads, view)
  if (type === undefined) return { id: slot.id, dataFormat: 'entry', language }
  const uri = head?.uri ?? urisOf(view.project.tree, slot.id, language)[0]
  return {
    id: slot.id,
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
function isInImage(slot: Slot): boolean {
  return slot.key === 'asset' && !Array.isArray(slot.holder) && 'altText' in slot.holder
}
