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

/** Options of every call: what to ask for, and in which language. */
export interface ClientOptions {
  readonly language?: string
  readonly versionStatus?: VersionStatus
}

/** Options of a call for a form. */
export interface FormOptionsForCall extends ClientOptions {
  /** How long the answer may take, where nobody's page waits for it; the site's `callDeadlineMs` unless given. */
  readonly deadlineMs?: number
}

/** Options of a node call: how deep, and how much of its entry. No `entryLimits` means no entry data but its id. */
export interface NodeOptionsForCall extends ClientOptions {
  readonly depth?: number
  readonly entryLimits?: EntryLimits
}

/** Which answers to a form are counted: those whose field `about` says a text, by the choices of the field `by`. */
export interface AnswerQuestion {
  readonly formId: string
  /** Fields by their id or as people call them. */
  readonly about: string
  readonly says: string
  readonly by: string
}

/** A search: conditions in the delivery API's own JSON form, order as `-field` / `field`, paging from 0. */
export interface SearchQuery extends EntryLimits {
  /** Another project of the same platform, which takes the site's access token; the site's own unless given. */
  readonly projectId?: string
  readonly where: readonly JsonObject[]
  readonly orderBy?: readonly string[]
  readonly pageIndex?: number
  readonly pageSize?: number
  readonly aggregations?: JsonObject
  /**
   * Whether pages of all kinds ask for the same, as they do for the navigation tree: the answer is kept as long as that, and for a minute more it is used
   * while a newer one is fetched. Since contract 1.13.
   */
  readonly isSiteWide?: boolean
}

/** A list of entries, of one content type or of all; 25 on a page unless said otherwise, paging from 0. */
export interface ListQuery extends ClientOptions, EntryLimits {
  readonly contentTypeId?: string
  readonly orderBy?: readonly string[]
  readonly pageIndex?: number
  readonly pageSize?: number
}

/** What the platform answered where it gave no content. Source: specification 7. */
export interface PlatformRefusal {
  readonly status: number
  readonly statusText: string
  /** Without the access token. */
  readonly url: string
  /** The JSON of the answer; null where it is none. */
  readonly data: unknown
}

/**
 * What to do about a status that is not 200, or `*` for every other: what a handler gives is read as if the platform had
 * answered it; after undefined the call rejects as it does without one. Source: specification 7.
 */
export type StatusHandlers = Readonly<Partial<Record<number | '*', (refusal: PlatformRefusal) => unknown>>>

/**
 * Calls to the content platform. Every method rejects with an AppError (`content/…`) except where it says null.
 * Source: specification 7, Content delivery client.
 */
export interface ContentClient {
  /** The node at a path, or with `allowPartialMatch` the last one on the way to it; null when there is none. */
  nodeByPath(
    path: string,
    options?: NodeOptionsForCall & { readonly allowPartialMatch?: boolean },
  ): Promise<Node | null>
  nodeById(nodeId: string, options?: NodeOptionsForCall): Promise<Node | null>
  /** The tree from the root. */
  rootNode(options?: NodeOptionsForCall): Promise<Node>
  /** Ancestors of a node, root first or from a level on, without the node. */
  ancestors(
    nodeId: string,
    options?: NodeOptionsForCall & { readonly startLevel?: number },
  ): Promise<readonly Node[]>
  /** The node above; null for the root. */
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
   * Entries with what their links lead to in place of the links; one that leads nowhere stays. `paths` are fields, with dots for
   * fields of what they lead to; every field of the entries unless given.
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
  /** The same by its path from the root on, e.g. `Root/Topics`; case does not count. */
  taxonomyNodeByPath(
    path: string,
    options?: ClientOptions & { readonly childDepth?: number; readonly projectId?: string },
  ): Promise<TaxonomyNode | null>
  /** The form map of a classic form, as the content system sends it. Source: specification 7, Form calls 1. */
  formMap(contentId: string, options?: FormOptionsForCall): Promise<JsonObject>
  /** The content type of a form of the Forms API, with its fields, groups and properties, as the content system sends it. */
  formContentType(formId: string, options?: FormOptionsForCall): Promise<JsonObject>
  /**
   * How often each choice of a form's field was given; nothing else of the answers. For a token that reads drafts, so in previews. Null
   * where the platform counts no answers: it is a call of the embedded one alone. Since contract 1.11.
   */
  countAnswers(question: AnswerQuestion): Promise<Readonly<Record<string, number>> | null>
}
