import type { TimeFormat } from './date-formats.ts'
import { minuteOf } from './local-day.ts'

const HOUR = 60
const NOON = 12

/**
 * How English and Welsh write a time of day on the council's clock, as authors do in their texts: "10am", "7.30pm", and words for
 * twelve o'clock, which "12am" and "12pm" leave in doubt.
 */
export const halfDayTime = (midday: string, midnight: string): TimeFormat => ({
  format(at) {
    const minutes = minuteOf(at.getTime())
    if (minutes === 0) return midnight
    if (minutes === NOON * HOUR) return midday
    const [hours, rest] = [Math.floor(minutes / HOUR), minutes % HOUR]
    const past = rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`
    return `${hours % NOON || NOON}${past}${hours < NOON ? 'am' : 'pm'}`
  },
})
