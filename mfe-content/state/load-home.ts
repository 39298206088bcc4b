import type { Entry } from '@tessera/shared/content'
import type { LoadRequest, LoadResult, SearchQuery } from '@tessera/shared/contract'
import { readCards, readLink } from '../domain/card.ts'
import { listingQuery, readListedTypes } from '../domain/listing-query.ts'
import { homeListsLoaded, type HomeList } from './content.slice.ts'

/** Entries in each short list of the home page. */
const HOME_LIST_SIZE = 3

/** Latest news, coming events, and the listings that hold all of them: three calls side by side. */
export async function loadHome(request: LoadRequest): Promise<LoadResult> {
  const [listings, news, events] = await Promise.all([
    findListings(request),
    findLatest(request, 'newsArticle', '-publishedDate'),
    findLatest(request, 'event', 'dates.from'),
  ])
  return {
    actions: [
      homeListsLoaded({
        news: toHomeList(news, listings, 'newsArticle'),
        events: toHomeList(events, listings, 'event'),
      }),
    ],
  }
}

async function findLatest(
  request: LoadRequest,
  listedType: string,
  order: string,
): Promise<readonly Entry[] | null> {
  const query = listingQuery(
    { listedType, orderBy: [order] },
    { language: request.language, pageNumber: 1, pageSize: HOME_LIST_SIZE },
  )
  return query
    ? softly(request, { ...query, where: [...query.where, ...(NOT_BEGUN[listedType] ?? [])] })
    : null
}

/** A course that began in September is still in the listing, but is not coming up. */
const NOT_BEGUN: Readonly<Record<string, SearchQuery['where']>> = {
  event: [{ field: 'dates.from', greaterThanOrEqualTo: 'now()' }],
}

const findListings = (request: LoadRequest): Promise<readonly Entry[] | null> =>
  softly(request, {
    where: [
      { field: 'sys.contentTypeId', equalTo: 'listingPage' },
      { field: 'sys.language', equalTo: request.language },
    ],
    pageSize: 20,
    fields: ['entryTitle', 'listedType'],
    linkDepth: 0,
  })

/** Without a list the home page is still a home page: the visitor loses one section. */
async function softly(request: LoadRequest, query: SearchQuery): Promise<readonly Entry[] | null> {
  try {
    return (await request.client.search(query)).items
  } catch (error) {
    if (request.signal.aborted) throw error
    return null
  }
}

function toHomeList(
  entries: readonly Entry[] | null,
  listings: readonly Entry[] | null,
  listedType: string,
): HomeList | null {
  const items = readCards(entries)
  if (items.length === 0) return null
  const listing = listings?.find((entry) =>
    readListedTypes(String(entry['listedType'] ?? '')).includes(listedType),
  )
  return { items, all: readLink(listing) ?? null }
}
