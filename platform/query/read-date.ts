import { readInstant } from '../domain/instant.ts'

/** A date of a query in milliseconds: ISO text, `now()`, `startOfDay(-1w)` and the like, or a period like `-1d`. Null when it is none. */
export function readDate(value: string | number | boolean, now: number): number | null {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return null
  const text = value.trim()
  return readFunction(text, now) ?? (PERIOD.test(text) ? shift(now, text, 'all') : readInstant(text))
}

const PERIOD = /^[+-]?\s*(\d{1,6}[yMwdhm])(\s+\d{1,6}[yMwdhm])*$/
const CALL = /^(now|(?:startOf|endOf)(?:Day|Week|Month|Year))\(\s*([^()]*?)\s*\)$/i
const OWN_UNIT: Readonly<Record<string, string>> = { now: 'd', day: 'd', week: 'w', month: 'M', year: 'y' }

function readFunction(text: string, now: number): number | null {
  const match = CALL.exec(text)
  const name = match?.[1]?.toLowerCase()
  if (match === null || name === undefined) return null
  const span = name.replace(/^(startof|endof)/, '')
  const period = /^[+-]?\d{1,6}$/.test(match[2] ?? '') ? `${match[2]}${OWN_UNIT[span]}` : (match[2] ?? '')
  if (period !== '' && !PERIOD.test(period)) return null
  if (name === 'now') return shift(now, period, 'all')
  // Days and longer are added before rounding, hours and minutes after it: startOfDay(7h) is seven o'clock. Source: protocol 1.14.
  return shift(snap(shift(now, period, 'days'), span, name.startsWith('end')), period, 'hours')
}

function shift(time: number, period: string, part: 'all' | 'days' | 'hours'): number {
  const sign = period.trim().startsWith('-') ? -1 : 1
  const date = new Date(time)
  for (const [, count, unit] of period.matchAll(/(\d+)([yMwdhm])/g)) {
    const isHours = unit === 'h' || unit === 'm'
    if ((part === 'days' && isHours) || (part === 'hours' && !isHours)) continue
    const amount = sign * Number(count)
    if (unit === 'y') addMonths(date, amount * 12)
    else if (unit === 'M') addMonths(date, amount)
    else if (unit === 'w') date.setUTCDate(date.getUTCDate() + amount * 7)
    else if (unit === 'd') date.setUTCDate(date.getUTCDate() + amount)
    else date.setTime(date.getTime() + amount * (unit === 'h' ? 3_600_000 : 60_000))
  }
  return date.getTime()
}

function addMonths(date: Date, months: number): void {
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
}

function snap(time: number, span: string, end: boolean): number {
  const date = new Date(time)
  date.setUTCHours(0, 0, 0, 0)
  if (span === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (span === 'month' || span === 'year') date.setUTCDate(1)
  if (span === 'year') date.setUTCMonth(0)
  if (!end) return date.getTime()
  if (span === 'day') date.setUTCDate(date.getUTCDate() + 1)
  else if (span === 'week') date.setUTCDate(date.getUTCDate() + 7)
  else if (span === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCFullYear(date.getUTCFullYear() + 1)
  return date.getTime() - 1
}
