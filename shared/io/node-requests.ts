import type { Client as NpmClient } from 'contensis-delivery-api'
import { LRUCache } from 'lru-cache'
import { answerOf, type Answer } from './answer.ts'
import {
  createContentFetch,
  createNpmClient,
  type ContentContext,
  type ContentFetch,
} from './content-fetch.ts'
import type { Need } from './platform-call.ts'

type NodeOperation =
  'get' | 'getAncestors' | 'getByEntry' | 'getChildren' | 'getParent' | 'getRoot' | 'getSiblings'

/** Ask for nodes by an operation of the npm client, with its options. Rejects with an AppError `content/…`. */
export type NodeRequests = (need: Need, operation: NodeOperation, options: object) => Promise<Answer>

/** The arguments that the npm client calls `fetch` with. */
type FetchArguments = Parameters<ContentFetch>

/** What is remembered for each site, about a kilobyte each. */
const MAX_KNOWN = 2_000

/** By configuration, then by project, language, version status, operation and options. */
const knownRequests = new WeakMap<ContentContext['config'], LRUCache<string, FetchArguments>>()

/**
 * Requests for nodes, made by the npm client. Every page asks for a node and for the navigation tree in each language, mostly the same
 * ones as the pages before it: what the client made of an operation is remembered, since making it costs more than an answer that is cached.
 */
export function createNodeRequests(context: ContentContext): NodeRequests {
  const { config, request } = context
  const known = knownRequests.get(config) ?? new LRUCache<string, FetchArguments>({ max: MAX_KNOWN })
  knownRequests.set(config, known)
  const own = `${request.projectId} ${request.language} ${request.versionStatus}`
  const fetches = new Map<Need, ContentFetch>()
  const fetchFor = (need: Need): ContentFetch => {
    const fetchAnswer = fetches.get(need) ?? createContentFetch(context, need)
    fetches.set(need, fetchAnswer)
    return fetchAnswer
  }
  return (need, operation, options) => {
    const fetchAnswer = fetchFor(need)
    const key = `${own} ${operation} ${JSON.stringify(options)}`
    const before = known.get(key)
    if (before) return fetchAnswer(...before)
    const { nodes } = createNpmClient(context, (...made) => {
      known.set(key, made)
      return fetchAnswer(...made)
    })
    const ask = nodes[operation].bind(nodes) as (options: object) => ReturnType<NpmClient['nodes']['get']>
    return answerOf(ask(options))
  }
}
