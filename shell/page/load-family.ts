import { CHILDREN_DEPTH } from '@tessera/shared/config'
import { entryLimits, hasLimits, type EntryLimits, type Node } from '@tessera/shared/content'
import type { ContentClient, NodeOptions } from '@tessera/shared/contract'
import { mappingOf, type RoutingTable } from '../releases/routing-table.ts'
import { decideAccess, type Visitor } from './access.ts'
import { familyInTree, isInMenu, relativeNode } from './relatives.ts'
import type { Lane, SiteTree, RouteIo } from './route.ts'

/** The relatives of a node. A part that could not be had is empty, and `isComplete` says so. */
interface Family {
  readonly ancestors: readonly Node[]
  readonly children: readonly Node[]
  readonly siblings: readonly Node[]
  readonly isComplete: boolean
}

/** Of a page that is nowhere in the tree. */
export const NO_FAMILY: Family = { ancestors: [], children: [], siblings: [], isComplete: true }

/** Whose relatives are wanted, which, and by whom. */
interface FamilyRequest {
  readonly node: Node
  readonly tree: SiteTree | null
  readonly options: NodeOptions
  readonly lane: Lane
  readonly visitor: Visitor | null
}

/**
 * Load the relatives that a page asks for, each failing soft: a missing menu never stops a page. Source: specification 8.
 * What the tree or the node itself already tells is not asked for again.
 */
export async function loadFamily(
  { node, tree, options, lane, visitor }: FamilyRequest,
  table: RoutingTable,
): Promise<Family> {
  let isComplete = true
  const soft = async (load: () => Promise<readonly Node[]>): Promise<readonly Node[]> => {
    try {
      return await load()
    } catch {
      isComplete = false // the page is shown without this part
      return []
    }
  }
  const asked = wishesOf(node, tree, options)
  const [ancestors, children, siblings] = await askedFor(node, asked, lane.client, soft)
  const maySee = (contentTypeId: string) =>
    decideAccess(mappingOf(contentTypeId, table)?.requireLogin, visitor) === 'allow'
  const shown = (nodes: readonly Node[], { limits, depth }: Wish) =>
    nodes.map((one) => relativeNode(one, { depth: depth - 1, maySee: limits ? maySee : null }))
  return {
    ancestors: shown(ancestors, asked.ancestors),
    children: shown(children.filter(isInMenu), asked.children),
    siblings: shown(siblings.filter(isInMenu), asked.siblings),
    isComplete,
  }
}

/** One relation: what is known of it without a call, and how it is asked for otherwise. */
interface Wish {
  readonly known: readonly Node[] | null
  readonly limits: Required<EntryLimits> | undefined
  readonly depth: number
}
type Wishes = Readonly<Record<'ancestors' | 'children' | 'siblings', Wish>>

function wishesOf(node: Node, tree: SiteTree | null, options: NodeOptions): Wishes {
  const { ancestors = true, children = false, siblings = false } = options
  const inTree = familyInTree(tree, node)
  const wish = (option: NodeOptions['children'], found: readonly Node[] | null): Wish => {
    const own = typeof option === 'object' ? option : {}
    const limits = hasLimits(own) ? entryLimits(own, undefined) : undefined
    const depth = own.depth ?? CHILDREN_DEPTH
    // The tree has no fields of entries, and of children it may not have as many levels.
    const known = option ? (limits || depth > 1 ? null : found) : []
    return { known, limits, depth }
  }
  return {
    ancestors: wish(ancestors, inTree.ancestors),
    children: wish(children, node.childCount === 0 ? [] : inTree.children),
    siblings: wish(siblings, inTree.siblings),
  }
}

type Soft = (load: () => Promise<readonly Node[]>) => Promise<readonly Node[]>

async function askedFor(
  node: Node,
  { ancestors, children, siblings }: Wishes,
  client: Pick<ContentClient, 'ancestors' | 'children' | 'siblings'>,
  soft: Soft,
): Promise<readonly [readonly Node[], readonly Node[], readonly Node[]]> {
  const call = ({ limits }: Wish) => ({
    language: node.language,
    ...(limits ? { entryLimits: limits } : {}),
  })
  const above = ancestors.known ?? soft(() => client.ancestors(node.id, call(ancestors)))
  const { parentId } = node
  if (parentId && !children.known && !siblings.known && !children.limits && !siblings.limits) {
    // Both at once: the parent's children, each with its own.
    const depth = children.depth + 1
    const beside = soft(() => client.children(parentId, { ...call(siblings), depth }))
    const below = beside.then((nodes) => nodes.find(({ id }) => id === node.id)?.children ?? [])
    return Promise.all([above, below, beside])
  }
  return Promise.all([
    above,
    children.known ?? soft(() => client.children(node.id, { ...call(children), depth: children.depth })),
    siblings.known ?? soft(() => client.siblings(node.id, call(siblings))),
  ])
}

/** The tree as one page wants it; null when it is content with the one that every page has, or could not have its own. */
interface OwnTree {
  readonly root: Node | null
  readonly isComplete: boolean
}

interface Request extends Pick<FamilyRequest, 'lane' | 'visitor'> {
  readonly options: NodeOptions
  readonly language: string
}

/** Load the tree for a page that asks for more of it than its menu shows. Fails soft, as all relatives do. */
export async function loadOwnTree(
  { options: { tree: wish }, lane, visitor, language }: Request,
  { table, tree }: Pick<RouteIo, 'table' | 'tree'>,
): Promise<OwnTree> {
  if (typeof wish !== 'object') return { root: null, isComplete: true }
  const limits = hasLimits(wish) ? entryLimits(wish, undefined) : undefined
  const maySee = (contentTypeId: string) =>
    decideAccess(mappingOf(contentTypeId, table)?.requireLogin, visitor) === 'allow'
  try {
    const known = await tree
    const depth = wish.depth ?? known?.depth ?? 1
    const root =
      !limits && known && depth <= known.depth
        ? known.root
        : await lane.client.rootNode({ depth, language, ...(limits ? { entryLimits: limits } : {}) })
    return { root: relativeNode(root, { depth, maySee: limits ? maySee : null }), isComplete: true }
  } catch {
    return { root: null, isComplete: false } // the page is shown with the menu's tree
  }
}
