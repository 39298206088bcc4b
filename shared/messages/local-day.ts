import { dateFormat } from './date-formats.ts'

/** A day in the council's time zone, e.g. `2026-11-24`. Sorting the texts sorts the days. */
export type Day = string

const DAY_MS = 86_400_000
const DAYS = /* @__PURE__ */ dateFormat('en-CA')
const CLOCK = /* @__PURE__ */ dateFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** The day of a time (milliseconds since 1970) in the council's time zone. */
export const dayOf = (moment: number): Day => DAYS.format(moment)

/** The time of day in the council's time zone, as minutes of the clock since midnight. */
export function minuteOf(moment: number): number {
  const [hours = 0, minutes = 0] = CLOCK.format(moment).split(':').map(Number)
  return 60 * hours + minutes
}

/** A day some days later. Calculated in UTC, where no day is an hour shorter or longer. */
export const addDays = (day: Day, days: number): Day =>
  new Date(noonOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Number of days from the first day to the second; negative where the second is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((noonOf(to) - noonOf(from)) / DAY_MS)

/** Day of the week, 0 for Monday. */
export const weekdayOf = (day: Day): number => (new Date(noonOf(day)).getUTCDay() + 6) % 7

/** Milliseconds since 1970 for a day and minutes since midnight in the council's time zone, whose clock never changes at midnight. */
export function momentOf(day: Day, minutes = 0): number {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000
  const shown = minuteOf(asIfUtc) + daysBetween(day, dayOf(asIfUtc)) * 1_440
  return asIfUtc - (shown - minutes) * 60_000
}

const noonOf = (day: Day): number => Date.parse(`${day}T12:00:00Z`)
