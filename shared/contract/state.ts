import type { Entry, Node, VersionStatus } from '../content/index.ts'
import type { SerialisedError } from './app-error.ts'
import type { JsonObject } from './json.ts'
import type { PageHead } from './head.ts'
import type { PageSlot } from './slot.ts'
import type { UserState } from './user.ts'

/** The URL of the page, in parts. */
export interface RouteLocation {
  readonly pathname: string
  /** With its `?`, or empty. */
  readonly search: string
  /** With its `#`, or empty; always empty on the server. */
  readonly hash: string
}

/** A call to the platform that was made for a page. Source: specification 3, Route state. */
export interface ApiCall {
  readonly status: number
  readonly keyCount: number
  readonly url: string
}

/** The static route that matched, as data. */
export interface MatchedRoute {
  readonly path: string
  readonly params: Readonly<Record<string, string>>
}

/** The route state. Owner: the shell. Source: specification 3. */
export interface RouteState {
  /** As it is written in an address: percent-encoded, unlike `currentPath`. */
  readonly canonicalPath: string | null
  readonly currentHostname: string | null
  readonly currentPath: string
  readonly currentNode: Node | null
  readonly currentNodeAncestors: readonly Node[]
  readonly currentNodeChildren: readonly Node[]
  readonly currentNodeSiblings: readonly Node[]
  readonly currentNodeSiblingsParent: string | null
  readonly currentProject: string
  readonly allowedGroups: readonly string[]
  readonly entryID: string | null
  readonly entry: Entry | null
  readonly mappedEntry: JsonObject | null
  readonly error: SerialisedError | null
  readonly isError: boolean
  readonly isLoading: boolean
  readonly location: RouteLocation
  readonly notFound: boolean
  readonly staticRoute: MatchedRoute | null
  readonly statusCode: number
  readonly surrogateKeys: readonly string[]
  readonly apiCalls: readonly ApiCall[]
  readonly nextPath: string | null
}

/** Keys of a route with content, which is as large as the page itself, and its error, which visitors must not see. */
type RouteContent =
  | 'currentNode'
  | 'currentNodeAncestors'
  | 'currentNodeChildren'
  | 'currentNodeSiblings'
  | 'currentNodeSiblingsParent'
  | 'entry'
  | 'mappedEntry'
  | 'error'

/**
 * A route without its content, for documents whose main region is not hydrated: the content is already in the markup. The next
 * navigation loads whole routes.
 */
export type RouteSummary = Omit<RouteState, RouteContent> & { readonly [Key in RouteContent]?: undefined }

/** The navigation tree. Documents leave it out, since their menu is markup; the next navigation loads it. Owner: the shell. */
export interface NavigationState {
  readonly root: Node | null
  readonly error: { readonly isError: boolean; readonly message: string | null }
  readonly isReady: boolean
}

/** Commit and build of the running shell, and the version of the content. Owner: the shell. */
export interface VersionState {
  readonly commitRef: string | null
  readonly buildNo: string | null
  readonly contensisVersionStatus: VersionStatus
}

/** One remote's release, as the browser needs it. */
export interface PageRelease {
  readonly version: string
  /** Subresource integrity of its web entry, which contains the hashes of its chunks. */
  readonly integrity: string
  /** Language of its messages on this page; absent for a remote without messages of its own. */
  readonly catalogue?: string
  /** Quarantined releases of this remote, which this one replaces. Since contract 1.7. */
  readonly quarantined?: readonly string[]
}

/** Content of the preview bar, in the page's language. It is absent for ordinary visitors. */
export interface PagePreview {
  /** Label of the version that is shown, e.g. a draft. */
  readonly status: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** The same page in the other version; null where there is none. */
  readonly other: { readonly label: string; readonly path: string } | null
  /** Path that ends the preview session; null when there is none. */
  readonly exitPath: string | null
  readonly entryId: string | null
  /** Origins of content systems whose messages about changes are accepted from the window that frames the page. */
  readonly frameOrigins: readonly string[]
}

/** The head in the state of a document. The rest is in the document's `head` element; the next navigation loads a whole head. */
export type HeadSummary = Pick<PageHead, 'title' | 'language' | 'dir'> & {
  readonly [Key in Exclude<keyof PageHead, 'title' | 'language' | 'dir'>]?: undefined
}

/** The composition of the page: its head, slots, releases and languages. Owner: the shell. */
export interface PageState {
  readonly head: PageHead | HeadSummary
  readonly slots: readonly PageSlot[]
  /** Remote name → the release that rendered this page; the browser loads the same one. */
  readonly releases: Readonly<Record<string, PageRelease>>
  /** While canary releases run: the version that rendered this page, by remote. */
  readonly canaries?: Readonly<Record<string, string>>
  /** Language of the shell's own messages, where it differs from the page's. */
  readonly catalogue?: string
  /** Paths for the language switcher: the page's translation, else the language's home page. */
  readonly languages?: readonly { readonly language: string; readonly path: string }[]
  /**
   * Whether the page depends on the visitor: `member` is for the signed-in user alone (their drafts and trials of releases included),
   * `visitor` is open to all but shows who is signed in.
   * Absent for a page that is the same for everybody.
   */
  readonly madeFor?: 'member' | 'visitor'
  /** Set only in previews. */
  readonly preview?: PagePreview
  /** Set where the document may load a captcha; navigations to and from such a page load a new document. */
  readonly allowsCaptcha?: true
  /** Key of the alerts above the page and their versions; a navigation to a page with another key loads a new document. */
  readonly alerts?: string
  /** Provider of map tiles, where the site has configured one. Since contract 1.10. */
  readonly mapTiles?: MapTiles
  /** State keys that the document leaves out because of their size; the browser fetches them before it hydrates a slot. */
  readonly deferredKeys?: readonly string[]
}

/** A provider of map tiles, of 256 by 256 pixels in the usual Web Mercator projection. Source: docs/decisions/0088. */
export interface MapTiles {
  /** URL template of a tile with {z}, {x} and {y}. */
  readonly url: string
  /** Zoom level: 0 shows the world, 16 a few streets. */
  readonly zoom: number
  /** The provider's required attribution beside each map: text and link. */
  readonly attribution: { readonly text: string; readonly href: string }
}

/** The state keys of every page. Remotes add their own keys. */
export interface HostState {
  /** Complete on the server, on a page whose main region is hydrated, and after each navigation. */
  readonly routing: RouteState | RouteSummary
  readonly navigation: NavigationState
  readonly user: UserState
  readonly version: VersionState
  readonly page: PageState
}

/** The content keys of a route: all of them or none. */
type ServedContent = Pick<RouteState, RouteContent> | { readonly [Key in RouteContent]?: undefined }

/** The host's part of the state that the server sends for a page. */
interface ServedHostState {
  /** Initial values are left out, and so are API calls and surrogate keys, except for staff who ask for them. */
  readonly routing: Partial<Omit<RouteState, RouteContent>> & Pick<RouteState, 'currentPath'> & ServedContent
  readonly version: VersionState
  readonly page: PageState
  /** Never in a document, because of its size. */
  readonly navigation?: NavigationState
  /** Only where the page depends on the visitor, or signing them in failed. */
  readonly user?: UserState
}

type RemoteState = Readonly<Record<string, unknown>>

/**
 * The state of a page that the server sends: in the document, or as the answer to `?redux=true`. The store's reducers add the initial
 * values that it leaves out.
 */
export type ServedState = ServedHostState & RemoteState

/** Some keys of the served state. */
export type AdoptedState = Partial<ServedHostState> & RemoteState
