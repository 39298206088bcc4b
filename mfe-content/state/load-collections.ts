import type { DataRequest, LoadRequest, LoadResult } from '@tessera/shared/contract'
import { binDates, readChange, readCollections, type CollectionChange } from '../domain/collection-dates.ts'
import { calendarHref, type CollectionLookup } from '../domain/collection-lookup.ts'
import { addDays, dayOf, momentOf, type Day } from '@tessera/shared/messages'
import type { ContentMessages } from '../messages/index.ts'
import { collectionsLoaded } from './content.slice.ts'
import { announceChoices, lookupOf, searchStreets, type FoundStreet } from './search-streets.ts'

/** Most changes that are loaded: enough for the next two years and more. */
const MOST_CHANGES = 50
/** Dates shown per bin, and a period in days that has as many for every bin that is emptied at all. */
const DATES_SHOWN = 3
const DAYS_SHOWN = 190

type Request = Pick<DataRequest, 'client' | 'language'>

/**
 * The next collections for a street: for the one whose id is the query parameter `street`, or for those that match the visitor's input
 * in `address`. Streets and bank holiday changes are loaded in parallel.
 */
export async function loadCollections(request: LoadRequest<ContentMessages>): Promise<LoadResult> {
  const { query, signal, messages, origin, language } = request
  const asked = (query['address'] ?? '').trim()
  const now = Date.now()
  try {
    const found = await findStreets(query['street'] ?? null, asked, dayOf(now), request)
    if (!found) return {}
    const { streets, changes } = found
    const lookup: CollectionLookup = lookupOf(asked, streets, (only) => ({
      bins: nextDates(only, changes, dayOf(now)),
      calendar: calendarHref(only.street.id, language, origin),
    }))
    return {
      actions: [collectionsLoaded(lookup)],
      head: {
        robots: 'noindex',
        announcement: lookup.street
          ? messages.streetsFound(1, lookup.street.name)
          : announceChoices(lookup, messages),
      },
      validUntil: momentOf(addDays(dayOf(now), 1)),
    }
  } catch (problem) {
    if (signal.aborted) throw problem
    const failed = collectionsLoaded({ asked, choices: [], hasFailed: true })
    return { actions: [failed], head: { announcement: messages.streetsFailed }, problem }
  }
}

/** The matching streets, and the changes of collections that end 14 days before `today` or later; null without a query. */
export async function findStreets(
  id: string | null,
  written: string,
  today: Day,
  request: Request,
): Promise<{
  readonly streets: readonly FoundStreet[]
  readonly changes: readonly CollectionChange[]
} | null> {
  if (id === null && written === '') return null
  // A change of a single day may have no last day.
  const endsSince = (field: string) => ({
    field,
    greaterThanOrEqualTo: `${addDays(today, -14)}T00:00:00Z`,
  })
  const [streets, changes] = await Promise.all([
    searchStreets(id, written, { fields: ['round', 'collections'], fieldLinkDepths: { round: 1 } }, request),
    request.client.search({
      where: [
        { field: 'sys.contentTypeId', equalTo: 'collectionChange' },
        { field: 'sys.language', equalTo: request.language },
        { or: [endsSince('to'), { and: [{ not: [{ field: 'to', exists: true }] }, endsSince('from')] }] },
      ],
      orderBy: ['from'],
      pageSize: MOST_CHANGES,
      fields: ['title', 'from', 'to', 'daysLater', 'sys.id'],
      linkDepth: 0,
    }),
  ])
  return { streets, changes: changes.items.flatMap(readChange) }
}

const nextDates = ({ entry }: FoundStreet, changes: readonly CollectionChange[], today: Day) =>
  binDates(readCollections(entry['round']), changes, { from: today, to: addDays(today, DAYS_SHOWN) }).map(
    (bin) => ({ ...bin, dates: bin.dates.slice(0, DATES_SHOWN) }),
  )
