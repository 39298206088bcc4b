import type { Node } from '@tessera/shared/content'
import type {
  ContentClient,
  JsonObject,
  MapInput,
  MatchedRoute,
  StaticRoute,
  AppError,
  Hydrate,
  RemoteName,
} from '@tessera/shared/contract'
import type { Owned, RoutingTable } from '../releases/routing-table.ts'
import type { Visitor } from './access.ts'
import type { PreviewPath } from '../http/path-language.ts'
import type { RouteFacts } from './route-state.ts'

/** What is to be resolved: a path that has been made canonical, and what is known of it without a call. */
export interface RouteRequest {
  readonly path: string
  readonly language: string
  /** Languages that the site speaks. */
  readonly supportedLanguages: readonly string[]
  readonly visitor: Visitor | null
  readonly matched: { readonly route: Owned<StaticRoute>; readonly params: MatchedRoute['params'] } | null
  readonly preview: PreviewPath | null
  readonly facts: Pick<RouteFacts, 'path' | 'location' | 'hostname' | 'project' | 'alternates'>
}

/** Path → content type, as far as it is known; a bounded map. */
export interface KnownTypes {
  get(path: string): string | undefined
  set(path: string, contentTypeId: string): unknown
}

/** The navigation tree of a language, and how many levels of it were asked for. */
export interface SiteTree {
  readonly root: Node
  readonly depth: number
}

/** The calls and knowledge that resolving needs. */
export interface RouteIo {
  /** Asks for what everybody may see. */
  readonly client: ContentClient
  /** Asks in the visitor's own name; null without a session. */
  readonly memberClient: ContentClient | null
  readonly table: RoutingTable
  /** Path → content type, learnt from earlier answers, so that the first call can ask for just what the page shows. */
  readonly knownTypes: KnownTypes
  readonly mapEntry: (
    mapping: Owned<{ readonly entryMapper?: string }>,
    input: Omit<MapInput, 'sanitise'>,
  ) => Promise<JsonObject | null>
  /** The navigation tree, on its way; null when it failed. */
  readonly tree: Promise<SiteTree | null>
  /** Where an entry is in another language; null when it is nowhere, or that cannot be told. Never rejects. */
  readonly pathOfEntry: (entryId: string, language: string) => Promise<string | null>
}

/** In whose name calls are made. What came in the visitor's own name makes the page private. */
export interface Lane {
  readonly name: 'public' | 'member'
  readonly client: ContentClient
}

/** The main slot of a page. */
export interface MainView {
  readonly remote: RemoteName
  readonly view: string
  readonly hydrate: Hydrate
  /** The remote's state keys that the page has; all of them unless given. */
  readonly injectRedux?: readonly string[]
}

/** What every outcome but a redirect says. */
interface Outcome {
  readonly facts: RouteFacts
  /** In whose name the page was asked for. */
  readonly lane: Lane['name']
}

/** What became of a path. */
export type RouteResult =
  | (Outcome & {
      readonly type: 'page'
      readonly main: MainView
      readonly isComplete: boolean
      /** The tree as this page wants it, where that is more than every page has. */
      readonly ownTree?: Node | null
    })
  | { readonly type: 'sign-in' }
  | { readonly type: 'access-denied' }
  | (Outcome & { readonly type: 'not-found' })
  | (Outcome & { readonly type: 'error'; readonly error: AppError })
