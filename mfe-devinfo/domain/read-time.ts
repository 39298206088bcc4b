import { dayOf, minuteOf, momentOf } from '@tessera/shared/messages'

/** Why a release cannot be scheduled for an entered time. */
export type TimeProblem = 'missing' | 'malformed' | 'skipped' | 'over' | 'far'

/** Releases cannot be scheduled more than a year ahead, since such a time is most likely a typing error. */
const MOST_AHEAD_MS = 366 * 86_400_000

/**
 * Read a local date and time in the council's time zone, in the format of a `datetime-local` field; a space instead of `T` is accepted.
 * @param now in milliseconds since 1970
 * @returns the time, ISO 8601 in UTC; for an hour that occurs twice, when summer time ends, the second one
 */
export function readTime(text: string, now: number): { readonly at: string } | TimeProblem {
  const written = text.trim()
  if (written === '') return 'missing'
  const [, day = '', hours = '', minutes = ''] =
    /^(\d{4}-\d\d-\d\d)[T ](\d\d):(\d\d)(?::00(?:\.0+)?)?$/.exec(written) ?? []
  const minute = 60 * Number(hours) + Number(minutes)
  if (!isDay(day) || Number(hours) > 23 || Number(minutes) > 59) return 'malformed'
  const moment = momentOf(day, minute)
  if (dayOf(moment) !== day || minuteOf(moment) !== minute) return 'skipped'
  if (moment <= now) return 'over'
  return moment - now > MOST_AHEAD_MS ? 'far' : { at: new Date(moment).toISOString() }
}

/** Whether a day exists in the calendar, unlike 30 February. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
