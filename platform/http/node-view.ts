import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SeedNode, VersionStatus } from '../domain/content.ts'
import { readFieldLimit } from '../domain/limit-fields.ts'
import type { ProjectModel } from '../domain/model.ts'
import { childrenOf, pathOf, slugOf } from '../domain/node-tree.ts'
import { PlatformError } from '../errors.ts'
import type { EntryView } from '../workers/read-tasks.ts'
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
const MAX_NODES = 20_000
/** Whether an entry is there, and nothing of it. */
const NOTHING: EntryView = { limit: readFieldLimit(['sys.id']), depths: { depth: 0, fields: new Map() } }

/** Read `depth`, `entryFields`, `entryLinkDepth` and `entryFieldLinkDepths`. */
export function readNodeView(params: Params, language: string): NodeView {
  const fields = readNames(params.get('entryfields'), 'entryFields')
  const depths = readDepths(params.get('entrylinkdepth'), params.get('entryfieldlinkdepths'))
  const asksForEntry = fields.length > 0 || depths.depth > 0 || depths.fields.size > 0
  return {
    language,
    status: readStatus(params),
    depth: Math.min(readCount(params.get('depth'), 'depth', 0), MAX_DEPTH),
    entryView: asksForEntry ? { limit: readFieldLimit(fields), depths } : null,
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
 * is of children or siblings: like the tree it leaves out pages that have been taken back.
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
  const entryIds = [...new Set([...shown].map((node) => node.entryId).filter((id) => typeof id === 'string'))]
  const reading = {
    projectId: project.id,
    visitor: asking.identity.visitor,
    canReadLatest: asking.identity.canReadLatest,
  }
  const answer =
    entryIds.length === 0 || (view.entryView === null && !isListing && view.depth === 0)
      ? null
      : await context.readers.entries({
          ids: entryIds,
          language: view.language,
          status: view.status,
          reading,
          entryView: view.entryView ?? NOTHING,
        })
  const { restricted } = context.model()
  // A page that has been taken back is in no list and no tree; one for members alone is, since they are told to sign in.
  const isThere = ({ entryId }: SeedNode): boolean =>
    !entryId || answer === null || answer.bodies[entryId] !== undefined || restricted.has(entryId)
  const thoseThere = (some: readonly SeedNode[]): readonly SeedNode[] => some.filter(isThere)
  const write = (node: SeedNode, depth: number): string => {
    const all = childrenOf(tree, node, view.language)
    const children = depth > 0 ? thoseThere(all) : all
    const wire = JSON.stringify({
      id: node.id,
      ...(node.parentId ? { parentId: node.parentId } : {}),
      projectId: project.id,
      slug: slugOf(tree, node, view.language),
      displayName: node.displayName[view.language] ?? node.displayName[project.primaryLanguage] ?? '',
      language: view.language,
      path: pathOf(tree, node, view.language),
      childCount: children.length,
      isCanonical: node.isCanonical ?? false,
      includeInMenu: node.includeInMenu ?? false,
      version: node.version ?? { versionNo: '1.0' },
    })
    const bodies = view.entryView === null ? null : (answer?.bodies ?? null)
    const entry = node.entryId ? entryOf(node.entryId, bodies) : null
    const below =
      depth > 0 ? `,"children":[${children.map((child) => write(child, depth - 1)).join(',')}]` : ''
    return `${wire.slice(0, -1)}${entry === null ? '' : `,"entry":${entry}`}${below}}`
  }
  asking.reply.type('application/json; charset=utf-8')
  sendSurrogateKeys(asking.request, asking.reply, context.model().environment.alias, project.id, {
    nodes: [...shown].map((node) => node.id),
    entries: view.entryView === null ? entryIds : (answer?.used ?? entryIds),
  })
  return (isListing ? thoseThere(nodes) : nodes).map((node) => write(node, view.depth))
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
