import { DATA_PATH } from '@tessera/shared/config'
import type { BinDates } from './collection-dates.ts'
import type { StreetLookup } from './street-lookup.ts'

/** What came of looking for a street's collections: of the one that was found, the next dates of each bin. */
export type CollectionLookup = StreetLookup<{
  readonly bins: readonly BinDates[]
  readonly calendar: { readonly download: string; readonly subscribe: string }
}>

/** The name of the file, in `ServerRemote.files`. */
export const CALENDAR_FILE = 'collections.ics'

/** Where a street's calendar is: to keep as a file, and for a program that follows it. */
export function calendarHref(street: string, language: string, origin: string) {
  const download = `${DATA_PATH}/mfe-content/${CALENDAR_FILE}?${new URLSearchParams({ language, street }).toString()}`
  return { download, subscribe: `${origin.replace(/^https?:/, 'webcal:')}${download}` }
}

/** The next day on which anything is collected, and what: the first dates of all bins. */
export function nextCollection(
  bins: readonly BinDates[],
): { readonly day: string; readonly bins: readonly string[] } | null {
  const first = bins.flatMap(({ bin, dates: [date] }) => (date ? [{ bin, day: date.day }] : []))
  const day = first.map((one) => one.day).toSorted()[0]
  return day === undefined
    ? null
    : { day, bins: first.filter((one) => one.day === day).map(({ bin }) => bin) }
}
