export { chooseLanguage } from '../content/index.ts'
export { chooseCatalogue } from './choose-catalogue.ts'
export type { Catalogues } from './choose-catalogue.ts'
export { formatsOf, plainFormatsOf } from './formats-of.ts'
export type { Formats, PluralForms } from './formats-of.ts'
export { dateFormat, dateFormatsOf, LONG_DAY, TIME_ZONE } from './date-formats.ts'
export type { DateFormats } from './date-formats.ts'
export { englishDateFormats } from './english-dates.ts'
export { welshDateFormat, welshDateFormats } from './welsh-dates.ts'
export { addDays, dayOf, daysBetween, minuteOf, momentOf, weekdayOf } from './local-day.ts'
export type { Day } from './local-day.ts'
export { endOfDate, runningDates, sessionsOf } from './running-dates.ts'
export {
  calendarLeaf,
  describeRange,
  formatDate,
  formatMoment,
  formatMonth,
  formatWeekday,
  lastDay,
} from './format-date.ts'
