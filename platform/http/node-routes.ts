import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SeedNode } from '../domain/content.ts'
import { findNode, type FoundNode } from '../domain/find-node.ts'
import { ancestorsOf, canonicalFirst, childrenOf, isAvailable } from '../domain/node-tree.ts'
import type { ProjectModel } from '../domain/model.ts'
import { PlatformError } from '../errors.ts'
import { languageOf, projectOf, requireReader, type Context } from './context.ts'
import { GUID, requireAccess, requireLatest, spellingsOf } from './entry-routes.ts'
import type { Identity } from './identity.ts'
import { readNodeView, showNodes, type NodeView } from './node-view.ts'
import { readCount, readParams, type Params } from './params.ts'

type Call = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly identity: Identity
  readonly project: ProjectModel
  readonly params: Params
  readonly view: NodeView
}

const RELATIONS = new Set(['children', 'siblings', 'ancestors', 'parent', 'ancestor'])

const notFound = (what: string): PlatformError => new PlatformError('platform/not-found', what)

/** Nodes: the site structure, in memory. Source: protocol 1.2, rows 9 to 16, and 1.17. */
export function nodeRoutes(server: FastifyInstance, context: Context): void {
  const base = '/api/delivery/projects/:projectId/nodes'
  server.get(base, async (request, reply) => {
    const call = await begin(context, request, reply)
    return call.params.has('entryid') ? byEntry(context, call) : one(context, call, rootOf(call))
  })
  server.get(`${base}/*`, async (request, reply) => {
    const path = (request.params as { readonly '*': string })['*']
    const [first = '', second = '', ...rest] = path.split('/').filter((step) => step !== '')
    const isRoot = first.toLowerCase() === 'root' && second === ''
    const isId =
      GUID.test(first) && rest.length === 0 && (second === '' || RELATIONS.has(second.toLowerCase()))
    const call = await begin(context, request, reply, !isRoot && !isId)
    if (isRoot) return one(context, call, rootOf(call))
    return isId ? byId(context, call, first, second.toLowerCase()) : byPath(context, call, path)
  })
}

/** What all calls need. The language is no parameter of a node by path: there one that the project lacks is ignored. Source: protocol 1.3. */
async function begin(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  isByPath = false,
): Promise<Call> {
  const identity = await requireReader(context, request, reply)
  const project = projectOf(context, request)
  const params = readParams(request)
  const language = languageOf(project, params.get('language'))
  if (language === null && !isByPath) throw notFound('The project does not support this language')
  const view = readNodeView(params, language ?? project.project.primaryLanguage)
  requireLatest(identity, view.status === 'latest')
  return { request, reply, identity, project, params, view }
}

function rootOf({ project, view }: Call): FoundNode {
  if (project.tree.root === null) throw notFound('The project has no nodes')
  return { node: project.tree.root, language: view.language }
}

/** A single node by itself: its entry's restriction decides about the whole answer. */
async function one(context: Context, call: Call, { node, language }: FoundNode): Promise<string> {
  if (node.entryId) requireAccess(context, call.identity, node.entryId)
  const [shown] = await showNodes(context, call, [node], { ...call.view, language })
  return shown ?? '{}'
}

async function many(
  context: Context,
  call: Call,
  nodes: readonly SeedNode[],
  isListing = false,
): Promise<string> {
  return `[${(await showNodes(context, call, nodes, call.view, isListing)).join(',')}]`
}

async function byEntry(context: Context, call: Call): Promise<string> {
  const { project, params, view } = call
  const all = spellingsOf(params.get('entryid') ?? '')
    .flatMap((id) => project.tree.byEntry.get(id) ?? [])
    .filter((node) => isAvailable(project.tree, node, view.language))
  if (params.get('canonicalonly')?.toLowerCase() !== 'true')
    return many(context, { ...call, view: { ...view, depth: 0 } }, canonicalFirst(all))
  const canonical = all.find((node) => node.isCanonical) ?? all[0]
  if (canonical === undefined) throw notFound('The entry has no node')
  return one(context, call, { node: canonical, language: view.language })
}

async function byPath(context: Context, call: Call, path: string): Promise<string> {
  const partial = call.params.get('allowpartialmatch')?.toLowerCase() === 'true'
  const found = findNode(call.project.tree, path, call.view.language, partial)
  if (found === null) throw notFound(`There is no node at "/${path.slice(0, 200)}"`)
  return one(context, call, found)
}

async function byId(context: Context, call: Call, id: string, relation: string): Promise<string> {
  const { tree } = call.project
  const { language } = call.view
  const node = tree.byId.get(id) ?? tree.byId.get(id.toLowerCase())
  if (node === undefined || !isAvailable(tree, node, language)) throw notFound(`There is no node "${id}"`)
  const above = ancestorsOf(tree, node)
  switch (relation) {
    case 'children':
      return many(context, call, childrenOf(tree, node, language), true)
    case 'siblings':
      return many(
        context,
        call,
        node.parentId ? childrenOf(tree, tree.byId.get(node.parentId) ?? node, language) : [node],
        true,
      )
    case 'ancestors':
      return many(
        context,
        call,
        above.slice(Math.max(0, readCount(call.params.get('startlevel'), 'startLevel', 1) - 1)),
      )
    case 'parent':
      return one(context, call, { node: required(above.at(-1)), language })
    case 'ancestor':
      return one(context, call, {
        node: required(above[readCount(call.params.get('level'), 'level', 1) - 1]),
        language,
      })
    default:
      return one(context, call, { node, language })
  }
}

function required(node: SeedNode | undefined): SeedNode {
  if (node === undefined) throw notFound('There is no such ancestor')
  return node
}
