import { dateFormat, dateFormatsOf, type DateFormat, type DateFormats } from './date-formats.ts'
import { twelveHourTime } from './twelve-hour-time.ts'

const names = (text: string): readonly string[] => text.split(' ')
const MONTHS = names('Ionawr Chwefror Mawrth Ebrill Mai Mehefin Gorffennaf Awst Medi Hydref Tachwedd Rhagfyr')
const SHORT_MONTHS = names('Ion Chwef Maw Ebr Mai Meh Gorff Awst Medi Hyd Tach Rhag')
const WEEKDAYS = names('Sul Llun Mawrth Mercher Iau Gwener Sadwrn').map((day) => `Dydd ${day}`)

/**
 * A Welsh formatter: the parts of an English date with Welsh names. Chromium has no Welsh date formats, and would use the visitor's
 * own language instead.
 */
export function welshDateFormat(options: Intl.DateTimeFormatOptions): DateFormat {
  const english = dateFormat('en-GB', options)
  const numbers = dateFormat('en-CA')
  const formatToParts: DateFormat['formatToParts'] = (date) => {
    const at = new Date(numbers.format(date))
    const said: Partial<Record<Intl.DateTimeFormatPartTypes, string | undefined>> = {
      month: (options.month === 'short' ? SHORT_MONTHS : MONTHS)[at.getUTCMonth()],
      weekday: WEEKDAYS[at.getUTCDay()],
    }
    return english.formatToParts(date).map((part) => ({ ...part, value: said[part.type] ?? part.value }))
  }
  const format = (date?: number | Date): string =>
    formatToParts(date)
      .map(({ value }) => value)
      .join('')
  return { format, formatToParts }
}

/** Welsh date formats. */
export const welshDateFormats = (): DateFormats =>
  dateFormatsOf('cy', { format: welshDateFormat, time: twelveHourTime('hanner dydd', 'hanner nos') })
