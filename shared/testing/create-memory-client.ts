import { contentError } from './content-error.ts'
import type { ContentType, Entry, Node, TaxonomyNode } from '../content/index.ts'
import type { ContentClient, JsonObject, NodeOptionsForCall } from '../contract/index.ts'
import { resolveLinks } from '../io/index.ts'
import { compareBy, meets } from './memory-search.ts'

/** The data of a memory client. */
export interface MemoryAnswers {
  /** The whole tree; each node includes its entry. */
  readonly root: Node
  /** Further entries besides those of the nodes. */
  readonly entries?: readonly Entry[]
  readonly contentTypes?: readonly ContentType[]
  readonly taxonomy?: readonly TaxonomyNode[]
  readonly formMaps?: Readonly<Record<string, JsonObject>>
  /** Results of `countAnswers` by the text `says`; without it the call gives null. */
  readonly answers?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** A content client over data in memory, for tests and benchmarks: it returns the shapes and nulls of the real one without a network. */
export function createMemoryClient(answers: MemoryAnswers): ContentClient {
  const nodes = flatten(answers.root)
  const byPath = new Map(nodes.map((node) => [node.path, node]))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const entries = [...nodes.flatMap(({ entry }) => (entry ? [entry] : [])), ...(answers.entries ?? [])]
  const known = (id: string): Node => byId.get(id) ?? missing(`node ${id}`)
  const parentOf = (node: Node): Node | undefined => (node.parentId ? byId.get(node.parentId) : undefined)

  const family = {
    async ancestors(nodeId: string, options?: NodeOptionsForCall) {
      const trail: Node[] = []
      for (let node = parentOf(known(nodeId)); node; node = parentOf(node)) trail.unshift(cut(node, options))
      return trail
    },
    async parent(nodeId: string, options?: NodeOptionsForCall) {
      return cutOrNull(parentOf(known(nodeId)), options)
    },
    async children(nodeId: string, { depth = 1, ...options }: NodeOptionsForCall = {}) {
      return (known(nodeId).children ?? []).map((child) => cut(child, { ...options, depth: depth - 1 }))
    },
    async siblings(nodeId: string, options?: NodeOptionsForCall) {
      const node = known(nodeId)
      return (parentOf(node)?.children ?? [node]).map((sibling) => cut(sibling, options))
    },
  }
  const isOf = (language: string | undefined) => (sys: Entry['sys']) =>
    !language || !sys.language || sys.language === language
  const search: ContentClient['search'] = async ({
    where,
    orderBy = ['entryTitle'],
    pageIndex = 0,
    pageSize = 20,
  }) => {
    const conditions = where.filter((condition) => condition['field'] !== 'sys.versionStatus')
    const found = entries.filter((entry) => conditions.every((condition) => meets(entry, condition)))
    const items = found.toSorted(compareBy(orderBy)).slice(pageIndex * pageSize, (pageIndex + 1) * pageSize)
    return {
      pageIndex,
      pageSize,
      totalCount: found.length,
      pageCount: Math.ceil(found.length / pageSize),
      items,
    }
  }
  return {
    ...family,
    search,
    nodeById: async (nodeId, options) => cutOrNull(byId.get(nodeId), options),
    nodeByPath: async (path, options) => cutOrNull(byPath.get(path), options),
    nodeOfEntry: async (entryId, options) =>
      cutOrNull(
        nodes.find(({ entry }) => entry?.sys.id === entryId && isOf(options?.language)(entry.sys)),
        options,
      ),
    rootNode: async (options) => cut(answers.root, options),
    entry: async (id, options) =>
      entries.find(({ sys }) => sys.id === id && isOf(options?.language)(sys)) ?? null,
    entries: ({ contentTypeId, pageSize = 25, ...query } = {}) =>
      search({
        ...query,
        pageSize,
        where: contentTypeId ? [{ field: 'sys.contentTypeId', equalTo: contentTypeId }] : [],
      }),
    resolveLinks: (given, { paths } = {}) =>
      resolveLinks(search, given, { paths, language: 'en-GB', versionStatus: 'published' }),
    contentType: async (contentTypeId) =>
      answers.contentTypes?.find(({ id }) => id === contentTypeId) ?? null,
    taxonomyNode: async (key) => answers.taxonomy?.find((node) => node.key === key) ?? null,
    taxonomyNodeByPath: async (path) => answers.taxonomy?.find((node) => node.path === path) ?? null,
    formMap: async (contentId) => answers.formMaps?.[contentId] ?? missing(`form ${contentId}`),
    formContentType: async (formId) => answers.formMaps?.[formId] ?? missing(`form ${formId}`),
    countAnswers: async ({ says }) => answers.answers?.[says] ?? null,
  }
}

const flatten = (node: Node): readonly Node[] => [node, ...(node.children ?? []).flatMap(flatten)]

const cutOrNull = (node: Node | undefined, options?: NodeOptionsForCall): Node | null =>
  node ? cut(node, options) : null

/** The parts of a node that a call asks for: without limits only the id of its entry, children down to the depth. */
function cut({ children, entry, ...node }: Node, options: NodeOptionsForCall = {}): Node {
  const depth = options.depth ?? 0
  return {
    ...node,
    ...(entry ? { entry: options.entryLimits ? entry : { sys: { id: entry.sys.id } } } : {}),
    ...(depth > 0
      ? { children: (children ?? []).map((child) => cut(child, { ...options, depth: depth - 1 })) }
      : {}),
  }
}

function missing(what: string): never {
  throw contentError(what)
}
