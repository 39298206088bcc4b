import { toAppError, type AppError, type InspectedControl } from '@tessera/shared/contract'
import type { LiveReleases } from '../../releases/live-releases.server.ts'
import type { Visitors } from '../../canaries/visitors.server.ts'
import type { Session } from '../../http/session.ts'
import { isStaffMember, mayRelease } from '../../page/access.ts'
import type { Candidate, PageStaff } from '../../page/page.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import { inspectShells, type ReadShells } from '../../reports/versions.server.ts'
import { readCandidate } from './candidates.server.ts'
import { inspectSite, type InspectionSources } from './inspect-site.server.ts'
import { createLastPages, inspectPage } from './inspect-page.server.ts'

/** Tools only for staff: inspecting the running site, and trying a release before it is live. */
export type StaffTools = PageStaff

/** The remote of the version page, which is never recorded as the last page itself. */
const OWN_REMOTE = 'mfe-devinfo'

/** Pages that show the history of releases, which is not read for other pages. */
const VERSION_PAGES = /\/version(?:\/|$)/

/** The dependencies of the staff tools. */
export interface StaffToolsOptions extends InspectionSources {
  /** State that the processes of the site share. */
  readonly store: Pick<SharedStore, 'get' | 'set'>
  readonly readShells: ReadShells
  /** The releases that a visitor sees, if no candidate is being tried. */
  readonly releasesOf: Visitors['releasesOf']
  /** Reads the current release document and its history, for a user who may or may not change live releases. */
  readonly readControl: (mayAct: boolean) => Promise<InspectedControl>
  readonly onControlError: (error: unknown) => void
  readonly onCandidateRefused: (candidate: Candidate, error: AppError) => void
}

/** The tools of a site's staff. */
export function createStaffTools(options: StaffToolsOptions): StaffTools {
  const releases: LiveReleases = options.releases
  const lastPages = createLastPages(options.store)
  const isStaff = (session: Session | null): session is Session =>
    isStaffMember(session?.user ?? null, options.config.staffGroups)
  /** Undefined on failure: the page shows everything else without it. */
  const readControl = (session: Session) =>
    options.readControl(mayRelease(session, options.config)).catch((error: unknown) => {
      options.onControlError(error)
      return undefined
    })
  return {
    isStaff,
    async releasesFor(session, request) {
      const candidate = isStaff(session) ? readCandidate(request.headers.cookie, session.user) : null
      if (!candidate) return { releases: options.releasesOf(request), candidate }
      try {
        return { releases: await releases.withCandidate(candidate.app, candidate.version), candidate }
      } catch (thrown) {
        options.onCandidateRefused(candidate, toAppError(thrown))
        return { releases: options.releasesOf(request), candidate: null }
      }
    },
    async inspectFor({ session, candidate, target }) {
      if (!isStaff(session)) return undefined
      const [lastPage, shells, control] = await Promise.all([
        lastPages.of(session.id),
        options.readShells(),
        VERSION_PAGES.test(target.path) ? readControl(session) : undefined,
      ])
      return () =>
        inspectSite(options, {
          lastPage,
          candidate,
          shells: inspectShells(shells),
          ...(control && { control }),
        })
    },
    record(page) {
      if (!isStaff(page.session)) return
      if (page.slots.some(({ slot }) => slot.id === 'main' && slot.remote === OWN_REMOTE)) return
      lastPages.record(page.session.id, inspectPage(page))
    },
  }
}
