import { readDate, readDateRange, readSize, type Entry } from '@tessera/shared/content'
import { endOfDate } from '@tessera/shared/messages'
import type { HomeModel } from './page-model.ts'

/** Fields that determine until when an entry is shown: of news, and of events. */
export const SPOTLIGHT_FIELDS = ['publishedDate', 'newsUntil', 'dates'] as const

/** Defaults: number of highlights shown, and days after its publication for which an article is news. */
const MOST_SHOWN = 6
const NEWS_DAYS = 30
const ONE_DAY_MS = 86_400_000

/** The spotlight's settings of a home page. */
export const readSpotlight = (entry: Entry): HomeModel['spotlight'] => ({
  most: Math.trunc(readSize(entry['highlightsShown']) ?? MOST_SHOWN),
  newsDays: readSize(entry['newsDays']) ?? NEWS_DAYS,
})

/**
 * The highlights to show at `now` (milliseconds since 1970): the first `most` of the authors' choice that are not over, in order. An
 * event is over when it has ended, an article after the day that its author gives or `newsDays` days after its publication. Other pages
 * are never over: chosen last, they fill the remaining places. `changesAt`: when the first shown one is over; Infinity for never.
 * Source: docs/decisions/0088.
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
  if (dates) return endOfDate(dates.to ?? dates.from, dates.from)
  const until = readDate(entry['newsUntil'])
  if (until) return endOfDate(until)
  const published = readDate(entry['publishedDate'])
  return published ? Date.parse(published) + newsDays * ONE_DAY_MS : Infinity
}
