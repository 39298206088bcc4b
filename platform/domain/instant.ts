const ISO =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i

/**
 * A date of content or of a query in milliseconds since 1970; null when it is none, or one that no calendar has. Dates without a zone
 * are UTC, wherever the server runs; a date without a time is its midnight. Source: protocol 1.12.
 */
export function readInstant(text: string): number | null {
  const match = ISO.exec(text)
  if (match === null) return null
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match
  const date = new Date(0)
  // `Date.UTC` takes the years 0 to 99 for those of the twentieth century.
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return null
  if (
    Number(`${hour}${minute}${second.padStart(2, '0')}`) > 240_000 ||
    Number(minute) > 59 ||
    Number(second) > 59
  )
    return null
  const millis = Number(fraction.padEnd(3, '0').slice(0, 3))
  return date.setUTCHours(Number(hour), Number(minute), Number(second), millis) - zoneOffset(zone)
}

function zoneOffset(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  return match === null
    ? 0
    : (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000
}
