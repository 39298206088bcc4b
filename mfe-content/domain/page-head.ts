import type { JsonObject, PageHead, RouteState } from '@tessera/shared/contract'
import { breadcrumb } from './breadcrumb.ts'
import { asModel, type EventModel, type NewsModel, type PageModel, type VenueModel } from './page-model.ts'

/**
 * What a page knows of its head beyond title and description: its kind for social cards, and its data for search engines.
 * Addresses are paths, which the shell makes absolute.
 */
export function pageHead(view: string, route: RouteState, language: string): Partial<PageHead> {
  if (!route.mappedEntry) return {}
  const model = asModel<PageModel>(route.mappedEntry)
  const described = describe(view, model, route.currentPath, language)
  const trail = breadcrumbList(route, model)
  return {
    openGraphType: view === 'news' ? 'article' : 'website',
    ...(model.image ? { imagePath: model.image.src } : {}),
    jsonLd: [described, trail].filter((data) => data !== null),
  }
}

function describe(view: string, model: PageModel, path: string, language: string): JsonObject | null {
  switch (view) {
    case 'home':
      return { '@type': 'WebSite', name: model.title, url: path, inLanguage: language }
    case 'news':
      return describeArticle(asModel<NewsModel>(model as unknown as JsonObject), path, language)
    case 'event':
      return describeEvent(asModel<EventModel>(model as unknown as JsonObject), path)
    case 'venue':
      return describeVenue(asModel<VenueModel>(model as unknown as JsonObject), path)
    default:
      return null
  }
}

const describeArticle = (model: NewsModel, path: string, inLanguage: string): JsonObject => ({
  '@type': 'NewsArticle',
  headline: model.title,
  ...basics(model, path),
  inLanguage,
  ...(model.date ? { datePublished: model.date } : {}),
  ...(model.author ? { author: { '@type': 'Organization', name: model.author } } : {}),
})

const describeEvent = (model: EventModel, path: string): JsonObject => ({
  '@type': 'Event',
  name: model.title,
  ...basics(model, path),
  ...(model.dates ? { startDate: model.dates.from, endDate: model.dates.to } : {}),
  ...(model.venue
    ? {
        location: {
          '@type': 'Place',
          name: model.venue.title,
          address: model.venue.address?.join(', ') || undefined,
        },
      }
    : {}),
})

const describeVenue = (model: VenueModel, path: string): JsonObject => ({
  '@type': VENUE_TYPES.find(([kind]) => kind.test(model.kind ?? ''))?.[1] ?? 'Place',
  name: model.title,
  ...basics(model, path),
  ...(model.address.length > 0 ? { address: model.address.join(', ') } : {}),
  ...(model.phone ? { telephone: model.phone } : {}),
  ...(model.location
    ? { geo: { '@type': 'GeoCoordinates', latitude: model.location.lat, longitude: model.location.lon } }
    : {}),
})

/** Kinds of venue that search engines have a word for. */
const VENUE_TYPES: readonly (readonly [RegExp, string])[] = [
  [/library|llyfrgell/i, 'Library'],
  [/leisure|sport|swim|hamdden/i, 'SportsActivityLocation'],
  [/museum|amgueddfa/i, 'Museum'],
  [/park|parc/i, 'Park'],
]

const basics = (model: PageModel, path: string): JsonObject => ({
  ...(model.summary ? { description: model.summary } : {}),
  ...(model.image ? { image: model.image.src } : {}),
  url: path,
})

function breadcrumbList(route: RouteState, model: PageModel): JsonObject | null {
  const trail = breadcrumb(route, model.title)
  if (trail.length === 0) return null
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ title, href }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      item: href,
    })),
  }
}
