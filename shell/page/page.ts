import type {
  ApiCall,
  AppError,
  ContentClient,
  LoadRequest,
  PageHead,
  PagePreview,
  PageSlot,
  PostedForm,
  Store,
} from '@tessera/shared/contract'
import type { Entry, Node, VersionStatus } from '@tessera/shared/content'
import type { KeyedAnswer } from '@tessera/shared/io'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from '../document/html.ts'
import type { ResponseClass } from '../http/caching-headers.ts'
import type { PathPlace, RequestTarget } from '../http/paths.ts'
import type { Session } from '../http/session.ts'
import type { Overridden } from '../override/overridden.ts'
import type { ShellMessages } from '../messages/index.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import type { LoadedSlot } from './load-slots.server.ts'
import type { NotFoundContent } from './near-paths.ts'
import type { RouteResult } from './route.ts'

/** An answer of the platform with its surrogate keys. */
export type RecordedAnswer = KeyedAnswer & { readonly keys: readonly string[] }

/** What one request asked of the platform. */
export interface CallRecord {
  /** Called for every answer that came from the platform. */
  readonly onCall: (call: ApiCall) => void
  /** Called for every answer, cached ones included. */
  readonly onKeys: (keys: readonly string[], answer: KeyedAnswer) => void
  /** Merged without duplicates. Source: specification 4. */
  keys(): readonly string[]
  list(): readonly ApiCall[]
  answers(): readonly RecordedAnswer[]
}

/** How a request sees content. */
export interface ContentView {
  readonly versionStatus: VersionStatus
  /** Set for an answer that may show drafts: no cache stores it. */
  readonly preview: { readonly canExit: boolean } | null
}

/** A release that a member of staff tries before it is live. */
export interface Candidate {
  readonly app: string
  readonly version: string
}

/** What a request sees of the releases, and the candidate among them. */
export interface VisibleReleases extends Overridden {
  /** The releases that were live when the request began. */
  readonly releases: ReleaseSnapshot
  readonly candidate: Candidate | null
}

/** Why somebody could not be signed in, as the state of the sign-in page says it. Source: specification 8. */
export interface SignInProblem {
  readonly message: string
  readonly isAuthenticationError: boolean
}

/** What the forms of a page start with. */
export interface FormStart {
  /** Why somebody who came with a security token could not be signed in; for the sign-in page. */
  readonly signInProblem?: SignInProblem
  /** Somebody is or was signed in in this browser, as a readable cookie says; for the sign-in page. */
  readonly wasSignedIn?: boolean
  /** Harmless values of an account form that was refused, by field; absent when there was none. */
  readonly posted?: Readonly<Record<string, string>>
  /** A form of the page as a post without script has left it. */
  readonly form?: PostedForm
  /** Token of its forms, where the page is made for one visitor. */
  readonly formToken?: string
}

/** A page before its first stage: everything that is known of a request. No stage reads the raw request. */
export interface Page extends ContentView, VisibleReleases, FormStart {
  readonly id: string
  readonly target: RequestTarget
  /** What the path alone says: the language, and the entry of a preview. */
  readonly place: PathPlace
  readonly hostname: string
  /** Who asks; null for a visitor who has not signed in. */
  readonly session: Session | null
  readonly client: ContentClient
  /**
   * The same in the visitor's own name, for what the platform gives only to them; null without a session. Its answers are
   * never kept or shared, so a page made from one is private. Source: reference security 1.3.
   */
  readonly memberClient: ContentClient | null
  readonly calls: CallRecord
  /** Aborted when the client disconnects or the request deadline has passed. */
  readonly signal: AbortSignal
}

/** After the first stage: the path is resolved. */
export interface ResolvedPage extends Page {
  readonly type: 'resolved'
  readonly route: Exclude<RouteResult, { readonly type: 'sign-in' | 'access-denied' }>
  readonly language: string
  readonly responseClass: ResponseClass
  /** Whether its route needs somebody signed in. */
  readonly needsLogin: boolean
  /** The navigation tree, loaded in parallel. Never rejects. */
  readonly navigation: Promise<Navigation>
  /** What stands above the page, loaded in parallel. Never rejects. */
  readonly alerts: Promise<SiteAlerts>
}

/** The navigation tree as a page has it in its state. A page without one says why; it may still show a part that it asked for itself. */
export interface Navigation {
  readonly root: Node | null
  readonly error: string | null
}

/** After the second stage: the data of every slot is in one store. */
export interface LoadedPage extends Omit<ResolvedPage, 'type'> {
  readonly store: Store
  readonly status: number
  /** Whether every call and every slot succeeded. */
  readonly isComplete: boolean
  readonly keys: readonly string[]
  readonly head: PageHead
  /** Main first, then the frame's, then those inside others. Without a main slot the shell shows its own page. */
  readonly slots: readonly LoadedSlot[]
  /** When something that it shows stops being true, in milliseconds since 1970; Infinity where nothing does. */
  readonly validUntil: number
  readonly error: AppError | null
  readonly shownAlerts: SiteAlerts
  /** What the not-found page says, where there is nothing at the path. */
  readonly notFound?: NotFoundContent
}

/** After the third stage: the slots are rendered and the document is assembled. */
export interface RenderedPage extends LoadedPage {
  readonly html: string
  /** Content security policy of the document. */
  readonly policy: string
  /** Why slots could not be rendered, by slot id. */
  readonly failures: ReadonlyMap<string, AppError>
}

/** What the preview feature does for pages. */
export interface PagePreviews {
  /** Which version of content a request sees. Never throws: what cannot be read gives no right. */
  view(asked: ViewRequest): ContentView & {
    /** `Set-Cookie` of a preview session that begins with this request. */
    readonly cookie: string | null
  }
  /** What the bar of a preview says and where it leads. */
  bar(page: PreviewedPage): PagePreview
  /** Let content systems hold this answer in a frame. */
  allowFrames(reply: FastifyReply): void
}

/** What of a request decides about drafts. */
export interface ViewRequest {
  readonly request: FastifyRequest
  /** First value of each query parameter. */
  readonly query: Readonly<Record<string, string>>
  /** Whether the address is that of a preview (`/preview/…`). */
  readonly isPreviewPath: boolean
  readonly session: Session | null
}

/** What a preview is told about the page that it shows. */
export interface PreviewedPage {
  readonly versionStatus: VersionStatus
  /** Null on a page that shows no entry. */
  readonly entry: Pick<Entry, 'sys'> | null
  /** Of the page, for dates. */
  readonly language: string
  readonly messages: ShellMessages
  /** Decoded, as a request target has it. */
  readonly path: string
  /** With its `?`, or empty. */
  readonly search: string
  readonly canExit: boolean
  /** Where a visitor without a preview finds the page; null when there is nothing for one there. */
  readonly publicPath: string | null
}

/** The alerts of a site at a moment, in one language. */
export interface SiteAlerts {
  /** Names them and their versions; empty where there are none. */
  readonly key: string
  /** When the next of them begins or ends, in milliseconds since 1970; Infinity where none does. */
  readonly validUntil: number
  render(messages: ShellMessages): readonly Html[]
  /** Whether they could not be had. */
  readonly hasFailed?: true
}

/** What the alerts feature does for pages. */
export interface PageAlerts {
  /** Hashes of the inline scripts that alerts bring, as a content security policy has them. */
  readonly scriptHashes: readonly string[]
  /** @throws AppError content/…, page/deadline */
  load(page: Pick<Page, 'client' | 'versionStatus'>, language: string): Promise<SiteAlerts>
  /** Those that were loaded last and hold still; null before any were. */
  lastKnown(language: string): SiteAlerts | null
}

/** What the staff feature does for pages. */
export interface PageStaff {
  isStaff(session: Session | null): boolean
  /** The live releases, with the candidate in its place that a member of staff tries. Never throws: one that fails is not shown. */
  releasesFor(session: Session | null, request: FastifyRequest): Promise<VisibleReleases>
  /** What is running, for the version page; undefined for everybody but staff. */
  inspectFor(page: Pick<Page, 'session' | 'candidate' | 'target'>): Promise<LoadRequest['inspect']>
  /** Remember what a page was made of for the version page, if a member of staff saw it. */
  record(page: RenderedPage): void
}

/** What the identity feature does for pages. */
export interface PageIdentity {
  read(request: FastifyRequest): Promise<Session | null>
  failureOf(request: FastifyRequest): AppError | null
  /** What the forms of an account page start with; nothing for every other page. */
  formStart(place: PathPlace, request: FastifyRequest, reply: FastifyReply, hasToken: boolean): FormStart
  /** The security token of an address, and the address without it; null without one. */
  readSecurityToken(target: RequestTarget): { readonly token: string; readonly target: RequestTarget } | null
  /** Answer an address with a token in it: sign in where the page needs it, then to the address without the token. */
  takeSecurityToken(visit: TokenVisit): Promise<FastifyReply>
}

/** A request whose address holds a security token. */
export interface TokenVisit {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly token: string
  /** The address without the token. */
  readonly target: RequestTarget
  readonly session: Session | null
  readonly language: string
  /** Make the page, and tell whether it wants somebody signed in first. */
  readonly needsSignIn: () => Promise<boolean>
}

/** Called for what failed while the page is shown without it. */
export interface PageEvents {
  readonly onSlotFailure: (page: Pick<Page, 'id' | 'releases'>, slot: PageSlot, error: AppError) => void
  readonly onSiteFailure: (page: Pick<Page, 'id'>, error: unknown) => void
}
