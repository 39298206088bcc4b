import { entryLimits, hasLimits, type Entry, type EntryLimits, type Node } from '@tessera/shared/content'
import type { ContentTypeMapping, RequireLogin } from '@tessera/shared/contract'
import { mappingOf, type Owned } from '../domain/content-mapping.ts'
import { decideAccess } from '../domain/decide-access.ts'
import { bringsAll, TYPE_ONLY } from '../domain/first-call.ts'
import type { Lane, RouteIo, RouteRequest } from './route-request.ts'

/** A node with its entry, as far as the visitor may see them. */
export interface FoundNode {
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
