const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The time between two ISO 8601 instants in its two largest units, e.g. `3 d 4 h`; never negative. */
export function formatDuration(since: string, until: string): string {
  const ms = Math.max(0, Date.parse(until) - Date.parse(since))
  const days = Math.floor(ms / DAY_MS)
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS)
  const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
  if (days > 0) return `${days} d ${hours} h`
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`
}
