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
import type { ParsedPath, RequestTarget } from '../http/paths.ts'
import type { Session } from '../http/session.ts'
import type { Overridden } from '../override/overridden.ts'
import type { ShellMessages } from '../messages/index.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import type { LoadedSlot } from './load-slots.server.ts'
import type { NotFoundContent } from './similar-paths.ts'
import type { RouteResult } from './route.ts'

/** An answer of the platform with its surrogate keys. */
export type RecordedAnswer = KeyedAnswer & { readonly keys: readonly string[] }

/** The platform calls of one request. */
export interface CallRecord {
  /** Called for every answer that was fetched from the platform. */
  readonly onCall: (call: ApiCall) => void
  /** Called for every answer, cached ones included. */
  readonly onKeys: (keys: readonly string[], answer: KeyedAnswer) => void
  /** Merged without duplicates. Source: specification 4. */
  keys(): readonly string[]
  list(): readonly ApiCall[]
  answers(): readonly RecordedAnswer[]
}

/** Which version of content a request sees. */
export interface ContentView {
  readonly versionStatus: VersionStatus
  /** Set for a response that may show drafts: no cache stores it. `isPersonal` when the right to them ends with the visitor's session. */
  readonly preview: { readonly canExit: boolean; readonly isPersonal: boolean } | null
}

/** A release that a member of staff tries before it is live. */
export interface Candidate {
  readonly app: string
  readonly version: string
}

/** The releases that a request sees, and the candidate among them. */
export interface VisibleReleases extends Overridden {
  /** The releases that were live when the request began. */
  readonly releases: ReleaseSnapshot
  readonly candidate: Candidate | null
}

/** Why signing in failed, as in the state of the sign-in page. Source: specification 8. */
export interface SignInProblem {
  readonly message: string
  readonly isAuthenticationError: boolean
}

/** Initial data for the forms of a page. */
export interface FormStart {
  /** Why signing in with a security token failed; for the sign-in page. */
  readonly signInProblem?: SignInProblem
  /** Whether a readable cookie says that this browser is or was signed in; for the sign-in page. */
  readonly wasSignedIn?: boolean
  /** Values, other than secrets, of an account form that was refused, by field; absent when there was none. */
  readonly posted?: Readonly<Record<string, string>>
  /** A form of the page after its post without JavaScript, or after it was held during sign-in. */
  readonly form?: PostedForm
  /** What has become of that form, if the title of its page says so. */
  readonly formOutcome?: 'refused' | 'sent'
  /** Token of the page's forms, when the page is rendered for one visitor. */
  readonly formToken?: string
}

/** A page before its first stage: all data of the request. No stage reads the raw request. */
export interface Page extends ContentView, VisibleReleases, FormStart {
  readonly id: string
  readonly target: RequestTarget
  /** Data from the path alone: the language, and the entry of a preview. */
  readonly parsedPath: ParsedPath
  readonly hostname: string
  /** The visitor's session; null for a visitor who is not signed in. */
  readonly session: Session | null
  readonly client: ContentClient
  /** Asks with the visitor's own token; null without a session. A page made from its answers is private. Source: reference security 1.3. */
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
  /** Whether its route requires a signed-in visitor. */
  readonly needsLogin: boolean
  /** The navigation tree, loaded in parallel. Never rejects. */
  readonly navigation: Promise<Navigation>
  /** The alerts above the page, loaded in parallel. Never rejects. */
  readonly alerts: Promise<SiteAlerts>
}

/** The navigation tree in a page's state. When the site's tree failed, `error` says why; `root` may still be a tree of the page's own. */
export interface Navigation {
  readonly root: Node | null
  readonly error: AppError | null
}

/** After the second stage: the data of every slot is in one store. */
export interface LoadedPage extends Omit<ResolvedPage, 'type'> {
  readonly store: Store
  readonly status: number
  /** Whether every call and every slot succeeded. */
  readonly isComplete: boolean
  readonly keys: readonly string[]
  readonly head: PageHead
  /** The main slot first, then the frame's, then nested ones. Without a main slot the shell shows its own page. */
  readonly slots: readonly LoadedSlot[]
  /** When its content stops being valid, in milliseconds since 1970; Infinity when it always stays valid. */
  readonly validUntil: number
  readonly error: AppError | null
  readonly shownAlerts: SiteAlerts
  /** The content of the not-found page, when there is no page at the path. */
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

/** The functions of the preview feature that pages use. */
export interface PagePreviews {
  /** Which version of content a request sees. Never throws: unreadable credentials give no permission. */
  view(asked: ViewRequest): ContentView & {
    /** `Set-Cookie` header of a preview session that begins with this request. */
    readonly cookie: string | null
  }
  /** The texts and links of the preview bar. */
  bar(page: PreviewedPage): PagePreview
  /** Allow content systems to show this response in a frame. */
  allowFrames(reply: FastifyReply): void
}

/** The parts of a request that decide whether it sees drafts. */
export interface ViewRequest {
  readonly request: FastifyRequest
  /** First value of each query parameter. */
  readonly query: Readonly<Record<string, string>>
  /** Whether the address is that of a preview (`/preview/…`). */
  readonly isPreviewPath: boolean
  readonly session: Session | null
}

/** What the preview bar needs to know of its page. */
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
  /** The address of the page for visitors without a preview; null when the page is not published. */
  readonly publicPath: string | null
}

/** The current alerts of a site, in one language. */
export interface SiteAlerts {
  /** Identifies the alerts and their versions; empty when there are none. */
  readonly key: string
  /** When the next alert begins or ends, in milliseconds since 1970; Infinity when none does. */
  readonly validUntil: number
  render(messages: ShellMessages): readonly Html[]
  /** Set when the alerts could not be loaded. */
  readonly hasFailed?: true
}

/** The functions of the alerts feature that pages use. */
export interface PageAlerts {
  /** Hashes of the alerts' inline scripts, in the form of a content security policy. */
  readonly scriptHashes: readonly string[]
  /** @throws AppError content/…, page/deadline */
  load(page: Pick<Page, 'client' | 'versionStatus'>, language: string): Promise<SiteAlerts>
  /** The alerts that were loaded last and are still valid; null before any were loaded. */
  lastKnown(language: string): SiteAlerts | null
}

/** The functions of the staff feature that pages use. */
export interface PageStaff {
  isStaff(session: Session | null): boolean
  /** The live releases, including the candidate that a member of staff tries. Never throws: a candidate that fails is not shown. */
  releasesFor(session: Session | null, request: FastifyRequest): Promise<VisibleReleases>
  /** Information on what is running, for the version page; undefined for all visitors except staff. */
  inspectFor(page: Pick<Page, 'session' | 'candidate' | 'target'>): Promise<LoadRequest['inspect']>
  /** Record how a page was made, for the version page, if a member of staff saw it. */
  record(page: RenderedPage): void
}

/** The functions of the identity feature that pages use. */
export interface PageIdentity {
  read(request: FastifyRequest): Promise<Session | null>
  failureOf(request: FastifyRequest): AppError | null
  /** Initial data for the forms of an account page; empty for every other page. */
  formStart(path: ParsedPath, request: FastifyRequest, reply: FastifyReply, hasToken: boolean): FormStart
  /** The security token in an address, and the address without it; null when there is none. */
  readSecurityToken(target: RequestTarget): { readonly token: string; readonly target: RequestTarget } | null
  /** Answer an address with a token in it: sign in if the page requires it, then redirect to the address without the token. */
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
  /** Render the page, and tell whether it requires a sign-in first. */
  readonly needsSignIn: () => Promise<boolean>
}

type FailedPage = Pick<Page, 'id' | 'releases' | 'signal'>
/** Called for failures of parts without which the page is still shown, and of whole pages. */
export interface PageEvents {
  readonly onSlotFailure: (page: FailedPage, slot: PageSlot, error: AppError) => void
  readonly onSiteFailure: (page: FailedPage, error: unknown) => void
  readonly onPageFailure: (page: FailedPage, error: AppError) => void
}
