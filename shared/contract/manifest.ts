import type { EntryLimits } from '../content/index.ts'
import type { Hydrate, RemoteName } from './slot.ts'

/** `true`: any signed-in visitor. A list: any of these groups, by id or name. Source: specification 6. */
export type RequireLogin = boolean | readonly { readonly id?: string; readonly name?: string }[]

/** Which relatives of the node a page needs, each with its own depth. */
export interface NodeOptions {
  readonly children?: boolean | { readonly depth?: number }
  readonly siblings?: boolean
  readonly ancestors?: boolean
}

/** Fetch a node for a static route. Source: specification 2, Routes. */
export interface FetchNode extends EntryLimits {
  /** Route parameters that are part of the node's path. */
  readonly params?: readonly string[]
  /** How many leading path segments name the node. */
  readonly level?: number
  readonly entryMapper?: string
}

/** A route known by its pattern: literals, `:name`, `:name?`, and a trailing `*`. */
export interface StaticRoute {
  readonly path: string
  readonly view: string
  readonly hydrate: Hydrate
  readonly requireLogin?: RequireLogin
  readonly fetchNode?: FetchNode
  /** Keep out of search engines and shared caches. */
  readonly private?: boolean
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
}

/** A slot of the frame that a remote fills on every page. */
export interface FrameSlot {
  readonly id: string
  readonly view: string
  readonly hydrate: Hydrate
}

/** A view that other remotes' pages may place inside their own markup. */
export interface NestedView {
  readonly view: string
  readonly hydrate: Hydrate
}

/** Everything the host needs to know about a remote before loading it: data only. */
export interface Manifest {
  readonly name: RemoteName
  /** Range of contract versions it was built for, e.g. `^1.0.0`. */
  readonly contract: string
  readonly staticRoutes?: readonly StaticRoute[]
  readonly contentTypes?: readonly ContentTypeMapping[]
  readonly frameSlots?: readonly FrameSlot[]
  readonly nestedViews?: readonly NestedView[]
  /** State keys it owns; no two remotes share one. */
  readonly stateKeys?: readonly string[]
}
