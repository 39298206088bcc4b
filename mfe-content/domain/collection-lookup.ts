import { DATA_PATH } from '@tessera/shared/config'
import type { BinDates } from './collection-dates.ts'
import type { StreetLookup } from './street-lookup.ts'

/** Result of a collections look-up: for a single found street, the next dates of each bin and its calendar's URLs. */
export type CollectionLookup = StreetLookup<{
  readonly bins: readonly BinDates[]
  readonly calendar: { readonly download: string; readonly subscribe: string }
}>

/** File name of the calendar in `ServerRemote.files`. */
export const CALENDAR_FILE = 'collections.ics'

/** URLs of a street's calendar: to download the file, and to subscribe to it. */
export function calendarHref(street: string, language: string, origin: string) {
  const download = `${DATA_PATH}/mfe-content/${CALENDAR_FILE}?${new URLSearchParams({ language, street }).toString()}`
  return { download, subscribe: `${origin.replace(/^https?:/, 'webcal:')}${download}` }
}

/** The next day on which any bin is emptied, and which bins; null if there is none. */
export function nextCollection(
  bins: readonly BinDates[],
): { readonly day: string; readonly bins: readonly string[] } | null {
  const first = bins.flatMap(({ bin, dates: [date] }) => (date ? [{ bin, day: date.day }] : []))
  const day = first.map((one) => one.day).toSorted()[0]
  return day === undefined
    ? null
    : { day, bins: first.filter((one) => one.day === day).map(({ bin }) => bin) }
}
