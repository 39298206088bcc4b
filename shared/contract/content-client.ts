import type {
  ContentType,
  Entry,
  EntryLimits,
  Node,
  PagedList,
  TaxonomyNode,
  VersionStatus,
} from '../content/index.ts'
import type { JsonObject } from './json.ts'

/** Options of every call: language, and version of the content. */
export interface ClientOptions {
  readonly language?: string
  readonly versionStatus?: VersionStatus
}

/** Options of a call for a form. */
export interface FormOptionsForCall extends ClientOptions {
  /** Deadline of a call that no page waits for; the site's `callDeadlineMs` unless given. */
  readonly deadlineMs?: number
}

/** Options of a node call: levels of the tree, and fields of the node's entry. Without `entryLimits` the entry has only its id. */
export interface NodeOptionsForCall extends ClientOptions {
  readonly depth?: number
  readonly entryLimits?: EntryLimits
}

/** Counts answers to a form whose field `about` has the text `says`, grouped by the choices of the field `by`. */
export interface AnswerQuestion {
  readonly formId: string
  /** Fields `about` and `by` are given by id or by name. */
  readonly about: string
  readonly says: string
  readonly by: string
}

/** A search: conditions in the delivery API's own JSON form, order as `-field` / `field`, page index from 0. */
export interface SearchQuery extends EntryLimits {
  /** Another project of the same platform, called with the site's access token; the site's own unless given. */
  readonly projectId?: string
  readonly where: readonly JsonObject[]
  readonly orderBy?: readonly string[]
  readonly pageIndex?: number
  readonly pageSize?: number
  readonly aggregations?: JsonObject
  /**
   * Whether all kinds of pages make this search. Its answer is then cached as long as the navigation tree, and for one minute more a
   * stale answer is used while a newer one is fetched. Since contract 1.13.
   */
  readonly isSiteWide?: boolean
}

/** A list of entries, of one content type or of all; 25 per page unless given, page index from 0. */
export interface ListQuery extends ClientOptions, EntryLimits {
  readonly contentTypeId?: string
  readonly orderBy?: readonly string[]
  readonly pageIndex?: number
  readonly pageSize?: number
}

/** An answer of the platform with a status other than 200. Source: specification 7. */
export interface PlatformRefusal {
  readonly status: number
  readonly statusText: string
  /** Without the access token. */
  readonly url: string
  /** The answer's body, parsed; null where it is not JSON. */
  readonly data: unknown
}

/**
 * Handlers by status, for answers other than 200; `*` handles every other status. The call continues with the value that a handler
 * returns as if the platform had answered it; if it returns undefined, the call rejects as without a handler. Source: specification 7.
 */
export type StatusHandlers = Readonly<Partial<Record<number | '*', (refusal: PlatformRefusal) => unknown>>>

/**
 * Calls to the content platform. Every method rejects with an AppError (`content/…`) except where it says null.
 * Source: specification 7, Content delivery client.
 */
export interface ContentClient {
  /** The node at a path, or with `allowPartialMatch` the deepest existing node on that path; null when there is none. */
  nodeByPath(
    path: string,
    options?: NodeOptionsForCall & { readonly allowPartialMatch?: boolean },
  ): Promise<Node | null>
  nodeById(nodeId: string, options?: NodeOptionsForCall): Promise<Node | null>
  /** The tree from the root. */
  rootNode(options?: NodeOptionsForCall): Promise<Node>
  /** Ancestors of a node without itself, from the root or from `startLevel` down. */
  ancestors(
    nodeId: string,
    options?: NodeOptionsForCall & { readonly startLevel?: number },
  ): Promise<readonly Node[]>
  /** The parent of a node; null for the root. */
  parent(nodeId: string, options?: NodeOptionsForCall): Promise<Node | null>
  children(nodeId: string, options?: NodeOptionsForCall): Promise<readonly Node[]>
  siblings(nodeId: string, options?: NodeOptionsForCall): Promise<readonly Node[]>
  /** The canonical node of an entry in a language; null when it has none there. */
  nodeOfEntry(entryId: string, options?: NodeOptionsForCall): Promise<Node | null>
  /** An entry by id; null when there is none in that language and version status. */
  entry(id: string, options?: ClientOptions & EntryLimits): Promise<Entry | null>
  entries(query?: ListQuery): Promise<PagedList<Entry>>
  search(query: SearchQuery): Promise<PagedList<Entry>>
  /**
   * The entries, with each link replaced by the entry that it links to; a link whose entry is missing stays. `paths` are the fields to
   * resolve, with dots for fields of linked entries; every field unless given.
   */
  resolveLinks(
    entries: readonly Entry[],
    options?: ClientOptions & { readonly paths?: readonly string[] },
  ): Promise<readonly Entry[]>
  /** A content type; null when there is none. */
  contentType(contentTypeId: string): Promise<ContentType | null>
  taxonomyNode(
    key: string,
    options?: ClientOptions & { readonly childDepth?: number },
  ): Promise<TaxonomyNode | null>
  /** A taxonomy node by its path from the root, e.g. `Root/Topics`; not case-sensitive. */
  taxonomyNodeByPath(
    path: string,
    options?: ClientOptions & { readonly childDepth?: number; readonly projectId?: string },
  ): Promise<TaxonomyNode | null>
  /** The form map of a classic form, as the content system sends it. Source: specification 7, Form calls 1. */
  formMap(contentId: string, options?: FormOptionsForCall): Promise<JsonObject>
  /** The content type of a form of the Forms API, with its fields, groups and properties, as the content system sends it. */
  formContentType(formId: string, options?: FormOptionsForCall): Promise<JsonObject>
  /**
   * How often each choice of a form's field was given, and nothing else of the answers. It needs a token that reads drafts, so it works
   * only in previews. Null on platforms without this call: only the embedded one has it. Since contract 1.11.
   */
  countAnswers(question: AnswerQuestion): Promise<Readonly<Record<string, number>> | null>
}
