import type { DataRequest, Json } from '@tessera/shared/contract'
import type { SearchConfig } from '../config/search-config.ts'
import { cleanTerm } from '../domain/clean-term.ts'
import { readResultCards } from '../domain/result-cards.ts'
import { conditionsOf } from '../domain/search-conditions.ts'
import type { SearchPlace } from '../domain/search-address.ts'
import { MAX_CALLS, type Made } from '../domain/plan-search.ts'
import { own, sourceOf } from '../domain/search-source.ts'
import { fromUrl } from '../domain/search-url.ts'
import { MIN_TYPED } from '../domain/typed-term.ts'
import type { SearchMessages } from '../messages/index.ts'
import { relevantOptions } from './load-vocabulary.ts'
import { inProject } from './make-call.ts'
import { runRest } from './run-rest.ts'
import { withWords } from './run-search.ts'

type Request = DataRequest<SearchMessages>

/** Maximum number of pages that are suggested. */
const SUGGESTIONS = 5
/** Titles that begin with the typed text rank above titles that contain it. */
const BEGINS_WEIGHT = 5

/** The search page at its usual path: data requests do not tell the path of a page. */
const PLACE: SearchPlace = { context: 'facets', path: '/search', hasParts: true }

/** A few pages whose titles contain the typed text. One call, which only requests titles. */
export async function loadSuggestions(
  config: SearchConfig,
  { query, language, client }: Request,
): Promise<Json> {
  const { words, phrases } = cleanTerm(query['term'] ?? '')
  const typed = [words, ...phrases].join(' ').trim()
  if (typed.length < MIN_TYPED) return []
  const address = fromUrl(config, PLACE, { query: {} })
  const { types, others } = conditionsOf(config, address, { language })
  const { projectId } = sourceOf(config, address)
  const { items } = await inProject(client, projectId).search({
    where: [
      ...types,
      ...others,
      {
        or: [
          { field: 'entryTitle', startsWith: typed, weight: BEGINS_WEIGHT },
          { field: 'entryTitle', contains: typed },
        ],
      },
    ],
    fields: ['entryTitle'],
    linkDepth: 0,
    pageIndex: 0,
    pageSize: SUGGESTIONS,
  })
  return readResultCards(config, { title: '' }, items, language).map(({ title, path, kind }) => ({
    title,
    path,
    ...(kind !== undefined && { kind }),
  }))
}

/** Which calls a first view by relevance had room for depends on the cache: all of them except the results are made. */
const ALL_BUT_RESULTS: Made = { calls: MAX_CALLS - 1, rounds: 0 }

/** The data that the first view of an address has not loaded: totals of other facets, items of filters. */
export async function loadRest(
  config: SearchConfig,
  { query, language, client, onProblem }: Request,
): Promise<Json> {
  const { facet = '', listingType = '', composition = '', ...parameters } = query
  const isListing = own(config.listings, listingType) !== undefined
  const isMember = own(config.compositions, composition)?.listings?.includes(listingType) === true
  const place: SearchPlace = isListing
    ? { context: 'listings', path: '/', key: listingType, ...(isMember && { composition }) }
    : PLACE
  const address = fromUrl(config, place, { params: { facet }, query: parameters })
  const calls = { client, onProblem }
  const request = {
    config,
    address,
    target: { context: address.context, key: address.key },
    context: { language, place },
  } as const
  // Totals use the term options that a visit of the facet would use.
  const termOptions = await relevantOptions(request, calls)
  const rest = await runRest(termOptions ? withWords(request, termOptions, ALL_BUT_RESULTS) : request, calls)
  return rest as unknown as Json
}
