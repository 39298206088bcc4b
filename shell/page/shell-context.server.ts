import type { AppError, ContentClient, PageSlot, VersionState } from '@tessera/shared/contract'
import type { VersionStatus } from '@tessera/shared/content'
import type { SiteConfig } from '@tessera/shared/config'
import type { PathPlace } from '../http/path-language.ts'
import type { RequestTarget } from '../http/request-target.ts'
import type { LiveReleases, ReleaseSnapshot } from '../releases/live-releases.server.ts'
import type { PreviewMode, Previews } from '../features/preview/previews.server.ts'
import type { Pin } from '../features/staff/candidate-cookie.server.ts'
import type { StaffTools } from '../features/staff/staff-tools.server.ts'
import type { ProxyLimits } from '../features/proxy/upstream.server.ts'
import type { Session, Sessions } from '../features/identity/session.ts'
import type { SignInProblem } from '../features/identity/security-token.server.ts'
import type { LastMenus } from './navigation-trees.server.ts'
import type { Redirects } from '../features/site/redirects.server.ts'
import type { SiteBasics } from '../features/site/options.ts'
import type { SitemapSize } from '../features/site/sitemap-writer.server.ts'
import type { KnownTypes } from './route.ts'
import type { FrameContact, FrameLink } from '../document/frame.ts'
import type { FileRules } from '../document/assets.server.ts'
import type { CallRecord } from './call-record.ts'
import type { MappedEntries } from './map-entry.server.ts'
import type { SiteTrees } from './navigation-trees.server.ts'

/** What one request carries from its first step to its last. Nothing later reads the raw request. */
export interface PageRequest {
  readonly id: string
  readonly target: RequestTarget
  /** What its path says by itself: language, and the entry that is previewed. */
  readonly place: PathPlace
  readonly hostname: string
  readonly versionStatus: VersionStatus
  /** Set for an answer that shows more than every visitor sees, or may: it is kept nowhere. */
  readonly preview: PreviewMode | null
  /** Who asks; null for a visitor who has not signed in. */
  readonly session: Session | null
  /** Why somebody who came with a security token could not be signed in; for the sign-in page. */
  readonly signInProblem?: SignInProblem
  /** Harmless values of an account form that was refused, by field; absent when there was none. */
  readonly posted?: Readonly<Record<string, string>>
  readonly client: ContentClient
  /**
   * The same in the visitor's own name, for what the platform gives only to them; null without a session. Its answers are
   * never kept or shared, so a page made from one is private. Source: reference security 1.3.
   */
  readonly memberClient: ContentClient | null
  readonly calls: CallRecord
  /** Ends when the visitor is gone or the request has taken too long. */
  readonly signal: AbortSignal
  /** The releases that were live when the request began. */
  readonly releases: ReleaseSnapshot
  /** The candidate among them that a member of staff tries. */
  readonly pinned: Pin | null
}

/** What the frame says about the people behind the site. */
export interface SiteChrome {
  readonly contact?: FrameContact
  readonly footerLinks: Readonly<Record<string, readonly FrameLink[]>>
}

/** What the shell knows as a whole; made once, handed down. */
export interface ShellContext {
  readonly config: SiteConfig
  readonly site: SiteChrome
  /** Feeds, redirects and the like, as far as the site has them. */
  readonly basics: SiteBasics
  /** Authors' redirects; null for a site without. */
  readonly redirects: Redirects | null
  readonly lastMenus: LastMenus
  readonly proxyLimits: ProxyLimits
  /** Where sitemaps are kept, and how large one file of them gets. */
  readonly sitemaps: { readonly folder: string; readonly size?: SitemapSize }
  readonly build: Pick<VersionState, 'commitRef' | 'buildNo'>
  readonly releases: LiveReleases
  readonly files: FileRules
  readonly sessions: Sessions
  readonly staff: StaffTools
  readonly knownTypes: KnownTypes
  readonly mapped: MappedEntries
  readonly trees: SiteTrees
  readonly sanitise: (html: string) => string
  /** Which version of content a request may see. */
  readonly previews: Previews
  /** The longest that the data of one slot may take. */
  readonly slotDeadlineMs: number
  readonly onSlotFailure: (request: PageRequest, slot: PageSlot, error: AppError) => void
  /** Something that a page does without could not be had. */
  readonly onSiteFailure: (request: PageRequest, error: unknown) => void
}
