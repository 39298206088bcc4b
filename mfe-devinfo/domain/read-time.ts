import { dayOf, minuteOf, momentOf } from '@tessera/shared/messages'

/** Why what somebody has written is no time at which a release may go live. */
export type TimeProblem = 'missing' | 'malformed' | 'skipped' | 'over' | 'far'

/** Nobody plans a release for longer than a year ahead: it is a slip of the pen. */
const MOST_AHEAD_MS = 366 * 86_400_000

/**
 * Read a date and a time of day on the council's own clock, as a field of `datetime-local` sends them, with a space too.
 * @param now in milliseconds since 1970
 * @returns the moment, ISO 8601 in UTC; of an hour that the clock shows twice the second one
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

/** Whether it is one of the calendar: there is no 30th of February. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
