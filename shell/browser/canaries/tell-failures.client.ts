import { CANARY_FAILURES_PATH } from '@tessera/shared/config'
import type { Bus, PageState } from '@tessera/shared/contract'

/** End of a code: React has mended a difference, and the visitor sees what the server sent. */
const MENDED = '-mismatch'

/** While some visitors see another release of a remote: tell the site, once in a document, that the one of this page has failed. */
export function tellFailures(bus: Pick<Bus, 'on'>, page: () => Pick<PageState, 'canaries'>): void {
  const told = new Set<string>()
  bus.on('remote.failed', ({ remote, error }) => {
    const version = page().canaries?.[remote]
    if (!version || error.code.endsWith(MENDED) || told.has(remote)) return
    told.add(remote)
    navigator.sendBeacon(CANARY_FAILURES_PATH, `${remote}@${version}`)
  })
}
