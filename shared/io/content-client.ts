import { TAXONOMY_DEPTH } from '../config/index.ts'
import type { Node } from '../content/index.ts'
import type { ContentClient, NodeOptionsForCall } from '../contract/index.ts'
import type { Answer } from './answer.ts'
import { callOptions, invalidCall, nodeOptions, nodePath, searchQuery, segment } from './call-values.ts'
import { createContentFetch } from './content-fetch.ts'
import type { ContentContext } from './content-request.ts'
import { formMapUrl } from './form-map-url.ts'
import { createNpmClient } from './npm-client.ts'
import type { NpmClient } from './npm-client.ts'
import type { Need } from './platform-call.ts'
import { readEntries, readEntry, readFormMap, readNode, readNodes, readTaxonomyNode } from './read-shapes.ts'
import { dataOf, readOrNull } from './read-status.ts'

/** The content client of one request. Cheap to make; everything that requests share is in the gate. */
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

function nodeCalls(primary: () => NpmClient, tree: () => NpmClient, { gate }: ContentContext): NodeCalls {
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
      // A tree is large, and mostly the one of the request before: it is frozen, and looked through once.
      if (gate.sound.has(data as object)) return data as Node
      const root = readNode(data)
      gate.sound.add(root)
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
      const { depth = 1 } = options
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
      const plain = searchQuery(query, request.versionStatus ?? 'published')
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

/** The npm client's types promise content, but its promises give our Answer: see npm-client.ts. */
const answerOf = (called: Promise<unknown>): Promise<Answer> => called as Promise<Answer>
