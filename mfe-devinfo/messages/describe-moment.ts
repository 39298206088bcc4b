import type { DateFormats } from '@tessera/shared/messages'

/** "Tuesday 1 December 2026, 6am" in the council's time zone; always with a time, even at midnight. */
export function describeMoment(iso: string, { weekday, comma, time }: DateFormats): string {
  const at = new Date(iso).getTime()
  return `${weekday.format(at).replace(/^(\D+?), /, '$1 ')}${comma}${time.format(at)}`
}
