import { CANARY_FAILURES_PATH } from '@tessera/shared/config'
import type { Bus, PageState } from '@tessera/shared/contract'

/** Ending of an error code for a hydration mismatch that React recovered from: the visitor still sees the content. */
const RECOVERED = '-mismatch'

/** While some visitors see another release of a remote: report to the site, once per document, that this page's release has failed. */
export function reportFailures(bus: Pick<Bus, 'on'>, page: () => Pick<PageState, 'canaries'>): void {
  const reported = new Set<string>()
  bus.on('remote.failed', ({ remote, error }) => {
    const version = page().canaries?.[remote]
    if (!version || error.code.endsWith(RECOVERED) || reported.has(remote)) return
    reported.add(remote)
    navigator.sendBeacon(CANARY_FAILURES_PATH, `${remote}@${version}`)
  })
}
