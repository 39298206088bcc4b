import type { EntryLimits } from '../content/index.ts'
import type { FrameHydrate, Hydrate, RemoteName } from './slot.ts'

/**
 * `true`: any signed-in visitor. A list: members of any of these groups, by id or name. `staff`: members of the configured
 * `staffGroups`. Source: specification 6.
 */
export type RequireLogin = boolean | 'staff' | readonly { readonly id?: string; readonly name?: string }[]

/** How many levels of related nodes to load, and which fields of their entries: only their ids unless limits are given. */
export interface RelationOptions extends EntryLimits {
  /** Levels below the node; unless given, 1 for children, and for the tree as many as the site's menu has. */
  readonly depth?: number
}

/**
 * Which relatives of its node a page needs. Ancestors are loaded unless set to false, children and siblings only if set. Every
 * page has the site's tree as deep as its menu; `tree` loads more of it, e.g. for a site map page.
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

/** The settings of a static route, which the routes inside it inherit. */
export interface RouteSettings {
  readonly requireLogin?: RequireLogin
  readonly fetchNode?: FetchNode
  /** Language of pages that exist in one language only; without it the path determines the language. */
  readonly language?: string
  /** Keep out of search engines and shared caches. */
  readonly private?: boolean
  /** The remote's state keys that these pages include; all of them unless given. */
  readonly injectRedux?: readonly string[]
}

/** A route with a path pattern: literals, `:name`, `:name?`, and a trailing `*`. */
export interface StaticRoute extends RouteSettings {
  readonly path: string
  readonly view: string
  readonly hydrate: Hydrate
}

/**
 * A static route as a manifest declares it. Nested routes must be below its path, to which relative paths are appended. They inherit its
 * settings unless they set their own; path, view and hydration are never inherited. A route without a view only groups others; a nested
 * route without a path, or with an empty one, is the page at the outer path.
 */
export interface StaticRouteDefinition extends RouteSettings {
  readonly path?: string
  readonly view?: string
  readonly hydrate?: Hydrate
  readonly children?: readonly StaticRouteDefinition[]
}

/** The view for a content type, and what its pages need. */
export interface ContentTypeMapping extends EntryLimits {
  /** `*`: every type without a mapping of its own. */
  readonly contentTypeId: string
  readonly view: string
  readonly hydrate: Hydrate
  readonly requireLogin?: RequireLogin
  readonly nodeOptions?: NodeOptions
  /** Name of one of the remote's entry mappers. */
  readonly entryMapper?: string
  /** The remote's state keys that pages of this type include; all of them unless given. */
  readonly injectRedux?: readonly string[]
}

/** A slot of the frame that a remote fills on every page. */
export interface FrameSlot {
  /** `header-search` is placed in the header's search form, every other one among the header's tools. */
  readonly id: string
  readonly view: string
  readonly hydrate: FrameHydrate
}

/** A view that other remotes may place as a slot inside their own markup. */
export interface NestedView {
  readonly view: string
  readonly hydrate: Hydrate
}

/** A view of another remote. */
export interface PlacedView {
  readonly remote: RemoteName
  readonly view: string
}

/** Type of a value in a state; with `?` it may also be null or missing. */
export type StateType = StateKind | `${StateKind}?`
type StateKind = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** Types of values in a state by path; a path begins with a state key: `{ 'search.term': 'string', 'search.total': 'number?' }`. */
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
  /** Nested views of other remotes in its markup; a release of those remotes without such a view is refused. Since contract 1.8. */
  readonly placedViews?: readonly PlacedView[]
  /** State keys it owns; no two remotes share one. */
  readonly stateKeys?: readonly string[]
  /** The part of its state that other remotes may read; the rest may change with any release. Since contract 1.12. */
  readonly sharedState?: StateShape
  /**
   * What it reads of the shared state of other remotes, on pages that contain them; a release of theirs that no longer shares it with
   * that type is refused. Since contract 1.12.
   */
  readonly readState?: Readonly<Record<RemoteName, StateShape>>
}
