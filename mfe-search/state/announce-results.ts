import type { SearchConfig } from '../config/search-config.ts'
import type { SearchAddress } from '../domain/search-address.ts'
import { localText, sourceOf } from '../domain/search-source.ts'
import type { SearchMessages } from '../messages/index.ts'
import type { SearchOutcome } from './run-plan.ts'
import { resultsLoaded } from './search-actions.ts'

interface Announced {
  readonly config: SearchConfig
  readonly address: SearchAddress
  readonly outcome: SearchOutcome
  readonly messages: SearchMessages
  readonly language: string
}

/** The title of a page of results; from the second page on with its number and the number of pages, unless it is past the end. */
export const titleOfPage = (
  title: string,
  { address: { pageIndex }, outcome: { pageCount }, messages }: Announced,
): string =>
  pageIndex > 0 && pageIndex < pageCount ? messages.titleOfPage(title, pageIndex + 1, pageCount) : title

/**
 * The announcement for screen readers when results are loaded: how many and which of them, in which order, on which page; or why there are
 * none. Before it, that a place is not known.
 */
export const announceResults = (announced: Announced): string =>
  [
    ...Object.values(announced.address.unknownPlaces ?? {}).map(({ place }) =>
      announced.messages.anyPlace(place),
    ),
    describeResults(announced),
  ].join(' ')

function describeResults({ config, address, outcome, messages, language }: Announced): string {
  const { term, pageIndex, orderBy } = address
  const answer = outcome.actions.find(resultsLoaded.match)?.payload
  const shown = answer?.results.length ?? 0
  if (outcome.totalCount === 0) return describeNone(answer?.featuredResults?.length ?? 0, term, messages)
  if (!answer || shown === 0)
    return pageIndex < outcome.pageCount ? messages.nothingListed : messages.pastTheEnd
  const first = pageIndex * answer.pagingInfo.pageSize + 1
  const order = orderTitle(config, address, language)
  return [
    messages.count(outcome.totalCount, first, first + shown - 1),
    ...(orderBy !== null && order !== undefined ? [`${messages.sortBy}: ${order}`] : []),
    ...(outcome.pageCount > 1 ? [messages.page(pageIndex + 1)] : []),
  ].join('. ')
}

/** Results that are featured are found, too. */
function describeNone(featured: number, term: string, messages: SearchMessages): string {
  if (featured > 0) return messages.count(featured, 1, featured)
  return term === '' ? messages.noResultsWithoutTerm : messages.noResults(term)
}

function orderTitle(config: SearchConfig, address: SearchAddress, language: string): string | undefined {
  const source = sourceOf(config, address)
  const orders = 'sortOptions' in source ? (source.sortOptions ?? []) : []
  const chosen = orders.find(({ orderBy }) => orderBy === address.orderBy)
  return chosen && localText(chosen.title, language)
}
