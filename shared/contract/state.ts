import type { Entry, Node, VersionStatus } from '../content/index.ts'
import type { SerialisedError } from './app-error.ts'
import type { JsonObject } from './json.ts'
import type { PageHead } from './head.ts'
import type { PageSlot } from './slot.ts'
import type { UserState } from './user.ts'

/** Where the visitor is, in parts. */
export interface RouteLocation {
  readonly pathname: string
  /** With its `?`, or empty. */
  readonly search: string
  /** With its `#`, or empty; always empty on the server. */
  readonly hash: string
}

/** One call made to the platform for a page. Source: specification 3, Route state. */
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

/** What of a route holds content, and so is as large as the page itself; and why it failed, which is not for visitors to read. */
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
 * A route without its content, as a document has it whose main region the browser does not hydrate: the content stands in
 * the markup already. It comes with the next navigation.
 */
export type RouteSummary = Omit<RouteState, RouteContent> & { readonly [Key in RouteContent]?: undefined }

/** The navigation tree. In a document it is not ready: the menu is markup there, the tree comes with the next navigation. Owner: the shell. */
export interface NavigationState {
  readonly root: Node | null
  readonly error: { readonly isError: boolean; readonly message: string | null }
  readonly isReady: boolean
}

/** What is running. Owner: the shell. */
export interface VersionState {
  readonly commitRef: string | null
  readonly buildNo: string | null
  readonly contensisVersionStatus: VersionStatus
}

/** One remote's release, as the browser needs it. */
export interface PageRelease {
  readonly version: string
  /** Of its web entry, which carries the hashes of its chunks. */
  readonly integrity: string
  /** Language of its messages on this page; absent for a remote without messages of its own. */
  readonly catalogue?: string
  /** Releases of this remote that are in quarantine, in whose place this one is shown. Since contract 1.7. */
  readonly quarantined?: readonly string[]
}

/** What a preview says of itself, in the words of its language; nothing of it is there for ordinary visitors. */
export interface PagePreview {
  /** Which version of the page this is. */
  readonly status: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  /** The same page in the other version; null where there is none. */
  readonly other: { readonly label: string; readonly path: string } | null
  /** Where leaving the preview leads; null when there is no session to leave. */
  readonly exitPath: string | null
  readonly entryId: string | null
  /** Origins of the content systems that may tell of changes. */
  readonly frameOrigins: readonly string[]
}

/** The head of a page as a document's state has it: the rest stands in the head itself, and comes with the next navigation. */
export type HeadSummary = Pick<PageHead, 'title' | 'language' | 'dir'> & {
  readonly [Key in Exclude<keyof PageHead, 'title' | 'language' | 'dir'>]?: undefined
}

/** The page as a composition: its head, its slots, its language. Owner: the shell. */
export interface PageState {
  readonly head: PageHead | HeadSummary
  readonly slots: readonly PageSlot[]
  /** Remote name → the release that rendered this page; the browser obeys it. */
  readonly releases: Readonly<Record<string, PageRelease>>
  /** While some visitors see another release of some remotes: which of the two this page was made by, by remote. */
  readonly canaries?: Readonly<Record<string, string>>
  /** Language of the shell's own messages, where it is another than the page's. */
  readonly catalogue?: string
  /** Where the other languages are found: the page's translation, else the language's home page. */
  readonly languages?: readonly { readonly language: string; readonly path: string }[]
  /**
   * Whose page it is: `member` needs somebody signed in, `visitor` is everybody's but shows who is signed in. Absent when it
   * was made for nobody in particular.
   */
  readonly madeFor?: 'member' | 'visitor'
  /** Set in previews alone. */
  readonly preview?: PagePreview
  /** Set where the document may load a captcha: pages on either side of it are documents of their own. */
  readonly allowsCaptcha?: true
  /** Names the alerts above the page and their versions: pages with others are documents of their own. */
  readonly alerts?: string
  /** Who serves the ground of maps, where the site has named a provider. Since contract 1.10. */
  readonly mapTiles?: MapTiles
  /** Keys that the document leaves out because of their size; they are fetched before a slot is hydrated. */
  readonly deferredKeys?: readonly string[]
}

/** Who serves the ground of maps, in tiles of 256 pixels in Web Mercator, as most do. Source: docs/decisions/0088. */
export interface MapTiles {
  /** Address of a tile with {z}, {x} and {y}. */
  readonly url: string
  /** How near a place is looked at: 0 is the world, 16 a few streets. */
  readonly zoom: number
  /** What the provider wants said beside each map, and where that leads. */
  readonly attribution: { readonly text: string; readonly href: string }
}

/** The slices every page has. Remotes add their own key beside these. */
export interface HostState {
  /** Whole on the server, on a page whose main region is an island, and after each navigation. */
  readonly routing: RouteState | RouteSummary
  readonly navigation: NavigationState
  readonly user: UserState
  readonly version: VersionState
  readonly page: PageState
}

/** The content of a route: all of it or nothing. */
type ServedContent = Pick<RouteState, RouteContent> | { readonly [Key in RouteContent]?: undefined }

/** The host's part of what the server gives away of a page. */
interface ServedHostState {
  /** What is as in the beginning is left out, and so are notes about calls, but for staff who ask for them. */
  readonly routing: Partial<Omit<RouteState, RouteContent>> & Pick<RouteState, 'currentPath'> & ServedContent
  readonly version: VersionState
  readonly page: PageState
  /** In no document, for its size. */
  readonly navigation?: NavigationState
  /** Only where the page was made for somebody, or they could not be signed in. */
  readonly user?: UserState
}

type RemoteState = Readonly<Record<string, unknown>>

/**
 * The state of a page as the server gives it away: in the document, or as the answer to `?redux=true`. The store's reducers
 * make it what its type says.
 */
export type ServedState = ServedHostState & RemoteState

/** Some keys of it. */
export type AdoptedState = Partial<ServedHostState> & RemoteState
