import { dateFormatsOf, type DateFormats } from './date-formats.ts'
import { twelveHourTime } from './twelve-hour-time.ts'

/** British English date formats. */
export const englishDateFormats = (): DateFormats =>
  dateFormatsOf('en-GB', { time: twelveHourTime('midday', 'midnight') })
