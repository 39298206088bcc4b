import type { DateRange, RunningDates } from '../content/index.ts'
import { addDays, dayOf, daysBetween, minuteOf, momentOf } from './local-day.ts'

const isoOf = (moment: number): string => new Date(moment).toISOString()

/** A range and its state at `now`, in milliseconds since 1970. `changesAt`: when the state changes next; Infinity for never. */
export function runningDates(
  dates: DateRange,
  now: number,
): { readonly dates: RunningDates; readonly changesAt: number } {
  const begin = Date.parse(dates.from)
  const end = endOfDate(dates.to ?? dates.from, dates.from)
  if (now < begin) return { dates, changesAt: begin }
  if (now >= end) return { dates, changesAt: Infinity }
  const session = dates.everyWeeks ? sessionAt(dates, dates.everyWeeks, now) : null
  return session
    ? { dates: { ...dates, isOn: true, next: isoOf(session.begin) }, changesAt: session.end }
    : { dates: { ...dates, isOn: true }, changesAt: end }
}

/** The first session that is not over, at the weekday and time of day of the first one. Null where the range ends before it. */
function sessionAt(
  { from, to = from }: DateRange,
  everyWeeks: number,
  now: number,
): { readonly begin: number; readonly end: number } | null {
  const [first, opens, closes] = [
    dayOf(Date.parse(from)),
    minuteOf(Date.parse(from)),
    minuteOf(Date.parse(to)),
  ]
  const step = 7 * everyWeeks
  const passed = Math.floor(daysBetween(first, dayOf(now)) / step)
  const day = [passed, passed + 1]
    .map((count) => addDays(first, count * step))
    .find((one) => momentOf(one, Math.max(opens + 1, closes)) > now)
  if (day === undefined || momentOf(day, opens) > Date.parse(to)) return null
  return { begin: momentOf(day, opens), end: momentOf(day, Math.max(opens + 1, closes)) }
}

/** Start and end of each session of a range, in milliseconds since 1970; the range itself where it has no sessions. */
export function sessionsOf(dates: DateRange): readonly { readonly begin: number; readonly end: number }[] {
  const { from, to = from, everyWeeks } = dates
  const whole = { begin: Date.parse(from), end: endOfDate(to, from) }
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

/** End of a date in milliseconds: a day lasts until its end. Midnight is a whole day too, unless the range begins at another time. */
export function endOfDate(iso: string, from = iso): number {
  if (!iso.includes('T')) return momentOf(addDays(iso, 1))
  const moment = Date.parse(iso)
  const isDay = minuteOf(moment) === 0 && minuteOf(Date.parse(from)) === 0
  return isDay ? momentOf(addDays(dayOf(moment), 1)) : moment
}
