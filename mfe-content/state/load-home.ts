import type { Entry } from '@tessera/shared/content'
import type { LoadRequest, LoadResult, SearchQuery } from '@tessera/shared/contract'
import { readCards, readLink } from '../domain/card.ts'
import { listingQuery, readListedTypes } from '../domain/listing-query.ts'
import type { HomeModel } from '../domain/page-model.ts'
import { homeListsLoaded, type HomeList } from './content.slice.ts'
import { searchSoftly } from './search-softly.ts'

/** Entries in each short list of the home page. */
const HOME_LIST_SIZE = 3

interface HomeListQuery {
  readonly listedType: string
  readonly orderBy: readonly string[]
  readonly where: SearchQuery['where']
}

const NEWS: HomeListQuery = { listedType: 'newsArticle', orderBy: ['-publishedDate'], where: [] }
const EVENTS: HomeListQuery = {
  listedType: 'event',
  orderBy: ['dates.from'],
  // A course that began in September is still in the listing, but is not coming up.
  where: [{ field: 'dates.from', greaterThanOrEqualTo: 'now()' }],
}

/** Latest news, coming events, and the listings that hold all of them: three calls side by side. */
export async function loadHome(request: LoadRequest, model: HomeModel): Promise<LoadResult> {
  const [listings, news, events] = await Promise.all([
    findListings(request),
    findLatest(request, NEWS, model),
    findLatest(request, EVENTS, model),
  ])
  const toList = (entries: readonly Entry[] | null, { listedType }: HomeListQuery) =>
    toHomeList(entries, listings, listedType, model)
  return { actions: [homeListsLoaded({ news: toList(news, NEWS), events: toList(events, EVENTS) })] }
}

function findLatest(
  request: LoadRequest,
  { where, ...listing }: HomeListQuery,
  { highlights }: HomeModel,
): Promise<readonly Entry[] | null> {
  // As many more as could be highlights, which the page shows above the list already.
  const pageSize = HOME_LIST_SIZE + highlights.length
  const query = listingQuery(listing, { language: request.language, pageNumber: 1, pageSize })
  return query
    ? searchSoftly(request, { ...query, where: [...query.where, ...where] })
    : Promise.resolve(null)
}

const findListings = (request: LoadRequest): Promise<readonly Entry[] | null> =>
  searchSoftly(request, {
    where: [
      { field: 'sys.contentTypeId', equalTo: 'listingPage' },
      { field: 'sys.language', equalTo: request.language },
    ],
    pageSize: 20,
    fields: ['entryTitle', 'listedType'],
    linkDepth: 0,
  })

function toHomeList(
  entries: readonly Entry[] | null,
  listings: readonly Entry[] | null,
  listedType: string,
  { highlights }: HomeModel,
): HomeList | null {
  const shown = new Set(highlights.map(({ href }) => href))
  const items = readCards(entries)
    .filter(({ href }) => !shown.has(href))
    .slice(0, HOME_LIST_SIZE)
  if (items.length === 0) return null
  const listing = listings?.find((entry) =>
    readListedTypes(String(entry['listedType'] ?? '')).includes(listedType),
  )
  return { items, all: readLink(listing) ?? null }
}
