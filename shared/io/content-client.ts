import type { Client as NpmClient } from 'contensis-delivery-api'
import { CHILDREN_DEPTH, type SiteConfig } from '../config/index.ts'
import type { Node } from '../content/index.ts'
import type { AnswerQuestion, ClientOptions, ContentClient, NodeOptionsForCall } from '../contract/index.ts'
import {
  dataOf,
  readAnswerCounts,
  readFormContentType,
  readFormMap,
  readNode,
  readNodes,
  readOrNull,
} from './answer.ts'
import { invalidCall, nodeOptions, nodePath, segment } from './call-options.ts'
import { createContentFetch, createNpmClient, type ContentContext } from './content-fetch.ts'
import { entryCalls, type ClientOf } from './entry-calls.ts'
import { createNodeRequests, type NodeRequests } from './node-requests.ts'

/** The content client of one request. Cheap to create; everything that requests share is in the platform client. */
export function createContentClient(context: ContentContext): ContentClient {
  const ask = createNodeRequests(context)
  return {
    ...nodeCalls(ask, context),
    ...familyCalls(ask),
    ...entryCalls(clientsOf(context), context),
    async formMap(contentId, { deadlineMs } = {}) {
      if (!contentId) throw invalidCall('A valid form id needs to be specified.')
      const url = formMapUrl(context.config, contentId)
      return readFormMap(dataOf(await createContentFetch(context, 'form', { deadlineMs })(url)))
    },
    async formContentType(formId, options = {}) {
      const url = formId ? formContentTypeUrl(context, formId, options) : null
      if (url === null) throw invalidCall('A valid form id needs to be specified.')
      return readFormContentType(
        dataOf(await createContentFetch(context, 'form', { deadlineMs: options.deadlineMs })(url)),
      )
    },
    countAnswers: (question) => countAnswers(question, context),
  }
}

/** Clients by need and project, and for site-wide calls, created on first use. A project's id becomes part of a URL, so it is checked. */
function clientsOf(context: ContentContext): ClientOf {
  const clients = new Map<string, NpmClient>()
  return (need, projectId, isSiteWide = false) => {
    const name = JSON.stringify([need, projectId, isSiteWide])
    const known = clients.get(name)
    if (known) return known
    if (projectId !== undefined && segment(projectId) !== projectId)
      throw invalidCall('A valid project id needs to be specified.')
    const request = projectId === undefined ? context.request : { ...context.request, projectId }
    const fetchAnswer = createContentFetch({ ...context, request }, need, { isSiteWide })
    const client = createNpmClient({ ...context, request }, fetchAnswer)
    clients.set(name, client)
    return client
  }
}

type NodeCalls = Pick<ContentClient, 'nodeById' | 'nodeByPath' | 'nodeOfEntry' | 'rootNode'>
type FamilyCalls = Pick<ContentClient, 'ancestors' | 'children' | 'parent' | 'siblings'>

function nodeCalls(ask: NodeRequests, { platformClient }: ContentContext): NodeCalls {
  return {
    async nodeByPath(path, { allowPartialMatch, ...options } = {}) {
      if (!path) throw invalidCall('A valid node id or path needs to be specified.')
      const encoded = nodePath(path)
      if (encoded === null) return null
      const call = {
        path: encoded,
        ...(allowPartialMatch ? { allowPartialMatch } : {}),
        ...nodeOptions(options),
      }
      return readOrNull(await ask('primary', 'get', call), readNode)
    },
    async nodeById(nodeId, options = {}) {
      const id = nodeId ? segment(nodeId) : null
      if (id === null) throw invalidCall('A valid node id or path needs to be specified.')
      return readOrNull(await ask('primary', 'get', { id, ...nodeOptions(options) }), readNode)
    },
    async nodeOfEntry(entryId, options = {}) {
      if (!entryId) throw invalidCall('A valid entry id needs to be specified.')
      const call = { entryId, canonicalOnly: true as const, ...nodeOptions(options) }
      return readOrNull(await ask('primary', 'getByEntry', call), readNode)
    },
    async rootNode(options = {}) {
      const data = dataOf(await ask('tree', 'getRoot', nodeOptions(options)))
      // A tree is large, and mostly the same object as for the previous request. It is frozen, so it is validated only once.
      if (platformClient.validated.has(data as object)) return data as Node
      const root = readNode(data)
      platformClient.validated.add(root)
      return root
    },
  }
}

function familyCalls(ask: NodeRequests): FamilyCalls {
  const call = (nodeId: string, options: NodeOptionsForCall) => ({
    id: nodeSegment(nodeId),
    ...nodeOptions(options),
  })
  return {
    async ancestors(nodeId, { startLevel, ...options } = {}) {
      const from = startLevel === undefined ? {} : { startLevel }
      const asked = { ...call(nodeId, options), ...from }
      return readNodes(dataOf(await ask('optional', 'getAncestors', asked)))
    },
    async parent(nodeId, options = {}) {
      return readOrNull(await ask('optional', 'getParent', call(nodeId, options)), readNode)
    },
    async children(nodeId, options = {}) {
      const { depth = CHILDREN_DEPTH } = options
      // The children call has no depth option, so for more levels the node itself is loaded with its descendants.
      if (depth > 1)
        return readNode(dataOf(await ask('optional', 'get', call(nodeId, options)))).children ?? []
      return readNodes(dataOf(await ask('optional', 'getChildren', call(nodeId, options))))
    },
    async siblings(nodeId, options = {}) {
      return readNodes(dataOf(await ask('optional', 'getSiblings', call(nodeId, options))))
    },
  }
}

function nodeSegment(nodeId: string): string {
  const encoded = nodeId ? segment(nodeId) : null
  if (encoded === null) throw invalidCall('A valid node id needs to be specified.')
  return encoded
}

/** The URL of a form map. The context has an empty token, since forms are filled in anonymously. Source: specification 7, Form calls 1. */
function formMapUrl({ platform, forms }: Pick<SiteConfig, 'platform' | 'forms'>, contentId: string): string {
  const query = new URLSearchParams({ contentId, context: JSON.stringify({ SecurityToken: '' }) })
  return `${platform.cmsUrl}${forms.mapPath}?${query}`
}

/** The URL of a form of the Forms API; null for an id that cannot be part of one. Drafts need `versionStatus=latest`. */
function formContentTypeUrl(
  { config, request }: ContentContext,
  formId: string,
  { language = request.language, versionStatus = request.versionStatus }: ClientOptions,
): string | null {
  const id = segment(formId)
  if (id === null) return null
  const project = request.projectId ?? config.projects[0].id
  const url = `${config.platform.cmsUrl}/api/forms/projects/${project}/contentTypes/${id}/languages/${language ?? 'default'}`
  return versionStatus === 'latest' ? `${url}?versionStatus=latest` : url
}

/** Null for pages of visitors, without a call: counts need the token that reads drafts, which only previews use. */
async function countAnswers(
  { formId, about, says, by }: AnswerQuestion,
  context: ContentContext,
): Promise<Readonly<Record<string, number>> | null> {
  const { config, request } = context
  if (request.versionStatus !== 'latest') return null
  const query = new URLSearchParams({ form: formId, about, says, by })
  const fetchAnswer = createContentFetch(context, 'optional')
  const headers = { accesstoken: config.secrets.previewAccessToken }
  const answer = await fetchAnswer(`${config.platform.cmsUrl}/api/platform/answers?${query}`, { headers })
  return readOrNull(answer, readAnswerCounts)
}
