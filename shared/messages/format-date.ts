import type { DateFormats } from './date-formats.ts'
import { dayOf, minuteOf } from './local-day.ts'
import type { DateRange } from '../content/index.ts'

/** Minutes since midnight at 23:59, which stands for the end of a whole day. */
const LAST_MINUTE = 1_439

/** A date for HTML's <time>: machine-readable and as text. */
export interface TimeText {
  readonly iso: string
  readonly text: string
}

/** "14 March 2026". */
export const formatDate = (iso: string, dates: Pick<DateFormats, 'day'>): string =>
  dates.day.format(instant(iso))

/** "March 2026". */
export const formatMonth = (iso: string, dates: DateFormats): string => dates.month.format(instant(iso))

/** "Saturday 14 March 2026, 10am"; without a time when it begins at midnight, which stands for the whole day. */
export function formatMoment(iso: string, dates: DateFormats): string {
  const day = dates.weekday.format(instant(iso)).replace(/^(\D+?), /, '$1 ')
  return isWholeDay(iso) ? day : `${day}${dates.comma}${formatTime(iso, dates)}`
}

/** "Saturday", for a time in milliseconds since 1970 whose date is known from the context. */
export const formatWeekday = (moment: number, dates: Pick<DateFormats, 'weekday'>): string =>
  dates.weekday.formatToParts(new Date(moment)).find(({ type }) => type === 'weekday')?.value ?? ''

/**
 * Start and end of a range as texts. Within one day the end is only a time, and null where the range is a whole day. `brief` leaves
 * out the times of ranges over several days, where they are only those of the first and last session.
 */
export function describeRange(
  { from, to }: DateRange,
  dates: DateFormats,
  brief = false,
): { readonly from: TimeText; readonly to: TimeText | null } {
  const start = { iso: from, text: formatMoment(from, dates) }
  if (!to) return { from: start, to: null }
  if (localDay(from) !== localDay(to)) {
    return {
      from: { iso: from, text: brief ? withoutShared(from, to, dates) : formatMoment(from, dates) },
      to: { iso: to, text: brief ? formatDate(to, dates) : formatMoment(to, dates) },
    }
  }
  return {
    from: start,
    to: isWholeDay(from) || isEndOfDay(to) ? null : { iso: to, text: formatTime(to, dates) },
  }
}

/** The first day of a range without the month and year that it shares with the last: "3" to 5 December 2026. Only if the day is first. */
function withoutShared(from: string, to: string, { day }: DateFormats): string {
  const [parts, last] = [from, to].map((iso) => day.formatToParts(instant(iso)))
  const differs = (type: string): boolean => valueOf(parts, type) !== valueOf(last, type)
  const end = differs('year') ? undefined : differs('month') ? 'year' : 'month'
  const at = parts?.[0]?.type === 'day' ? parts.findIndex(({ type }) => type === end) : -1
  if (!parts || at < 0) return formatDate(from, { day })
  return parts
    .slice(0, at)
    .map(({ value }) => value)
    .join('')
    .trim()
}

const valueOf = (parts: readonly Intl.DateTimeFormatPart[] = [], type: string): string =>
  parts.find((part) => part.type === type)?.value ?? ''

/** Day number and short month of a date, for a calendar leaf: "14", "Mar". */
export function calendarLeaf(
  iso: string,
  dates: DateFormats,
): { readonly day: string; readonly month: string } {
  const parts = dates.leaf.formatToParts(instant(iso))
  return { day: valueOf(parts, 'day'), month: valueOf(parts, 'month') }
}

/** The time of day in the council's time zone: "10am". */
const formatTime = (iso: string, dates: DateFormats): string => dates.time.format(instant(iso))

const isWholeDay = (iso: string): boolean => /^\d{4}-\d\d-\d\d$/.test(iso) || clockMinute(iso) === 0
const isEndOfDay = (iso: string): boolean => clockMinute(iso) === LAST_MINUTE
const clockMinute = (iso: string): number => minuteOf(instant(iso).getTime())
const localDay = (iso: string): string => dayOf(instant(iso).getTime())

/** A date without a time is read as noon UTC, so that it is the same day in all nearby time zones. */
const instant = (iso: string): Date => new Date(/^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso}T12:00:00Z` : iso)
