import { IMAGE_ASSET_FIELDS, readText } from '@tessera/shared/content'
import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import { CARD_FIELDS } from '../domain/card-fields.ts'
import { readEntryCards } from '../domain/entry-links.ts'
import type { CouncillorLookup } from '../domain/street-lookup.ts'
import type { ContentMessages } from '../messages/index.ts'
import { councillorsLoaded } from './content.slice.ts'
import { announceChoices, lookupOf, searchStreets } from './search-streets.ts'

/** More than any ward has. */
const MOST_COUNCILLORS = 20

/**
 * The councillors for a street's ward: for the street whose id is the query parameter `street`, or for those that match the visitor's
 * input in `address`.
 */
export async function loadCouncillors(request: LoadRequest<ContentMessages>): Promise<LoadResult> {
  const { query, signal, messages } = request
  const asked = (query['address'] ?? '').trim()
  const id = query['street'] ?? null
  if (id === null && asked === '') return {}
  try {
    const streets = await searchStreets(id, asked, { fields: ['ward'] }, request)
    const ward = (streets.length === 1 && readText(streets[0]?.entry['ward'])) || ''
    const councillors = ward ? await councillorsOf(ward, request) : []
    const lookup: CouncillorLookup = lookupOf(asked, streets, () => ({ ward, councillors }))
    const announcement = lookup.street ? messages.councillorsOf(ward) : announceChoices(lookup, messages)
    return { actions: [councillorsLoaded(lookup)], head: { robots: 'noindex', announcement } }
  } catch (problem) {
    if (signal.aborted) throw problem
    const failed = councillorsLoaded({ asked, choices: [], hasFailed: true })
    return { actions: [failed], head: { announcement: messages.streetsFailed }, problem }
  }
}

/** The councillors of a ward, each once: their entry in the page's language if there is one, else those in other languages. */
async function councillorsOf(ward: string, { client, language }: Pick<LoadRequest, 'client' | 'language'>) {
  const { items } = await client.search({
    where: [
      { field: 'sys.contentTypeId', equalTo: 'councillor' },
      { field: 'ward', equalTo: ward },
    ],
    orderBy: ['entryTitle'],
    pageSize: MOST_COUNCILLORS,
    fields: ['entryTitle', 'entryDescription', ...IMAGE_ASSET_FIELDS, ...CARD_FIELDS],
    fieldLinkDepths: { photo: 1 },
  })
  const own = new Set(items.filter(({ sys }) => sys.language === language).map(({ sys }) => sys.id))
  return readEntryCards(
    items.filter(({ sys }) => sys.language === language || !own.has(sys.id)),
    language,
  )
}
