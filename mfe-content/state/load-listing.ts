import type { LoadRequest, LoadResult } from '@tessera/shared/contract'
import { readEntryCards } from '../domain/entry-links.ts'
import { listingQuery, pageCountOf, pageHref, readPageNumber } from '../domain/listing-query.ts'
import type { ListingModel } from '../domain/page-model.ts'
import type { ContentMessages } from '../messages/index.ts'
import { listingLoaded } from './content.slice.ts'

/**
 * The entries of a listing page, by `?pageIndex=` (from 1). A page past the end is a 404 of its own; a failed search fails
 * the page, for a list without its entries would be a lie.
 */
export async function loadListing(
  request: LoadRequest<ContentMessages>,
  model: ListingModel,
): Promise<LoadResult> {
  const pageNumber = readPageNumber(request.query['pageIndex'])
  const query = listingQuery(model, { language: request.language, pageNumber })
  if (!query) return { actions: [listingLoaded({ pageNumber: 1, pageCount: 1, totalCount: 0, items: [] })] }
  const found = await request.client.search(query)
  const pageCount = pageCountOf(found.totalCount)
  const isPastEnd = pageNumber > pageCount
  const items = isPastEnd ? [] : readEntryCards(found.items)
  return {
    actions: [listingLoaded({ pageNumber, pageCount, totalCount: found.totalCount, items })],
    ...(isPastEnd ? { status: 404, head: { robots: 'noindex' } } : laterPage(request, model, pageNumber)),
  }
}

/** A later page is a page of its own: another title, another canonical address. */
function laterPage(
  { route, messages }: LoadRequest<ContentMessages>,
  model: ListingModel,
  pageNumber: number,
): LoadResult {
  if (pageNumber === 1) return {}
  const title = `${model.title} (${messages.page(pageNumber)})`
  return {
    head: {
      title,
      ...(route.canonicalPath ? { canonicalPath: pageHref(route.canonicalPath, pageNumber) } : {}),
    },
  }
}
