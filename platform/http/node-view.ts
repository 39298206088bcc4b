import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SeedNode, VersionStatus } from '../domain/content.ts'
import { readFieldLimit } from '../domain/limit-fields.ts'
import type { ProjectModel } from '../domain/model.ts'
import { childrenOf, pathOf, slugOf, type NodeTree } from '../domain/node-tree.ts'
import { PlatformError } from '../errors.ts'
import type { EntryView, PresenceTask } from '../workers/read-tasks.ts'
import type { Context } from './context.ts'
import type { Identity } from './identity.ts'
import { readCount, readDepths, readNames, readStatus, type Params } from './params.ts'
import { sendSurrogateKeys } from './surrogate-key-header.ts'

/** How nodes are to be shown. `entryView` is null when their entries are not asked for. */
export type NodeView = {
  readonly language: string
  readonly status: VersionStatus
  readonly depth: number
  readonly entryView: EntryView | null
}

const MAX_DEPTH = 20
/** As many as an answer holds, and as are looked up to count them. */
const MAX_NODES = 20_000

/** Read `depth`, `entryFields`, `entryLinkDepth` and `entryFieldLinkDepths`: link depths alone ask for no entry. Source: 0033. */
export function readNodeView(params: Params, language: string): NodeView {
  const fields = readNames(params.get('entryfields'), 'entryFields')
  const depths = readDepths(params.get('entrylinkdepth'), params.get('entryfieldlinkdepths'))
  return {
    language,
    status: readStatus(params),
    depth: Math.min(readCount(params.get('depth'), 'depth', 0), MAX_DEPTH),
    entryView: fields.length > 0 ? { limit: readFieldLimit(fields), depths } : null,
  }
}

type Asking = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly identity: Identity
  readonly project: ProjectModel
}

/**
 * Put nodes on the wire as JSON texts, with their children to the depth asked for and the data of their entries. A `listing`
 * is of children or siblings: like the tree, and the count of children, it leaves out pages that have been taken back.
 */
export async function showNodes(
  context: Context,
  asking: Asking,
  nodes: readonly SeedNode[],
  view: NodeView,
  isListing = false,
): Promise<readonly string[]> {
  const { tree, project } = asking.project
  const shown = collect(asking.project, nodes, view)
  const entryIds = entriesOf(shown)
  const task = {
    language: view.language,
    status: view.status,
    reading: {
      projectId: project.id,
      visitor: asking.identity.visitor,
      canReadLatest: asking.identity.canReadLatest,
    },
  }
  const { entryView } = view
  const [answer, presence] = await Promise.all([
    entryView === null || entryIds.length === 0
      ? null
      : context.readers.entries({ ...task, ids: entryIds, entryView }),
    presenceOf(context, task, { tree, shown, listed: isListing ? nodes : [] }),
  ])
  const thoseThere = (some: readonly SeedNode[]): readonly SeedNode[] => some.filter(presence.isThere)
  const write = (node: SeedNode, depth: number): string => {
    const all = childrenOf(tree, node, view.language)
    const children = depth === 0 && presence.areMany ? all : thoseThere(all)
    const wire = wireOf(node, children.length, asking.project, view.language)
    const bodies = view.entryView === null ? null : (answer?.bodies ?? null)
    const entry = node.entryId ? entryOf(node.entryId, bodies) : null
    const written = depth > 0 ? children.map((child) => write(child, depth - 1)) : []
    // Where a tree was asked for, its last level has a list too: an empty one. Source: 0033.
    const below = view.depth > 0 ? `,"children":[${written.join(',')}]` : ''
    return `${wire.slice(0, -1)}${entry === null ? '' : `,"entry":${entry}`}${below}}`
  }
  asking.reply.type('application/json; charset=utf-8')
  sendSurrogateKeys(asking.request, asking.reply, context.model().environment.alias, project.id, {
    nodes: [...shown].map((node) => node.id),
    entries: view.entryView === null ? entryIds : (answer?.used ?? entryIds),
  })
  return (isListing ? thoseThere(nodes) : nodes).map((node) => write(node, view.depth))
}

/** A node by itself, as JSON text. */
function wireOf(
  node: SeedNode,
  childCount: number,
  { tree, project: { id: projectId, primaryLanguage } }: ProjectModel,
  language: string,
): string {
  return JSON.stringify({
    id: node.id,
    ...(node.parentId ? { parentId: node.parentId } : {}),
    projectId,
    slug: slugOf(tree, node, language),
    displayName: node.displayName[language] ?? node.displayName[primaryLanguage] ?? '',
    language,
    path: pathOf(tree, node, language),
    childCount,
    isCanonical: node.isCanonical ?? false,
    includeInMenu: node.includeInMenu ?? false,
    version: node.version ?? { versionNo: '1.0' },
  })
}

function entriesOf(nodes: Iterable<SeedNode>): readonly string[] {
  return [...new Set([...nodes].map((node) => node.entryId).filter((id) => typeof id === 'string'))]
}

/** All nodes of an answer, and those that it is a list of. */
type Shown = {
  readonly tree: NodeTree
  readonly shown: ReadonlySet<SeedNode>
  readonly listed: readonly SeedNode[]
}

/**
 * Which of the nodes and of the children that are counted are there. A page that has been taken back is in no list and no tree; one for members alone is, since they
 * are told to sign in. Children below the last level are only counted: where they are more than an answer may hold, as they stand.
 */
async function presenceOf(
  context: Context,
  task: Omit<PresenceTask, 'ids'>,
  { tree, shown, listed }: Shown,
): Promise<Presence> {
  const families = [...shown].map((node) => childrenOf(tree, node, task.language))
  const areMany = families.reduce((sum, { length }) => sum + length, 0) - shown.size > MAX_NODES
  const ids = entriesOf([...listed, ...(areMany ? shown : families.flat())])
  const present = new Set(ids.length === 0 ? [] : await context.readers.present({ ...task, ids }))
  const { restricted } = context.model()
  return {
    areMany,
    isThere: ({ entryId }) => !entryId || present.has(entryId) || restricted.has(entryId),
  }
}

/** Which nodes are there; `areMany`: those below the last level are not looked up. */
type Presence = {
  readonly isThere: (node: SeedNode) => boolean
  readonly areMany: boolean
}

// Data that may not be seen, or is not published, leaves the node without an entry. Source: protocol 1.17, 1.21.
function entryOf(id: string, bodies: Readonly<Record<string, string>> | null): string | null {
  return bodies === null ? JSON.stringify({ sys: { id } }) : (bodies[id] ?? null)
}

function collect({ tree }: ProjectModel, nodes: readonly SeedNode[], view: NodeView): ReadonlySet<SeedNode> {
  const found = new Set<SeedNode>()
  const visit = (node: SeedNode, depth: number): void => {
    found.add(node)
    if (found.size > MAX_NODES)
      throw new PlatformError(
        'platform/bad-request',
        `The answer would hold more than ${MAX_NODES} nodes; ask for less depth`,
      )
    if (depth > 0) for (const child of childrenOf(tree, node, view.language)) visit(child, depth - 1)
  }
  for (const node of nodes) visit(node, view.depth)
  return found
}
