import { entryLimits, hasLimits, type Entry, type Node, type EntryLimits } from '@tessera/shared/content'
import {
  toAppError,
  type ContentTypeMapping,
  type StaticRoute,
  type PageHead,
  type ContentClient,
  type NodeOptions,
} from '@tessera/shared/contract'
import { CHILDREN_DEPTH } from '@tessera/shared/config'
import { mappingOf, type Owned, type RoutingTable } from '../releases/routing-table.ts'
import type {
  RouteFacts,
  AuthContext,
  RouteIo,
  RouteRequest,
  MainView,
  RouteResult,
  SiteTree,
} from './route.ts'
import { decideAccess, type Visitor } from './access.ts'
import { familyInTree, isInMenu, relativeNode } from './relatives.ts'

/** A page whose node and entry are loaded. A preview may have no node, and then no relatives. */
interface NodePage {
  readonly node: Node | null
  readonly entry: Entry | null
  readonly mapping: Owned<Pick<ContentTypeMapping, 'nodeOptions' | 'entryMapper'>>
  readonly main: MainView
  readonly facts: RouteFacts
  readonly auth: AuthContext
}

/** Load the rest of a page in parallel: relatives, translations, and the mapped entry. */
export async function finishNode(page: NodePage, request: RouteRequest, io: RouteIo): Promise<RouteResult> {
  const { node, entry, mapping, main, facts, auth } = page
  const language = entry?.sys.language ?? node?.language ?? request.language
  const options = mapping.nodeOptions ?? {}
  const family = { options, auth, visitor: request.visitor }
  const relatives = node
    ? io.tree.then((tree) => loadFamily({ ...family, node, tree }, io.table))
    : Promise.resolve(NO_FAMILY)
  const known = facts.alternates && { alternates: facts.alternates, problems: [] }
  const [{ problems, ...nodes }, ownTree, translations, mappedEntry] = await Promise.all([
    relatives,
    loadOwnTree({ ...family, language }, io),
    known ?? loadAlternates(node, entry, request.supportedLanguages, io),
    entry ? io.mapEntry(mapping, { node, entry, language, relatives: () => relatives }) : null,
  ])
  return {
    type: 'page',
    auth: auth.name,
    facts: { ...facts, node, entry, mappedEntry, alternates: translations.alternates, ...nodes },
    main,
    problems: [...problems, ...ownTree.problems, ...translations.problems],
    ...(ownTree.root ? { ownTree: ownTree.root } : {}),
  }
}

/** The main slot that a route or a content type asks for. */
export const viewOf = ({
  remote,
  view,
  hydrate,
  injectRedux,
}: Owned<ContentTypeMapping> | Owned<StaticRoute>): MainView => ({
  remote,
  view,
  hydrate,
  ...(injectRedux ? { injectRedux } : {}),
})

interface Translations {
  readonly alternates: PageHead['alternates']
  readonly problems: readonly unknown[]
}

/** The page's address in each of its languages; empty when it has only one. A language whose address cannot be loaded is left out. */
export async function loadAlternates(
  node: Node | null,
  entry: Entry | null,
  supported: readonly string[],
  { pathOfEntry }: Pick<RouteIo, 'pathOfEntry'>,
): Promise<Translations> {
  const own = entry?.sys.language
  const others = (entry?.sys.availableLanguages ?? []).filter(
    (code) => code !== own && supported.includes(code),
  )
  const problems: unknown[] = []
  if (!node || !entry || !own || others.length === 0) return { alternates: [], problems }
  const found = await Promise.all(
    others.map(async (language) => {
      const path = await pathOfEntry(entry.sys.id, language).catch((thrown: unknown) => {
        problems.push(thrown)
        return null
      })
      return path === null ? [] : [{ language, path }]
    }),
  )
  const translations = found.flat()
  const page = { language: own, path: node.path }
  return { alternates: translations.length > 0 ? [page, ...translations] : [], problems }
}

/** The relatives of a node. A relation that failed to load is empty, and its error is one of the problems. */
interface Family {
  readonly ancestors: readonly Node[]
  readonly children: readonly Node[]
  readonly siblings: readonly Node[]
  readonly problems: readonly unknown[]
}

/** The relatives of a page without a node. */
const NO_FAMILY: Family = { ancestors: [], children: [], siblings: [], problems: [] }

/** Which relatives of which node are loaded, and for whom. */
interface FamilyRequest {
  readonly node: Node
  readonly tree: SiteTree | null
  readonly options: NodeOptions
  readonly auth: AuthContext
  readonly visitor: Visitor | null
}

/**
 * Load the relatives that a page asks for; a failed relation is empty, since a missing menu never stops a page. Source: specification 8.
 * Relatives that the tree or the node itself already has are not requested again.
 */
export async function loadFamily(
  { node, tree, options, auth, visitor }: FamilyRequest,
  table: RoutingTable,
): Promise<Family> {
  const problems: unknown[] = []
  const optional = async (load: () => Promise<readonly Node[]>): Promise<readonly Node[]> => {
    try {
      return await load()
    } catch (thrown) {
      // The page is shown without this part. What is too large will be so again: without it the page is complete, and cached.
      if (!isTooLarge(thrown)) problems.push(thrown)
      return []
    }
  }
  const asked = planFamily(node, tree, options)
  const [ancestors, children, siblings] = await askedFor(node, asked, auth.client, optional)
  const maySee = (contentTypeId: string) =>
    decideAccess(mappingOf(contentTypeId, table)?.requireLogin, visitor) === 'allow'
  const shown = (nodes: readonly Node[], { limits, depth }: RelationPlan) =>
    nodes.map((one) => relativeNode(one, { depth: depth - 1, maySee: limits ? maySee : null }))
  return {
    ancestors: shown(ancestors, asked.ancestors),
    children: shown(children.filter(isInMenu), asked.children),
    siblings: shown(siblings.filter(isInMenu), asked.siblings),
    problems,
  }
}

/** How one relation is loaded: the nodes that are known without a call, or else the limits of the call. */
interface RelationPlan {
  readonly known: readonly Node[] | null
  readonly limits: Required<EntryLimits> | undefined
  readonly depth: number
}
type FamilyPlan = Readonly<Record<'ancestors' | 'children' | 'siblings', RelationPlan>>

function planFamily(node: Node, tree: SiteTree | null, options: NodeOptions): FamilyPlan {
  const { ancestors = true, children = false, siblings = false } = options
  const inTree = familyInTree(tree, node)
  const plan = (option: NodeOptions['children'], found: readonly Node[] | null): RelationPlan => {
    const own = typeof option === 'object' ? option : {}
    const limits = hasLimits(own) ? entryLimits(own, undefined) : undefined
    const depth = own.depth ?? CHILDREN_DEPTH
    // The tree has no fields of entries, and may have fewer levels of children than the page asks for.
    const known = option ? (limits || depth > 1 ? null : found) : []
    return { known, limits, depth }
  }
  return {
    ancestors: plan(ancestors, inTree.ancestors),
    children: plan(children, node.childCount === 0 ? [] : inTree.children),
    siblings: plan(siblings, inTree.siblings),
  }
}

const isTooLarge = (thrown: unknown): boolean => toAppError(thrown).details['isTooLarge'] === true

type Optional = (load: () => Promise<readonly Node[]>) => Promise<readonly Node[]>

async function askedFor(
  node: Node,
  { ancestors, children, siblings }: FamilyPlan,
  client: Pick<ContentClient, 'ancestors' | 'children' | 'siblings'>,
  optional: Optional,
): Promise<readonly [readonly Node[], readonly Node[], readonly Node[]]> {
  const call = ({ limits }: RelationPlan) => ({
    language: node.language,
    ...(limits ? { entryLimits: limits } : {}),
  })
  const above = ancestors.known ?? optional(() => client.ancestors(node.id, call(ancestors)))
  const { parentId } = node
  if (parentId && !children.known && !siblings.known && !children.limits && !siblings.limits) {
    // Children and siblings in one call: the parent's children, each with its own. A parent that is not there in the language
    // of the page is not found, and one of very many has too much for one answer: then each is asked for.
    const depth = children.depth + 1
    const beside = await client
      .children(parentId, { ...call(siblings), depth })
      .catch((thrown: unknown) =>
        toAppError(thrown).status === 404 || isTooLarge(thrown)
          ? null
          : optional(() => Promise.reject(toAppError(thrown))),
      )
    if (beside) return [await above, beside.find(({ id }) => id === node.id)?.children ?? [], beside]
  }
  return Promise.all([
    above,
    children.known ?? optional(() => client.children(node.id, { ...call(children), depth: children.depth })),
    siblings.known ?? optional(() => client.siblings(node.id, call(siblings))),
  ])
}

/** The tree with a page's own options; null when the page has none, or the tree failed to load. */
interface OwnTree {
  readonly root: Node | null
  readonly problems: readonly unknown[]
}

interface Request extends Pick<FamilyRequest, 'auth' | 'visitor'> {
  readonly options: NodeOptions
  readonly language: string
}

/** Load the tree for a page that asks for more of it than the menu shows. Never rejects: without this tree the menu's is used. */
export async function loadOwnTree(
  { options: { tree: asked }, auth, visitor, language }: Request,
  { table, tree }: Pick<RouteIo, 'table' | 'tree'>,
): Promise<OwnTree> {
  if (typeof asked !== 'object') return { root: null, problems: [] }
  const limits = hasLimits(asked) ? entryLimits(asked, undefined) : undefined
  const maySee = (contentTypeId: string) =>
    decideAccess(mappingOf(contentTypeId, table)?.requireLogin, visitor) === 'allow'
  try {
    const known = await tree
    const depth = asked.depth ?? known?.depth ?? 1
    const root =
      !limits && known && depth <= known.depth
        ? known.root
        : await auth.client.rootNode({ depth, language, ...(limits ? { entryLimits: limits } : {}) })
    return { root: relativeNode(root, { depth, maySee: limits ? maySee : null }), problems: [] }
  } catch (thrown) {
    return { root: null, problems: [thrown] } // the page is shown with the menu's tree
  }
}
