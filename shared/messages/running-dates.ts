import type { DateRange, RunningDates } from '../content/index.ts'
import { addDays, dayOf, daysBetween, minuteOf, momentOf } from './local-day.ts'

const isoOf = (moment: number): string => new Date(moment).toISOString()

/** A range and its state at `now`, in milliseconds since 1970. `changesAt`: when the state changes next; Infinity for never. */
export function runningDates(
  dates: DateRange,
  now: number,
): { readonly dates: RunningDates; readonly changesAt: number } {
  const begin = beginOf(dates.from)
  const end = endOfDate(dates.to ?? dates.from, dates.from)
  if (now < begin) return { dates, changesAt: begin }
  if (now >= end) return { dates, changesAt: Infinity }
  const session = dates.everyWeeks ? sessionAt(dates, dates.everyWeeks, now) : null
  return session
    ? { dates: { ...dates, isOn: true, next: isoOf(session.begin) }, changesAt: session.end }
    : { dates: { ...dates, isOn: true }, changesAt: end }
}

/**
 * The first session that is not over, at the weekday and times of day of the first one: it ends on the next day where it ends at midnight
 * or earlier than it begins. Null where the range ends before it.
 */
function sessionAt(
  { from, to = from }: DateRange,
  everyWeeks: number,
  now: number,
): { readonly begin: number; readonly end: number } | null {
  const first = dayOf(beginOf(from))
  const last = endOfDate(to, from)
  const [opens, closes] = [minuteOf(beginOf(from)), minuteOf(last)]
  const isOverNight = closes < opens || closes === 0
  const step = 7 * everyWeeks
  const passed = Math.floor(daysBetween(first, dayOf(now)) / step)
  const session = [passed, passed + 1]
    .map((count) => addDays(first, count * step))
    .map((day) => ({
      begin: momentOf(day, opens),
      end: momentOf(addDays(day, Number(isOverNight)), isOverNight ? closes : Math.max(opens + 1, closes)),
    }))
    .find(({ end }) => end > now)
  // A session of a minute begins when the range ends.
  return session && (session.begin < last || session.begin === Date.parse(to)) ? session : null
}

/** Start and end of each session of a range, in milliseconds since 1970; the range itself where it has no sessions. */
export function sessionsOf(dates: DateRange): readonly { readonly begin: number; readonly end: number }[] {
  const { from, to = from, everyWeeks } = dates
  const whole = { begin: beginOf(from), end: endOfDate(to, from) }
  if (!everyWeeks) return [whole]
  const sessions: { readonly begin: number; readonly end: number }[] = []
  for (let at = whole.begin; at < whole.end;) {
    const session = sessionAt(dates, everyWeeks, at)
    if (!session) break
    sessions.push(session)
    at = session.end
  }
  return sessions
}

/** Beginning of a date in milliseconds: that of the day where it has no time. */
const beginOf = (iso: string): number => (iso.includes('T') ? Date.parse(iso) : momentOf(iso))

/** End of a date in milliseconds: a day lasts until its end. Midnight is a whole day too, unless the range begins at another time. */
export function endOfDate(iso: string, from = iso): number {
  if (!iso.includes('T')) return momentOf(addDays(iso, 1))
  const moment = Date.parse(iso)
  const isDay = minuteOf(moment) === 0 && minuteOf(beginOf(from)) === 0
  return isDay ? momentOf(addDays(dayOf(moment), 1)) : moment
}
