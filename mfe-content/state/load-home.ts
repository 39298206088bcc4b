import type { Entry } from '@tessera/shared/content'
import type { LoadRequest, LoadResult, SearchQuery } from '@tessera/shared/contract'
import { CARD_FIELDS } from '../domain/card-fields.ts'
import { inOrderOf, readEntryCards, readLink, readLinks } from '../domain/entry-links.ts'
import { CARD_BASICS, listingQuery, readListedTypes } from '../domain/listing-query.ts'
import type { HomeModel } from '../domain/page-model.ts'
import { homeListsLoaded, type HomeList } from './content.slice.ts'
import { searchSoftly } from './search-softly.ts'

/** Entries in each short list of the home page. */
const HOME_LIST_SIZE = 3
/** Entries that links and cards of the home page are read from, each perhaps in several languages. */
const MOST_LINKED = 100

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

/** What the home page links to, latest news, coming events, and the listings that hold all of them: four calls side by side. */
export async function loadHome(request: LoadRequest, model: HomeModel): Promise<LoadResult> {
  const [linked, listings, news, events] = await Promise.all([
    findLinked(request, model),
    findListings(request),
    findLatest(request, NEWS, model),
    findLatest(request, EVENTS, model),
  ])
  const toList = (entries: readonly Entry[] | null, { listedType }: HomeListQuery) =>
    toHomeList(entries, listings, listedType)
  const { language } = request
  return {
    actions: [
      homeListsLoaded({
        news: toList(news, NEWS),
        events: toList(events, EVENTS),
        quickLinks: readLinks(inOrderOf(model.quickLinks, linked ?? []), language),
        highlights: readEntryCards(inOrderOf(model.highlights, linked ?? []), language),
      }),
    ],
  }
}

/** The entries that the page links to as links and cards, with what those show and no more. */
function findLinked(
  request: LoadRequest,
  { quickLinks, highlights }: HomeModel,
): Promise<readonly Entry[] | null> {
  const refs = [...quickLinks, ...highlights]
  if (refs.length === 0) return Promise.resolve([])
  return searchSoftly(request, {
    where: [
      { field: 'sys.id', in: [...new Set(refs.map(({ id }) => id))] },
      { field: 'sys.language', in: [...new Set(refs.map((ref) => ref.language ?? request.language))] },
    ],
    pageSize: MOST_LINKED,
    fields: [...CARD_BASICS, ...CARD_FIELDS],
    fieldLinkDepths: { image: 1, photo: 1 },
  })
}

function findLatest(
  request: LoadRequest,
  { where, ...listing }: HomeListQuery,
  { highlights }: HomeModel,
): Promise<readonly Entry[] | null> {
  const query = listingQuery(listing, {
    language: request.language,
    pageNumber: 1,
    pageSize: HOME_LIST_SIZE,
  })
  // The page shows its highlights above the list already.
  const shown = highlights.map(({ id }) => id)
  const others: SearchQuery['where'] = shown.length > 0 ? [{ not: [{ field: 'sys.id', in: shown }] }] : []
  return query
    ? searchSoftly(request, { ...query, where: [...query.where, ...where, ...others] })
    : Promise.resolve(null)
}

const findListings = (request: LoadRequest): Promise<readonly Entry[] | null> =>
  searchSoftly(request, {
    where: [
      { field: 'sys.contentTypeId', equalTo: 'listingPage' },
      { field: 'sys.language', equalTo: request.language },
    ],
    pageSize: 20,
    fields: ['entryTitle', 'listedType', 'sys.uri'],
    linkDepth: 0,
  })

function toHomeList(
  entries: readonly Entry[] | null,
  listings: readonly Entry[] | null,
  listedType: string,
): HomeList | null {
  const items = readEntryCards(entries)
  if (items.length === 0) return null
  const listing = listings?.find((entry) =>
    readListedTypes(String(entry['listedType'] ?? '')).includes(listedType),
  )
  return { items, all: readLink(listing) ?? null }
}
