import type { EntryLimits } from '../content/index.ts'
import type { FrameHydrate, Hydrate, RemoteName } from './slot.ts'

/**
 * `true`: any signed-in visitor. A list: members of any of these groups, by id or name. `staff`: members of the configured
 * `staffGroups`. Source: specification 6.
 */
export type RequireLogin = boolean | 'staff' | readonly { readonly id?: string; readonly name?: string }[]

/** How far a relation reaches, and what of the entries of its nodes comes with it: nothing but their ids unless limits are given. */
export interface RelationOptions extends EntryLimits {
  /** Levels below: of children 1, of the tree as many as the site's own menu has, unless given. */
  readonly depth?: number
}

/**
 * Which relatives of the node a page needs. Ancestors come unless they are switched off, children and siblings when they are
 * asked for. Every page has the site's tree as deep as its menu; `tree` asks for more of it, e.g. for a page of all pages.
 */
export interface NodeOptions {
  readonly children?: boolean | RelationOptions
  readonly siblings?: boolean | EntryLimits
  readonly ancestors?: boolean | EntryLimits
  readonly tree?: boolean | RelationOptions
}

/** Fetch a node for a static route. Source: specification 2, Routes. */
export interface FetchNode extends EntryLimits {
  /** Route parameters that are part of the node's path. */
  readonly params?: readonly string[]
  /** How many leading path segments name the node. */
  readonly level?: number
  readonly entryMapper?: string
  readonly nodeOptions?: NodeOptions
}

/** What a static route says about its page, and hands on to the routes inside it. */
export interface RouteSettings {
  readonly requireLogin?: RequireLogin
  readonly fetchNode?: FetchNode
  /** Of pages that are there in one language only; without it the path says which. */
  readonly language?: string
  /** Keep out of search engines and shared caches. */
  readonly private?: boolean
  /** The remote's state keys that these pages have; all of them unless given. */
  readonly injectRedux?: readonly string[]
}

/** A route known by its pattern: literals, `:name`, `:name?`, and a trailing `*`. */
export interface StaticRoute extends RouteSettings {
  readonly path: string
  readonly view: string
  readonly hydrate: Hydrate
}

/**
 * A static route as a manifest declares it. Routes inside it begin with its path and take over its settings, each its own
 * where it has one; path, view and hydration are never handed on. One without a view only holds others together; an inner
 * route without a path, or with an empty one, is the page at the outer path.
 */
export interface StaticRouteDefinition extends RouteSettings {
  readonly path?: string
  readonly view?: string
  readonly hydrate?: Hydrate
  readonly children?: readonly StaticRouteDefinition[]
}

/** A component for a content type, and what its pages need. */
export interface ContentTypeMapping extends EntryLimits {
  /** `*`: every type that no mapping names. */
  readonly contentTypeId: string
  readonly view: string
  readonly hydrate: Hydrate
  readonly requireLogin?: RequireLogin
  readonly nodeOptions?: NodeOptions
  /** Name of one of the remote's entry mappers. */
  readonly entryMapper?: string
  /** The remote's state keys that pages of this type have; all of them unless given. */
  readonly injectRedux?: readonly string[]
}

/** A slot of the frame that a remote fills on every page. */
export interface FrameSlot {
  /** `header-search` stands in the search form of the header, every other one among its tools. */
  readonly id: string
  readonly view: string
  readonly hydrate: FrameHydrate
}

/** A view that other remotes' pages may place inside their own markup. */
export interface NestedView {
  readonly view: string
  readonly hydrate: Hydrate
}

/** A view of another remote. */
export interface PlacedView {
  readonly remote: RemoteName
  readonly view: string
}

/** What a value of a state is; with `?` it may also be null or not there. */
export type StateType = StateKind | `${StateKind}?`
type StateKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** Values of a state by path, which begins with a state key: `{ 'search.term': 'string', 'search.total': 'number?' }`. */
export type StateShape = Readonly<Record<string, StateType>>

/** Everything the host needs to know about a remote before loading it: data only. */
export interface Manifest {
  readonly name: RemoteName
  /** Range of contract versions it was built for, e.g. `^1.0.0`. */
  readonly contract: string
  readonly staticRoutes?: readonly StaticRouteDefinition[]
  readonly contentTypes?: readonly ContentTypeMapping[]
  readonly frameSlots?: readonly FrameSlot[]
  readonly nestedViews?: readonly NestedView[]
  /** Nested views of other remotes that its markup places: a release of theirs that lacks one is refused. Since contract 1.8. */
  readonly placedViews?: readonly PlacedView[]
  /** State keys it owns; no two remotes share one. */
  readonly stateKeys?: readonly string[]
  /** Of its state what other remotes may read: the rest may change with any release. Since contract 1.12. */
  readonly sharedState?: StateShape
  /**
   * What it reads of the shared state of others, which is there on pages that have them: a release of theirs that no longer shares it
   * so is refused. Since contract 1.12.
   */
  readonly readState?: Readonly<Record<RemoteName, StateShape>>
}
