import type { Client as NpmClient } from 'contensis-delivery-api'
import { CHILDREN_DEPTH, QUERY_PAGE_SIZE, TAXONOMY_DEPTH } from '../config/index.ts'
import { DEFAULT_VERSION_STATUS, type Node } from '../content/index.ts'
import type { ClientOptions, ContentClient, NodeOptionsForCall, SearchQuery } from '../contract/index.ts'
import {
  dataOf,
  readEntries,
  readEntry,
  readFormMap,
  readNode,
  readNodes,
  readOrNull,
  readTaxonomyNode,
  type Answer,
} from './answer.ts'
import { createContentFetch, createNpmClient, type ContentContext } from './content-fetch.ts'
import { contentError } from './errors.ts'
import type { Need } from './platform-call.ts'

/** Largest page of a search. Source: reference delivery-api, Limits. */
const MAX_PAGE_SIZE = 10_000

/** The content client of one request. Cheap to make; everything that requests share is in the platform client. */
export function createContentClient(context: ContentContext): ContentClient {
  // Made when it is first used: most requests need one or two of them, a visitor's own client often none.
  const lazily = (need: Need): (() => NpmClient) => {
    let client: NpmClient | undefined
    return () => (client ??= createNpmClient(context, need))
  }
  const primary = lazily('primary')
  return {
    ...nodeCalls(primary, lazily('tree'), context),
    ...familyCalls(lazily('optional')),
    ...entryCalls(primary, context),
    async formMap(contentId) {
      if (!contentId) throw invalidCall('A valid form id needs to be specified.')
      const url = formMapUrl(context.config.platform.cmsUrl, contentId)
      return readFormMap(dataOf(await createContentFetch(context, 'primary')(url)))
    },
  }
}

type NodeCalls = Pick<ContentClient, 'nodeByPath' | 'nodeOfEntry' | 'rootNode'>
type FamilyCalls = Pick<ContentClient, 'ancestors' | 'children' | 'siblings'>
type EntryCalls = Pick<ContentClient, 'entry' | 'search' | 'taxonomyNode'>

function nodeCalls(
  primary: () => NpmClient,
  tree: () => NpmClient,
  { platformClient }: ContentContext,
): NodeCalls {
  return {
    async nodeByPath(path, options = {}) {
      if (!path) throw invalidCall('A valid node id or path needs to be specified.')
      const encoded = nodePath(path)
      if (encoded === null) return null
      return readOrNull(
        await answerOf(primary().nodes.get({ path: encoded, ...nodeOptions(options) })),
        readNode,
      )
    },
    async nodeOfEntry(entryId, options = {}) {
      if (!entryId) throw invalidCall('A valid entry id needs to be specified.')
      const call = { entryId, canonicalOnly: true as const, ...nodeOptions(options) }
      return readOrNull(await answerOf(primary().nodes.getByEntry(call)), readNode)
    },
    async rootNode(options = {}) {
      const data = dataOf(await answerOf(tree().nodes.getRoot(nodeOptions(options))))
      // A tree is large, and mostly the one of the request before: it is frozen, and checked once.
      if (platformClient.validated.has(data as object)) return data as Node
      const root = readNode(data)
      platformClient.validated.add(root)
      return root
    },
  }
}

function familyCalls(optional: () => NpmClient): FamilyCalls {
  const call = (nodeId: string, options: NodeOptionsForCall) => ({
    id: nodeSegment(nodeId),
    ...nodeOptions(options),
  })
  return {
    async ancestors(nodeId, options = {}) {
      return readNodes(dataOf(await answerOf(optional().nodes.getAncestors(call(nodeId, options)))))
    },
    async children(nodeId, options = {}) {
      const { depth = CHILDREN_DEPTH } = options
      // The children call knows no depth: deeper, the node itself is asked for with what is below it.
      if (depth > 1)
        return readNode(dataOf(await answerOf(optional().nodes.get(call(nodeId, options))))).children ?? []
      return readNodes(dataOf(await answerOf(optional().nodes.getChildren(call(nodeId, options)))))
    },
    async siblings(nodeId, options = {}) {
      return readNodes(dataOf(await answerOf(optional().nodes.getSiblings(call(nodeId, options)))))
    },
  }
}

function entryCalls(primary: () => NpmClient, { request }: ContentContext): EntryCalls {
  return {
    async entry(id, { fields, linkDepth = 0, fieldLinkDepths, ...options } = {}) {
      if (!id) throw invalidCall('A valid entry id needs to be specified.')
      const encoded = segment(id)
      if (encoded === null) return null
      const call = {
        id: encoded,
        linkDepth,
        fields: [...(fields ?? [])],
        fieldLinkDepths: { ...fieldLinkDepths },
      }
      return readOrNull(
        await answerOf(primary().entries.get({ ...call, ...callOptions(options) })),
        readEntry,
      )
    },
    async search(query) {
      const plain = searchQuery(query, request.versionStatus ?? DEFAULT_VERSION_STATUS)
      return readEntries(
        dataOf(await answerOf(primary().entries.search(plain as never, query.linkDepth ?? 0))),
      )
    },
    async taxonomyNode(key, { language, childDepth = TAXONOMY_DEPTH } = {}) {
      const path = key ? nodePath(key) : null
      if (path === null) return null
      const call = { key: path.slice(1), order: 'defined' as const, childDepth, ...callOptions({ language }) }
      return readOrNull(await answerOf(primary().taxonomy.getNodeByKey(call)), readTaxonomyNode)
    },
  }
}

function nodeSegment(nodeId: string): string {
  const encoded = nodeId ? segment(nodeId) : null
  if (encoded === null) throw invalidCall('A valid node id needs to be specified.')
  return encoded
}

/** The npm client's types promise content, but its promises give our Answer: see createNpmClient. */
const answerOf = (called: Promise<unknown>): Promise<Answer> => called as Promise<Answer>

/** The address of a form map; the context holds no token, since forms are filled in anonymously. Source: specification 7, Form calls 1. */
function formMapUrl(cmsUrl: string, contentId: string): string {
  const query = new URLSearchParams({ contentId, context: JSON.stringify({ securityToken: '' }) })
  return `${cmsUrl}/REST/Contensis/content/GetFormSettings?${query}`
}

/** A message of specification 5, Content client, as an error. */
const invalidCall = (message: string) => contentError('content/invalid-call', { message })

/**
 * One segment of an address. The npm client puts values into addresses as they are, and with `String.replace`, where `$&` has a
 * meaning; null for what no id or slug can be, above all a step up the tree.
 */
const segment = (value: string): string | null =>
  value === '' || value === '.' || value === '..' || value.includes('\0') ? null : encodeURIComponent(value)

/** A decoded path, encoded segment by segment; null when it cannot be the path of a node. */
function nodePath(path: string): string | null {
  if (path === '/') return path
  const segments = path.replace(/^\//, '').replace(/\/$/, '').split('/').map(segment)
  return segments.includes(null) ? null : `/${segments.join('/')}`
}

/** The options of a node call as the npm client names them; no limits means the entry's id alone. */
function nodeOptions({ depth, entryLimits, ...options }: NodeOptionsForCall) {
  const limits = entryLimits && {
    entryFields: entryLimits.fields?.length ? [...entryLimits.fields] : ['*'],
    entryLinkDepth: entryLimits.linkDepth ?? 0,
    entryFieldLinkDepths: { ...entryLimits.fieldLinkDepths },
  }
  return { ...callOptions(options), ...(depth === undefined ? {} : { depth }), ...limits }
}

/** Language and version status where the caller names them; the request's own stand otherwise. */
const callOptions = ({ language, versionStatus }: ClientOptions) => ({
  ...(language === undefined ? {} : { language }),
  ...(versionStatus === undefined ? {} : { versionStatus }),
})

/**
 * A search as the npm client takes it: plain data, so that it turns no text into dates. It drops the version status of searches,
 * therefore it is a condition here, unless the query has its own.
 * @throws AppError content/invalid-call
 */
function searchQuery(query: SearchQuery, versionStatus: string) {
  const {
    pageIndex = 0,
    pageSize = QUERY_PAGE_SIZE,
    where,
    orderBy,
    fields,
    fieldLinkDepths,
    aggregations,
  } = query ?? {}
  const isValid =
    Array.isArray(where) && isWhole(pageIndex, 0, Infinity) && isWhole(pageSize, 1, MAX_PAGE_SIZE)
  if (!isValid) throw invalidCall('A valid query needs to be specified.')
  const hasStatus = JSON.stringify(where).includes('"sys.versionStatus"')
  return {
    where: hasStatus ? where : [...where, { field: 'sys.versionStatus', equalTo: versionStatus }],
    pageIndex,
    pageSize,
    ...(orderBy?.length ? { orderBy: [...orderBy] } : {}),
    ...(fields?.length ? { fields: [...fields] } : {}),
    ...(fieldLinkDepths ? { fieldLinkDepths: { ...fieldLinkDepths } } : {}),
    ...(aggregations ? { aggregations } : {}),
  }
}

const isWhole = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
