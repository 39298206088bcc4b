import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SeedNode, VersionStatus } from '../domain/content.ts'
import { readFieldLimit } from '../domain/limit-fields.ts'
import type { ProjectModel } from '../domain/model.ts'
import { childrenOf, languageOf, pathOf, slugOf, type NodeTree } from '../domain/node-tree.ts'
import { PlatformError } from '../errors.ts'
import type { EntryView, PresenceTask } from '../workers/read-tasks.ts'
import type { Context } from './context.ts'
import type { Identity } from './identity.ts'
import { readCount, readDepths, readNames, readStatus, type Params } from './params.ts'
import { sendSurrogateKeys } from './surrogate-key-header.ts'

/** How nodes are shown. `entryView` is null when the request does not ask for their entries. */
export type NodeView = {
  readonly language: string
  readonly status: VersionStatus
  readonly depth: number
  readonly entryView: EntryView | null
}

const MAX_DEPTH = 20
/** How many nodes an answer holds at most, and how many are looked up to count children. */
const MAX_NODES = 20_000

/** Read `depth`, `entryFields`, `entryLinkDepth` and `entryFieldLinkDepths`: without `entryFields` entries are left out. Source: 0033. */
export function readNodeView(params: Params, language: string): NodeView {
  const fields = readNames(params.get('entryfields'), 'entryFields')
  const depths = readDepths(params.get('entrylinkdepth'), params.get('entryfieldlinkdepths'), [
    'entryLinkDepth',
    'entryFieldLinkDepths',
  ])
  return {
    language,
    status: readStatus(params),
    depth: Math.min(readCount(params.get('depth'), 'depth', 0), MAX_DEPTH),
    entryView: fields.length > 0 ? { limit: readFieldLimit(fields), depths } : null,
  }
}

type RequestContext = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly identity: Identity
  readonly project: ProjectModel
}

/**
 * Nodes as JSON texts, with their children to the requested depth and the data of their entries. A listing (of children
 * or siblings) leaves out unpublished pages, as the tree and the count of children do.
 */
export async function showNodes(
  context: Context,
  call: RequestContext,
  nodes: readonly SeedNode[],
  view: NodeView,
  isListing = false,
): Promise<readonly string[]> {
  const { tree, project } = call.project
  const shown = collect(call.project, nodes, view)
  const entryIds = entriesOf(shown)
  const task = {
    language: view.language,
    status: view.status,
    readAccess: {
      projectId: project.id,
      visitor: call.identity.visitor,
      canReadLatest: call.identity.canReadLatest,
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
    const wire = wireOf(node, children.length, call.project, view.language)
    const bodies = view.entryView === null ? null : (answer?.bodies ?? null)
    const entry = node.entryId ? entryOf(node.entryId, bodies) : null
    const written = depth > 0 ? children.map((child) => write(child, depth - 1)) : []
    // In a tree the nodes of the last level have an empty list of children. Source: 0033.
    const below = view.depth > 0 ? `,"children":[${written.join(',')}]` : ''
    return `${wire.slice(0, -1)}${entry === null ? '' : `,"entry":${entry}`}${below}}`
  }
  call.reply.type('application/json; charset=utf-8')
  sendSurrogateKeys(call.request, call.reply, context.model().environment.alias, project.id, {
    nodes: [...shown].map((node) => node.id),
    entries: view.entryView === null ? entryIds : (answer?.used ?? entryIds),
  })
  return (isListing ? thoseThere(nodes) : nodes).map((node) => write(node, view.depth))
}

/** A node without children and entry, as JSON text. An ancestor that is not there in the language is shown in one of its own. */
function wireOf(
  node: SeedNode,
  childCount: number,
  { tree, project: { id: projectId, primaryLanguage } }: ProjectModel,
  asked: string,
): string {
  const language = languageOf(tree, node, asked)
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

/** All nodes of an answer, and those among them that are listed. */
type Shown = {
  readonly tree: NodeTree
  readonly shown: ReadonlySet<SeedNode>
  readonly listed: readonly SeedNode[]
}

/**
 * Which nodes are shown or counted. Unpublished pages are in no list and no tree; published pages for members only are, because visitors
 * are asked to sign in there. Children below the last level are only counted, and without a look-up when there are more than `MAX_NODES`.
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
  return { areMany, isThere: ({ entryId }) => !entryId || present.has(entryId) }
}

/** Which nodes are shown; with `areMany` the nodes below the last level were not looked up. */
type Presence = {
  readonly isThere: (node: SeedNode) => boolean
  readonly areMany: boolean
}

// A node whose entry is not published, or not readable for the requester, has no entry. Source: protocol 1.17, 1.21.
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
