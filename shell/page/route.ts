import { readText, type Entry, type Node } from '@tessera/shared/content'
import type {
  ContentClient,
  JsonObject,
  MapInput,
  MatchedRoute,
  PageHead,
  StaticRoute,
  AppError,
  Hydrate,
  RemoteName,
  RouteLocation,
  RouteState,
  SerialisedError,
} from '@tessera/shared/contract'
import type { Owned, RoutingTable } from '../releases/routing-table.ts'
import type { Visitor } from './access.ts'
import { encodePath, type ParsedPath } from '../http/paths.ts'

/** A canonical path to resolve, and the data that is known of it without a call. */
export interface RouteRequest extends ParsedPath {
  readonly path: string
  readonly supportedLanguages: readonly string[]
  readonly visitor: Visitor | null
  readonly matched: { readonly route: Owned<StaticRoute>; readonly params: MatchedRoute['params'] } | null
  /** Set for a preview, which names the version of its entry: all system fields of the entry are requested. */
  readonly isPreviewed?: boolean
  readonly facts: RouteFacts
}

/** The content types of paths, as far as they are known; a bounded map. */
export interface KnownTypes {
  get(path: string): string | undefined
  set(path: string, contentTypeId: string): unknown
}

/** The navigation tree of a language, and how many levels of it were requested. */
export interface SiteTree {
  readonly root: Node
  readonly depth: number
}

/** The clients and data that resolving needs. */
export interface RouteIo {
  /** Requests public content. */
  readonly client: ContentClient
  /** Requests content with the visitor's own token; null without a session. */
  readonly memberClient: ContentClient | null
  readonly table: RoutingTable
  /** Content types of paths, learnt from earlier answers, so that the first call can request just the fields that the page shows. */
  readonly knownTypes: KnownTypes
  readonly mapEntry: (
    mapping: Owned<{ readonly entryMapper?: string }>,
    input: Omit<MapInput, 'sanitise'>,
  ) => Promise<JsonObject | null>
  /** The navigation tree, loaded in parallel; null when it failed. */
  readonly tree: Promise<SiteTree | null>
  /** The path of an entry in another language; null when it has none that the visitor may see. */
  readonly pathOfEntry: (entryId: string, language: string) => Promise<string | null>
}

/** The credentials of calls. Content that was loaded with the visitor's own token makes the page private. */
export interface AuthContext {
  readonly name: 'public' | 'member'
  readonly client: ContentClient
}

/** The main slot of a page. */
export interface MainView {
  readonly remote: RemoteName
  readonly view: string
  readonly hydrate: Hydrate
  /** The remote's state keys that the page needs; all of them by default. */
  readonly injectRedux?: readonly string[]
}

/** The data of every result except a redirect. */
interface Outcome {
  readonly facts: RouteFacts
  /** With which credentials the page was loaded. */
  readonly auth: AuthContext['name']
}

/** The result of resolving a path. */
export type RouteResult =
  | (Outcome & {
      readonly type: 'page'
      readonly main: MainView
      /** Failures of parts without which the page is shown. */
      readonly problems: readonly unknown[]
      /** The tree with this page's own options, when the page asks for more than the menu's tree. */
      readonly ownTree?: Node | null
    })
  | { readonly type: 'sign-in' }
  | { readonly type: 'access-denied' }
  | (Outcome & { readonly type: 'not-found' })
  | (Outcome & { readonly type: 'error'; readonly error: AppError })

/** What was resolved for a path; the rest of the route state is derived from it. */
export interface RouteFacts {
  readonly path: string
  /** Of a static route: encoded, in the case of its pattern. */
  readonly canonicalPath?: string
  readonly location: RouteLocation
  readonly hostname: string | null
  readonly project: string
  readonly staticRoute?: MatchedRoute | null
  readonly node?: Node | null
  readonly entry?: Entry | null
  readonly mappedEntry?: JsonObject | null
  /** Relatives as the state is to hold them (relatives.ts). */
  readonly ancestors?: readonly Node[]
  readonly children?: readonly Node[]
  readonly siblings?: readonly Node[]
  /** The page in each language it has, its own included; empty when it has no other. */
  readonly alternates?: readonly { readonly language: string; readonly path: string }[]
  readonly allowedGroups?: readonly string[]
  readonly error?: SerialisedError | null
  readonly status?: number
  readonly notFound?: boolean
}

/** The route state of a page. Source: specification 3 (shape) and 4, Access and routing (status rules). */
export function routeState(facts: RouteFacts): Omit<RouteState, 'surrogateKeys' | 'apiCalls'> {
  const { entry = null, error = null, mappedEntry = null, allowedGroups = [], staticRoute = null } = facts
  return {
    canonicalPath: entry?.sys.uri ?? facts.canonicalPath ?? encodePath(facts.path),
    currentHostname: facts.hostname,
    currentPath: facts.path,
    ...nodeState(facts),
    currentProject: facts.project,
    allowedGroups,
    entryID: entry?.sys.id ?? null,
    // A page with a mapped entry only needs that; the raw entry would repeat it.
    entry: entry && mappedEntry ? { sys: entry.sys } : entry,
    mappedEntry,
    error,
    isError: error !== null,
    isLoading: false,
    location: facts.location,
    notFound: facts.notFound ?? false,
    staticRoute,
    statusCode: statusCode(facts),
    nextPath: null,
  }
}

type NodeState = Pick<
  RouteState,
  | 'currentNode'
  | 'currentNodeAncestors'
  | 'currentNodeChildren'
  | 'currentNodeSiblings'
  | 'currentNodeSiblingsParent'
>

function nodeState({ node = null, ancestors = [], children = [], siblings = [] }: RouteFacts): NodeState {
  return {
    currentNode: node && { ...withoutSubtree(node), children, ancestors, siblings },
    currentNodeAncestors: ancestors,
    currentNodeChildren: children,
    currentNodeSiblings: siblings,
    currentNodeSiblingsParent: siblings[0]?.parentId ?? null,
  }
}

/** 404 if nothing was found and nothing failed; the supplied status or 500 on an error; else 200 or the page's own. */
export function statusCode({
  notFound,
  error,
  status,
}: Pick<RouteFacts, 'notFound' | 'error' | 'status'>): number {
  if (error) return errorStatus(status ?? error.status)
  if (notFound) return 404
  return status ?? 200
}

/** An error never has a status below 400. */
const errorStatus = (status: number | undefined): number =>
  status === undefined ? 500 : status >= 400 && status <= 599 ? status : 502

/** Longest error text of the platform that a route error contains. */
const MAX_ERROR_TEXT = 200

/**
 * An error as the route state holds it: with the message in the platform's answer, otherwise the text of its status. The platform's
 * messages about its own failures, and our own error messages, only go to the log. Source: specification 8; docs/decisions/0035.
 */
export function routeError(error: AppError): SerialisedError {
  const { upstream } = error.details
  const status = errorStatus(error.status)
  const isOurs = status >= 500 || typeof upstream !== 'string' || upstream === ''
  const message = isOurs ? statusText(status) : upstream.slice(0, MAX_ERROR_TEXT)
  return { ...error.toJSON(), message }
}

/** Texts of the statuses that a page may fail with. Source: RFC 9110, 15; RFC 6585. */
const STATUS_TEXTS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** The text of a status; the text of its class for a status without one. */
const statusText = (status: number): string =>
  STATUS_TEXTS[status] ?? (status < 500 ? 'Bad Request' : 'Internal Server Error')

/** A node without its subtree, and without the content of its entry, which the page's state holds once already. */
function withoutSubtree({ children: _children, entry, ...node }: Node): Node {
  return entry ? { ...node, entry: { sys: { id: entry.sys.id, ...typeOf(entry) } } } : node
}

const typeOf = (entry: Entry) => (entry.sys.contentTypeId ? { contentTypeId: entry.sys.contentTypeId } : {})

/** What is known of a page's head besides its route. */
interface Known extends Pick<PageHead, 'dir' | 'alternates'> {
  readonly isIndexable: boolean
}

/** The head of a page from its route alone; the loaders of decisive slots may override it. */
export function pageHead(
  route: RouteState,
  language: string,
  { alternates, isIndexable, dir }: Known,
): PageHead {
  const { entry, mappedEntry, currentNode } = route
  return {
    title: readText(entry?.entryTitle) ?? readText(mappedEntry?.['title']) ?? currentNode?.displayName ?? '',
    description: readText(entry?.entryDescription) ?? readText(mappedEntry?.['summary']) ?? '',
    language,
    dir,
    canonicalPath: isIndexable ? route.canonicalPath : null,
    alternates,
    ...(isIndexable ? {} : { robots: 'noindex' as const }),
  }
}
