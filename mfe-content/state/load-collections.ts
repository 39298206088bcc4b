import { readText, readTexts, titleOf, type Entry } from '@tessera/shared/content'
import type { DataRequest, LoadRequest, LoadResult } from '@tessera/shared/contract'
import { binDates, readChange, readCollections, type CollectionChange } from '../domain/collection-dates.ts'
import { calendarHref, type CollectionLookup, type Street } from '../domain/collection-lookup.ts'
import { addDays, dayOf, momentOf, type Day } from '@tessera/shared/messages'
import { readStreetQuery, streetConditions, withPostcode } from '../domain/street-query.ts'
import type { ContentMessages } from '../messages/index.ts'
import { collectionsLoaded } from './content.slice.ts'

/** Streets that a visitor chooses among; who finds more has written too little. */
const MOST_CHOICES = 20
/** Changes that are read at once: of the next two years, and more. */
const MOST_CHANGES = 50
/** Dates that are shown of each bin, and the days in which a bin that is emptied at all has so many. */
const DATES_SHOWN = 3
const DAYS_SHOWN = 190

type Request = Pick<DataRequest, 'client' | 'language'>

/**
 * When the bins of a street are emptied next: the street that the address of the page names (`street`), or those that the visitor's
 * words (`address`) may mean. Streets and bank holidays are asked for side by side.
 */
export async function loadCollections(request: LoadRequest<ContentMessages>): Promise<LoadResult> {
  const { query, signal, messages, origin, language } = request
  const asked = (query['address'] ?? '').trim()
  const now = Date.now()
  try {
    const found = await findStreets(query['street'] ?? null, asked, dayOf(now), request)
    if (!found) return {}
    const { streets, changes } = found
    const [only] = streets
    const lookup: CollectionLookup =
      streets.length === 1 && only
        ? {
            asked,
            street: {
              ...nameOf(only),
              bins: nextDates(only, changes, dayOf(now)),
              calendar: calendarHref(only.id, language, origin),
            },
            choices: [],
          }
        : {
            asked,
            choices: streets.slice(0, MOST_CHOICES).map(nameOf),
            hasMore: streets.length > MOST_CHOICES,
          }
    return {
      actions: [collectionsLoaded(lookup)],
      head: {
        robots: 'noindex',
        announcement: messages.streetsFound(lookup.choices.length, lookup.street?.name ?? null),
      },
      validUntil: momentOf(addDays(dayOf(now), 1)),
    }
  } catch (problem) {
    if (signal.aborted) throw problem
    return { actions: [collectionsLoaded({ asked, choices: [], hasFailed: true })], problem }
  }
}

/** A street with what is known of its round. */
export interface StreetRound extends Street {
  readonly postcodes: readonly string[]
  readonly round: unknown
}

/** The streets that are meant, and the changes of collections from some days before a day on; null where nothing was asked. */
export async function findStreets(
  id: string | null,
  written: string,
  today: Day,
  { client, language }: Request,
): Promise<{
  readonly streets: readonly StreetRound[]
  readonly changes: readonly CollectionChange[]
} | null> {
  const query = readStreetQuery(written)
  if (id === null && written === '') return null
  const conditions = id === null ? streetConditions(query) : [{ field: 'sys.id', equalTo: id }]
  const ofType = (contentTypeId: string) => [
    { field: 'sys.contentTypeId', equalTo: contentTypeId },
    { field: 'sys.language', equalTo: language },
  ]
  const [streets, changes] = await Promise.all([
    conditions &&
      client.search({
        where: [...ofType('street'), ...conditions],
        orderBy: ['title'],
        pageSize: MOST_CHOICES + 1,
        fields: ['title', 'area', 'postcodes', 'round', 'collections', 'sys.id'],
        fieldLinkDepths: { round: 1 },
      }),
    client.search({
      where: [
        ...ofType('collectionChange'),
        { field: 'to', greaterThanOrEqualTo: `${addDays(today, -14)}T00:00:00Z` },
      ],
      orderBy: ['from'],
      pageSize: MOST_CHANGES,
      fields: ['title', 'from', 'to', 'daysLater', 'sys.id'],
      linkDepth: 0,
    }),
  ])
  return {
    streets: withPostcode((streets?.items ?? []).flatMap(readStreet), query),
    changes: changes.items.flatMap(readChange),
  }
}

function readStreet(entry: Entry): readonly StreetRound[] {
  const name = titleOf(entry)
  if (!name) return []
  const area = readText(entry['area'])
  return [
    {
      id: entry.sys.id,
      name,
      ...(area && { area }),
      postcodes: readTexts(entry['postcodes']),
      round: entry['round'],
    },
  ]
}

const nameOf = ({ id, name, area }: StreetRound): Street => ({ id, name, ...(area && { area }) })

const nextDates = ({ round }: StreetRound, changes: readonly CollectionChange[], today: Day) =>
  binDates(readCollections(round), changes, { from: today, to: addDays(today, DAYS_SHOWN) }).map((bin) => ({
    ...bin,
    dates: bin.dates.slice(0, DATES_SHOWN),
  }))
