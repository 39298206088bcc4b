import type { LiveReleases } from '../releases/live-releases.server.ts'

/** How often a shell looks for a new release document. */
export const RELEASE_POLL_MS = 500

/** Look for new releases now and then, one look at a time; the answer stops it. */
export function pollReleases(releases: LiveReleases, everyMs: number): () => void {
  let timer: NodeJS.Timeout
  const again = () => {
    timer = setTimeout(() => void releases.refresh().finally(again), everyMs)
    timer.unref()
  }
  again()
  return () => clearTimeout(timer)
}
