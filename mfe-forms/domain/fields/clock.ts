import { partOf } from '../field-value.ts'
import type { Field, FieldValue } from '../form-definition.ts'

const HOURS_OF_DAY = /^(?:[01]?\d|2[0-3])$/

/** 0 to 23, with a leading zero or without. */
export const isHoursOfDay = (text: string): boolean => HOURS_OF_DAY.test(text)

/** Whether a time has a 12-hour clock, with a part for AM or PM; without that part its hours are 0 to 23. */
export const hasPeriod = ({ parts }: Field): boolean => parts?.some(({ name }) => name === 'period') !== false

/** Parts of a time such as "21:05", as the Forms API writes it; null if it is no time. Hours that no day has are kept as they are. */
export function readClock(field: Field, text: string): FieldValue | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})/.exec(text) ?? []
  if (hours === '') return null
  if (!hasPeriod(field) || !isHoursOfDay(hours)) return { hours, minutes }
  return { hours: String(Number(hours) % 12 || 12), minutes, period: Number(hours) < 12 ? 'AM' : 'PM' }
}

/** Whether a time is given at least in part. */
export const isBegun = (value: FieldValue | undefined): boolean =>
  partOf(value, 'hours') !== '' || partOf(value, 'minutes') !== ''
