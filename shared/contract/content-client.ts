import type { Entry, EntryLimits, Node, PagedList, TaxonomyNode, VersionStatus } from '../content/index.ts'
import type { JsonObject } from './json.ts'

/** Options of every call: what to ask for, and in which language. */
export interface ClientOptions {
  readonly language?: string
  readonly versionStatus?: VersionStatus
}

/** Options of a node call: how deep, and how much of its entry. No `entryLimits` means no entry data but its id. */
export interface NodeOptionsForCall extends ClientOptions {
  readonly depth?: number
  readonly entryLimits?: EntryLimits
}

/** A search: conditions in the delivery API's own JSON form, order as `-field` / `field`, paging from 0. */
export interface SearchQuery extends EntryLimits {
  readonly where: readonly JsonObject[]
  readonly orderBy?: readonly string[]
  readonly pageIndex?: number
  readonly pageSize?: number
  readonly aggregations?: JsonObject
}

/**
 * Calls to the content platform. Every method rejects with an AppError (`content/…`) except where it says null.
 * Source: specification 7, Content delivery client.
 */
export interface ContentClient {
  /** The node at a path; null when there is none. */
  nodeByPath(path: string, options?: NodeOptionsForCall): Promise<Node | null>
  /** The tree from the root. */
  rootNode(options?: NodeOptionsForCall): Promise<Node>
  /** Ancestors of a node, root first, without the node. */
  ancestors(nodeId: string, options?: NodeOptionsForCall): Promise<readonly Node[]>
  children(nodeId: string, options?: NodeOptionsForCall): Promise<readonly Node[]>
  siblings(nodeId: string, options?: NodeOptionsForCall): Promise<readonly Node[]>
  /** The canonical node of an entry in a language; null when it has none there. */
  nodeOfEntry(entryId: string, options?: NodeOptionsForCall): Promise<Node | null>
  /** An entry by id; null when there is none in that language and version status. */
  entry(id: string, options?: ClientOptions & EntryLimits): Promise<Entry | null>
  search(query: SearchQuery): Promise<PagedList<Entry>>
  taxonomyNode(
    key: string,
    options?: ClientOptions & { readonly childDepth?: number },
  ): Promise<TaxonomyNode | null>
  /** The form map of a classic form, as the content system sends it. Source: specification 7, Form calls 1. */
  formMap(contentId: string): Promise<JsonObject>
}
