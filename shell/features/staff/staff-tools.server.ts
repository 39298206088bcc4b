import { toAppError, type AppError, type SiteInspection } from '@tessera/shared/contract'
import { isStaffMember } from '../../page/access.ts'
import type { LiveReleases, ReleaseSnapshot } from '../../releases/live-releases.server.ts'
import type { Session } from '../identity/session.ts'
import { readPin, type Pin } from './candidate-cookie.server.ts'
import { inspectPage, type InspectablePage, type InspectableRequest } from './inspect-page.server.ts'
import { inspectSite, type InspectionSources } from './inspect-site.server.ts'
import { createLastPages } from './inspect-page.server.ts'

/** What a request sees of the releases, and the candidate among them. */
export interface VisibleReleases {
  readonly releases: ReleaseSnapshot
  readonly pinned: Pin | null
}

/** What staff can do that no other visitor can: see what is running, and try a release before it is live. */
export interface StaffTools {
  isStaff(session: Session | null): boolean
  /** The live releases, with the candidate in its place that a member of staff tries. Never throws: one that fails is not shown. */
  releasesFor(session: Session | null, cookies: string | undefined): Promise<VisibleReleases>
  /** What is running, for the version page; undefined for everybody but staff. */
  inspectFor(page: {
    readonly session: Session | null
    readonly pinned: Pin | null
  }): (() => SiteInspection) | undefined
  /** Keep what a page was made of, if a member of staff saw it. */
  record(
    composed: InspectablePage,
    page: InspectableRequest & { readonly session: Session | null },
    failures: ReadonlyMap<string, AppError>,
  ): void
}

/** The version page is about the page before it. */
const OWN_REMOTE = 'mfe-devinfo'

interface Options extends InspectionSources {
  readonly onCandidateRefused: (pin: Pin, error: AppError) => void
}

/** The tools of a site's staff. */
export function createStaffTools(options: Options): StaffTools {
  const releases: LiveReleases = options.releases
  const lastPages = createLastPages()
  const isStaff = (session: Session | null): session is Session =>
    isStaffMember(session?.user ?? null, options.config.staffGroups)
  return {
    isStaff,
    async releasesFor(session, cookies) {
      const pin = isStaff(session) ? readPin(cookies) : null
      if (!pin) return { releases: releases.snapshot(), pinned: null }
      try {
        return { releases: await releases.withCandidate(pin.app, pin.version), pinned: pin }
      } catch (thrown) {
        options.onCandidateRefused(pin, toAppError(thrown))
        return { releases: releases.snapshot(), pinned: null }
      }
    },
    inspectFor({ session, pinned }) {
      if (!isStaff(session)) return undefined
      return () => inspectSite(options, { lastPage: lastPages.of(session.id), pinned })
    },
    record(composed, page, failures) {
      if (!isStaff(page.session)) return
      if (composed.slots.some(({ slot }) => slot.id === 'main' && slot.remote === OWN_REMOTE)) return
      lastPages.record(page.session.id, inspectPage(composed, page, failures))
    },
  }
}
