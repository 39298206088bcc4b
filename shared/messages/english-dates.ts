import { dateFormatsOf, type DateFormats } from './date-formats.ts'
import { halfDayTime } from './half-day-time.ts'

/** British English date formats. */
export const englishDateFormats = (): DateFormats =>
  dateFormatsOf('en-GB', { time: halfDayTime('midday', 'midnight') })
