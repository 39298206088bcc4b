import type { DateFormats } from './date-formats.ts'
import { dayOf, minuteOf } from './local-day.ts'
import type { DateRange } from '../content/index.ts'

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
  dates.weekday.formatToParts(moment).find(({ type }) => type === 'weekday')?.value ?? ''

/** The last day of a range: an end at midnight belongs to the day before, unless the range is of whole days. Other ends are as they are. */
export const lastDay = ({ from, to = from }: DateRange): string =>
  isWholeDay(to) && !isWholeDay(from) ? dayOf(instant(to) - 1) : to

/**
 * Start and end of a range as texts. Within one day the end is only a time, and null where it says nothing more: whole days,
 * the same moment, a date without a time. `brief` leaves out the times of ranges over several days, where they are only those of the first
 * and last session.
 */
export function describeRange(
  { from, to = from }: DateRange,
  dates: DateFormats,
  brief = false,
): { readonly from: TimeText; readonly to: TimeText | null } {
  const end = lastDay({ from, to })
  const isShort = brief && localDay(from) !== localDay(end)
  const start = { iso: from, text: isShort ? withoutShared(from, end, dates) : formatMoment(from, dates) }
  if (localDay(from) !== localDay(end))
    return { from: start, to: { iso: to, text: brief ? formatDate(end, dates) : formatMoment(end, dates) } }
  const hasTime = to !== from && !isWholeDay(from) && !isDay(to)
  return { from: start, to: hasTime ? { iso: to, text: formatTime(to, dates) } : null }
}

/** The first day of a range without the words at its end that it shares with the last: "3" to 5 December 2026. Only if the day is first. */
function withoutShared(from: string, to: string, dates: DateFormats): string {
  const both = `${formatDate(from, dates)}\n${formatDate(to, dates)}`
  return both.replace(/^(\d\d?\b.*?)( .*|)\n.*\2$|\n.*/, '$1')
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

const isDay = (iso: string): boolean => /-\d\d$/.test(iso)
const isWholeDay = (iso: string): boolean => isDay(iso) || minuteOf(instant(iso)) === 0
const localDay = (iso: string): string => dayOf(instant(iso))

/** A date without a time is read as noon UTC, so that it is the same day in all nearby time zones. */
const instant = (iso: string): number => new Date(isDay(iso) ? `${iso}T12:00:00Z` : iso).getTime()
