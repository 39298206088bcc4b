import { readDate, readDateRange, readSize, type Entry } from '@tessera/shared/content'
import { addDays, momentOf } from '@tessera/shared/messages'
import type { HomeModel } from './page-model.ts'

/** Fields that say until when an entry is worth a place: those of news, and of events. */
export const SPOTLIGHT_FIELDS = ['publishedDate', 'newsUntil', 'dates'] as const

/** Where the home page does not say how many of its highlights are shown, and how many days after it came out an article is news. */
const MOST_SHOWN = 6
const NEWS_DAYS = 30
const ONE_DAY_MS = 86_400_000

/** What the home page says of its spotlight. */
export const readSpotlight = (entry: Entry): HomeModel['spotlight'] => ({
  most: Math.trunc(readSize(entry['highlightsShown']) ?? MOST_SHOWN),
  newsDays: readSize(entry['newsDays']) ?? NEWS_DAYS,
})

/**
 * What stands in the spotlight at a moment (milliseconds since 1970): the first of what authors have chosen that is not over, in their order. An event is
 * over when it has ended, an article on the day that its author names or so many days after it came out; other pages never are: chosen last, they
 * fill what the others leave. `changesAt` is when the first of those shown is over; Infinity for never. Source: docs/decisions/0088.
 */
export function spotlightAt(
  chosen: readonly Entry[],
  { most, newsDays }: HomeModel['spotlight'],
  now: number,
): { readonly shown: readonly Entry[]; readonly changesAt: number } {
  const shown = chosen.filter((entry) => overAt(entry, newsDays) > now).slice(0, most)
  return { shown, changesAt: Math.min(Infinity, ...shown.map((entry) => overAt(entry, newsDays))) }
}

function overAt(entry: Entry, newsDays: number): number {
  const dates = readDateRange(entry['dates'])
  if (dates) return endOf(dates.to ?? dates.from)
  const until = readDate(entry['newsUntil'])
  if (until) return endOf(until)
  const published = readDate(entry['publishedDate'])
  return published ? Date.parse(published) + newsDays * ONE_DAY_MS : Infinity
}

/** A day without a time lasts until it is over. */
const endOf = (iso: string): number => (iso.includes('T') ? Date.parse(iso) : momentOf(addDays(iso, 1)))
