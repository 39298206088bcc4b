import type { TimeFormat } from './date-formats.ts'
import { minuteOf } from './local-day.ts'

const HOUR = 60
const NOON = 12

/**
 * The English and Welsh format of times of day, in the council's time zone: "10am", "7.30pm", as authors write them, and words for
 * noon and midnight, since "12am" and "12pm" are ambiguous.
 */
export const twelveHourTime = (midday: string, midnight: string): TimeFormat => ({
  format(at) {
    const minutes = minuteOf(at)
    if (minutes === 0) return midnight
    if (minutes === NOON * HOUR) return midday
    const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR]
    const past = rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`
    return `${hours % NOON || NOON}${past}${hours < NOON ? 'am' : 'pm'}`
  },
})
