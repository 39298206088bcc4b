import type { JsonObject } from '@tessera/shared/contract'
import {
  asModel,
  type CouncillorModel,
  type DocumentModel,
  type EventModel,
  type NewsModel,
  type PageModel,
  type VenueModel,
} from './page-model.ts'

/** Path and language of a page. */
export interface PageAddress {
  readonly path: string
  readonly language: string
}

/**
 * The schema.org description of a page's subject; null where schema.org has no specific type for it.
 * URLs are paths, which the shell makes absolute.
 */
export const describePage = (view: string, model: JsonObject, address: PageAddress): JsonObject | null =>
  DESCRIPTIONS[view]?.(model, address) ?? null

/** View → description, one row each. The manifest pairs each view with the mapper that makes its model. */
const DESCRIPTIONS: Readonly<Record<string, (model: JsonObject, address: PageAddress) => JsonObject>> = {
  home: (model, address) => describeSite(asModel(model), address),
  news: (model, address) => describeArticle(asModel(model), address),
  event: (model, address) => describeEvent(asModel(model), address),
  venue: (model, address) => describeVenue(asModel(model), address),
  councillor: (model, address) => describeCouncillor(asModel(model), address),
  document: (model, address) => describeDocument(asModel(model), address),
}

/** The site and how to search it. Source: specification 2, Search pages. */
const describeSite = (model: PageModel, { path, language }: PageAddress): JsonObject => ({
  '@type': 'WebSite',
  name: model.title,
  url: path,
  inLanguage: language,
  potentialAction: {
    '@type': 'SearchAction',
    target: {
      '@type': 'EntryPoint',
      urlTemplate: `${path === '/' ? '' : path}/search?term={search_term_string}`,
    },
    'query-input': 'required name=search_term_string',
  },
})

const describeArticle = (model: NewsModel, { path, language }: PageAddress): JsonObject => ({
  '@type': 'NewsArticle',
  headline: model.title,
  ...basics(model, path),
  inLanguage: language,
  ...(model.date ? { datePublished: model.date } : {}),
  ...(model.topic ? { articleSection: model.topic } : {}),
  ...(model.author ? { author: { '@type': 'Organization', name: model.author } } : {}),
})

const describeEvent = (model: EventModel, { path }: PageAddress): JsonObject => ({
  '@type': 'Event',
  name: model.title,
  ...basics(model, path),
  ...(model.dates
    ? { startDate: model.dates.from, ...(model.dates.to ? { endDate: model.dates.to } : {}) }
    : {}),
  ...(model.venue
    ? {
        location: {
          '@type': 'Place',
          name: model.venue.title,
          ...(model.venue.href ? { url: model.venue.href } : {}),
          ...(model.venue.address?.length ? { address: model.venue.address.join(', ') } : {}),
        },
      }
    : {}),
  ...describePrice(model.price),
})

/** The price, if it is a single sum or free; prices that depend on age or day are left out. */
function describePrice(price: string | undefined): JsonObject {
  if (price === undefined) return {}
  if (/^(free|am ddim)\.?$/i.test(price.trim())) return { isAccessibleForFree: true }
  const sum = /^£(\d{1,5}(?:\.\d\d)?)$/.exec(price.trim())?.[1]
  return sum ? { offers: { '@type': 'Offer', price: sum, priceCurrency: 'GBP' } } : {}
}

const describeVenue = (model: VenueModel, { path }: PageAddress): JsonObject => ({
  '@type': VENUE_TYPES.find(([kind]) => kind.test(model.kind ?? ''))?.[1] ?? 'Place',
  name: model.title,
  ...basics(model, path),
  ...(model.address.length > 0 ? { address: model.address.join(', ') } : {}),
  ...(model.phone ? { telephone: model.phone } : {}),
  ...(model.location
    ? { geo: { '@type': 'GeoCoordinates', latitude: model.location.lat, longitude: model.location.lon } }
    : {}),
})

/** Kind of venue → its schema.org type. */
const VENUE_TYPES: readonly (readonly [RegExp, string])[] = [
  [/library|llyfrgell/i, 'Library'],
  [/leisure|sport|swim|hamdden/i, 'SportsActivityLocation'],
  [/museum|amgueddfa/i, 'Museum'],
  [/park|parc/i, 'Park'],
]

const describeCouncillor = (model: CouncillorModel, { path }: PageAddress): JsonObject => ({
  '@type': 'Person',
  name: model.title,
  ...basics(model, path),
  ...(model.roles.length > 0 ? { jobTitle: model.roles } : {}),
  ...(model.party ? { memberOf: { '@type': 'PoliticalParty', name: model.party } } : {}),
  ...(model.email ? { email: model.email } : {}),
  ...(model.phone ? { telephone: model.phone } : {}),
})

const describeDocument = (model: DocumentModel, { path, language }: PageAddress): JsonObject => ({
  '@type': 'DigitalDocument',
  name: model.title,
  ...basics(model, path),
  inLanguage: language,
  ...(model.published ? { datePublished: model.published } : {}),
  ...(model.category ? { genre: model.category } : {}),
  ...(model.file ? { encoding: { '@type': 'MediaObject', contentUrl: model.file.href } } : {}),
})

const basics = (model: PageModel, path: string): JsonObject => ({
  ...(model.summary ? { description: model.summary } : {}),
  ...(model.image ? { image: model.image.src } : {}),
  url: path,
})
