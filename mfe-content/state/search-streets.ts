import { readText, titleOf, type Entry } from '@tessera/shared/content'
import type { DataRequest, JsonObject, SearchQuery } from '@tessera/shared/contract'
import type { Street, StreetLookup } from '../domain/street-lookup.ts'
import type { ContentMessages } from '../messages/index.ts'
import { exactConditions, readStreetQuery, streetConditions } from '../domain/street-query.ts'

/** Most streets to choose from; for more results the visitor must type more. */
const MOST_CHOICES = 20

/** A matching street, and its entry with the requested fields. */
export interface FoundStreet {
  readonly street: Street
  readonly entry: Entry
}

/** The street with an id, or the streets that match a visitor's input; empty where the input has no postcode and no words. */
export async function searchStreets(
  id: string | null,
  written: string,
  {
    fields,
    fieldLinkDepths = {},
  }: Pick<SearchQuery, 'fieldLinkDepths'> & { readonly fields: readonly string[] },
  { client, language }: Pick<DataRequest, 'client' | 'language'>,
): Promise<readonly FoundStreet[]> {
  const query = readStreetQuery(written)
  const find = async (conditions: readonly JsonObject[] | null): Promise<readonly FoundStreet[]> => {
    if (!conditions) return []
    const { items } = await client.search({
      where: [
        { field: 'sys.contentTypeId', equalTo: 'street' },
        { field: 'sys.language', equalTo: language },
        ...conditions,
      ],
      orderBy: ['title'],
      pageSize: MOST_CHOICES + 1,
      fields: ['title', 'area', 'sys.id', ...fields],
      fieldLinkDepths,
    })
    return items.flatMap(readStreet)
  }
  if (id !== null) return find([{ field: 'sys.id', equalTo: id }])
  // Also the exact postcode: a sector may have more streets than one search returns.
  const near = find(streetConditions(query))
  near.catch(() => undefined) // it counts only where the other search finds nothing
  const exact = await find(exactConditions(query))
  return exact.length > 0 ? exact : near
}

/** The result of a look-up: for a single street its requested data, for several their names. */
export function lookupOf<Found>(
  asked: string,
  streets: readonly FoundStreet[],
  found: (street: FoundStreet) => Found,
): StreetLookup<Found> {
  const [only] = streets
  if (streets.length === 1 && only) return { asked, street: { ...only.street, ...found(only) }, choices: [] }
  return {
    asked,
    choices: streets.slice(0, MOST_CHOICES).map(({ street }) => street),
    hasMore: streets.length > MOST_CHOICES,
  }
}

/** What is announced of a look-up without a street: how many there are to choose from, or that none is known. */
export const announceChoices = (
  { asked, choices }: StreetLookup<object>,
  messages: ContentMessages,
): string => (choices.length > 0 ? messages.streetsFound(choices.length, null) : messages.noStreet(asked))

function readStreet(entry: Entry): readonly FoundStreet[] {
  const name = titleOf(entry)
  if (!name) return []
  const area = readText(entry['area'])
  const street = { id: entry.sys.id, name, ...(area && { area }) }
  return [{ street, entry }]
}
