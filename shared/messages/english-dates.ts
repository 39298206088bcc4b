import { dateFormatsOf, type DateFormats } from './date-formats.ts'
import { halfDayTime } from './half-day-time.ts'

/** How English writes dates in Britain. */
export const englishDateFormats = (): DateFormats =>
  dateFormatsOf('en-GB', { time: halfDayTime('midday', 'midnight') })
