import { entryLimits, hasLimits, type Entry, type EntryLimits, type Node } from '@tessera/shared/content'
import type { ContentTypeMapping, RequireLogin } from '@tessera/shared/contract'
import { mappingOf, type Owned } from '../releases/routing-table.ts'
import { decideAccess } from './access.ts'
import type { Lane, RouteIo, RouteRequest } from './route.ts'

/** A node with its entry, as far as the visitor may see them. */
interface FoundNode {
  readonly type: 'found'
  readonly node: Node
  readonly entry: Entry | null
  /** What the site says of the entry's content type. */
  readonly mapping: Owned<ContentTypeMapping> | undefined
  /** In whose name the entry was asked for. */
  readonly lane: Lane
}

/** No node there, or why it is not shown. */
type Missing =
  { readonly type: 'missing' } | { readonly type: 'sign-in' } | { readonly type: 'access-denied' }

/**
 * The node at a path and its entry with the limits of its type, in one call where the type is known or all types are for
 * everybody. Otherwise the type is asked for first: the fields of an entry are not asked for before access is decided.
 * `own` limits, a static route's, stand before those of the type.
 */
export async function loadNode(
  path: string,
  own: EntryLimits | undefined,
  request: RouteRequest,
  io: RouteIo,
  lane: Lane,
): Promise<FoundNode | Missing> {
  const { table, knownTypes } = io
  const known = knownTypes.get(path)
  const expected = known === undefined ? undefined : mappingOf(known, table)
  const isSure =
    known === undefined
      ? !table.hasProtectedTypes
      : decideAccess(expected?.requireLogin, request.visitor) === 'allow'
  const asked = isSure ? limitsOf(own, expected) : TYPE_ONLY
  const first = isSure ? laneFor(expected?.requireLogin, io, lane) : lane
  const seen = await look(path, asked, first, request, io)
  if (seen.type !== 'found' || !seen.entry) return seen
  const needed = limitsOf(own, seen.mapping)
  const wanted = laneFor(seen.mapping?.requireLogin, io, lane)
  if (wanted.name === first.name && bringsAll(asked, needed)) return seen
  return look(path, needed, wanted, request, io)
}

async function look(
  path: string,
  limits: Required<EntryLimits>,
  lane: Lane,
  { visitor }: RouteRequest,
  { table, knownTypes }: RouteIo,
): Promise<FoundNode | Missing> {
  const node = await lane.client.nodeByPath(path, { entryLimits: limits })
  if (!node) return { type: 'missing' }
  const entry = node.entry ?? null
  const contentTypeId = entry?.sys.contentTypeId
  const mapping = contentTypeId === undefined ? undefined : mappingOf(contentTypeId, table)
  const decision = decideAccess(mapping?.requireLogin, visitor)
  if (contentTypeId !== undefined) knownTypes.set(path, contentTypeId)
  return decision === 'allow' ? { type: 'found', node, entry, mapping, lane } : { type: decision }
}

const limitsOf = (own: EntryLimits | undefined, mapping: EntryLimits | undefined): Required<EntryLimits> =>
  entryLimits(hasLimits(own) ? own : undefined, mapping)

/** What only some visitors may see is asked for in the visitor's own name. */
const laneFor = (requirement: RequireLogin | undefined, { memberClient }: RouteIo, lane: Lane): Lane =>
  requirement && memberClient ? { name: 'member', client: memberClient } : lane

/** Of an entry no more than what it is: enough to decide who may see it. */
export const TYPE_ONLY: Required<EntryLimits> = {
  fields: ['sys.id', 'sys.contentTypeId'],
  linkDepth: 0,
  fieldLinkDepths: {},
}

/** Whether a call with these limits brought all that a page needs. No fields mean every field. */
export function bringsAll(asked: Required<EntryLimits>, needed: Required<EntryLimits>): boolean {
  if (isSame(asked, needed)) return true
  const deepest = Math.max(needed.linkDepth, ...Object.values(needed.fieldLinkDepths))
  return (
    asked.fields.length === 0 && Object.keys(asked.fieldLinkDepths).length === 0 && deepest <= asked.linkDepth
  )
}

const isSame = (one: Required<EntryLimits>, other: Required<EntryLimits>): boolean =>
  one.linkDepth === other.linkDepth &&
  (one.fields === other.fields || String(one.fields) === String(other.fields)) &&
  (one.fieldLinkDepths === other.fieldLinkDepths ||
    JSON.stringify(one.fieldLinkDepths) === JSON.stringify(other.fieldLinkDepths))
