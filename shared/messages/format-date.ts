import type { DateFormats } from './date-formats.ts'
import { dayOf, minuteOf } from './local-day.ts'
import type { DateRange } from '../content/index.ts'

/** Minutes since midnight at 23:59, which ends a whole day. */
const LAST_MINUTE = 1_439

/** A moment as HTML's time element wants it: for machines, and for people. */
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

/** "Saturday", of a moment in milliseconds since 1970, where the date goes without saying. */
export const formatWeekday = (moment: number, dates: Pick<DateFormats, 'weekday'>): string =>
  dates.weekday.formatToParts(new Date(moment)).find(({ type }) => type === 'weekday')?.value ?? ''

/**
 * A range in two parts; on one day the second is a time alone, and absent where only the day is known. `brief` leaves the times
 * out of ranges over several days, where they say when a first session begins and a last one ends.
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

/** The first day of a range without the month and the year that its last day says: "3" to 5 December 2026. Whole where a language puts its day elsewhere. */
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

/** The time of day, "10am", on the council's clock. */
const formatTime = (iso: string, dates: DateFormats): string => dates.time.format(instant(iso))

const isWholeDay = (iso: string): boolean => /^\d{4}-\d\d-\d\d$/.test(iso) || clockMinute(iso) === 0
const isEndOfDay = (iso: string): boolean => clockMinute(iso) === LAST_MINUTE
const clockMinute = (iso: string): number => minuteOf(instant(iso).getTime())
const localDay = (iso: string): string => dayOf(instant(iso).getTime())

/** A date without a time is that day everywhere; noon keeps every zone within reach on the same day. */
const instant = (iso: string): Date => new Date(/^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso}T12:00:00Z` : iso)
