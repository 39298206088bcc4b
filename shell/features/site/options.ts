import * as v from 'valibot'

const fieldId = v.pipe(v.string(), v.regex(/^\w+$/, 'must be the id of a content type or field'))
const path = v.pipe(v.string(), v.regex(/^\/(?!\/)[^\s?#\\]*$/, 'must be a path of this site'))
/** A path of this site, or an address that a content security policy can name; http for this machine alone. */
const endpoint = v.union([
  v.pipe(path, v.regex(/^[\w./-]*$/)),
  v.pipe(
    v.string(),
    v.regex(
      /^(https:\/\/[a-z0-9.-]+(:\d{1,5})?|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)(\/[\w./-]*)?$/i,
      'must be a path of this site, or an https address without query',
    ),
  ),
])
const byLanguage = v.record(v.string(), v.string())

/** A feed of the newest entries of a content type: an address and a title in each language that has it. */
const FeedSchema = v.object({
  contentType: fieldId,
  /** The field that says when an entry came out. */
  dateField: fieldId,
  title: byLanguage,
  path: v.record(v.string(), path),
  /** The page that the feed is of. */
  page: v.record(v.string(), path),
})

/** Redirects that authors keep: entries with `from`, `to` and `permanent`. */
const RedirectsSchema = v.object({
  contentType: fieldId,
  /** Other hosts that a redirect may lead to; without any none leaves the site. */
  hosts: v.optional(v.array(v.pipe(v.string(), v.toLowerCase())), []),
})

/** Address of a map tile; its origin goes into the policy of pages. Http for this machine alone. */
const tileUrl = v.pipe(
  v.string(),
  v.regex(
    /^(https:\/\/[a-z0-9.-]+(:\d{1,5})?|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)\/[\w./{}@?=&%~-]*$/i,
    'must be an https address of tiles',
  ),
  v.check(
    (url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)),
    'must contain {z}, {x} and {y}',
  ),
)

/** Who serves the ground of maps. Source: docs/decisions/0088. */
const MapTilesSchema = v.strictObject({
  url: tileUrl,
  zoom: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(22)),
  attribution: v.strictObject({
    text: v.pipe(v.string(), v.trim(), v.nonEmpty('must say who made the map')),
    href: v.pipe(v.string(), v.regex(/^https:\/\/[^\s"<>]+$/i, 'must be an https address')),
  }),
})

/** What a site says of its basics; each is left out unless it is given. */
export const SITE_BASICS = {
  /** Paths whose files come from the platform. */
  reverseProxyPaths: v.optional(v.array(v.string())),
  /** Whether browsers may read published content at `/api/delivery/*`. */
  deliveryProxy: v.optional(v.boolean()),
  feeds: v.optional(v.array(FeedSchema), []),
  redirects: v.optional(RedirectsSchema),
  /** Content type of the alerts that stand above every page. */
  alerts: v.optional(v.object({ contentType: fieldId })),
  /** Where what visitors do is counted, once they have agreed, and the content type whose one entry asks them. */
  analytics: v.optional(v.object({ endpoint, contentType: fieldId })),
  /** Provider of map tiles; without it maps have the site's own ground and ask no third party. */
  mapTiles: v.optional(MapTilesSchema),
  /** Content type whose one entry is what the not-found page says. */
  notFoundPage: v.optional(v.object({ contentType: fieldId })),
} as const

/** One feed, as the site's owner gives it. */
export type Feed = Readonly<v.InferOutput<typeof FeedSchema>>

/** How visits are counted. */
export type AnalyticsRules = NonNullable<v.InferOutput<typeof SITE_BASICS.analytics>>

/** The rules of redirects. */
export type RedirectRules = Readonly<v.InferOutput<typeof RedirectsSchema>>

/** A feed as documents link to it. */
export interface FeedLink {
  readonly title: string
  readonly path: string
}

/** The feeds of a language, for the heads of its pages. */
export const feedLinks = (feeds: readonly Feed[], language: string): readonly FeedLink[] =>
  feeds.flatMap((feed) => {
    const place = placeOfFeed(feed, language)
    return place ? [{ title: place.title, path: place.feedPath }] : []
  })

/** Where a feed and its page are in one language. */
export type FeedPlace = { readonly title: string; readonly feedPath: string; readonly pagePath: string }

/** Null for a language that the feed is not in. */
export function placeOfFeed({ title, path, page }: Feed, language: string): FeedPlace | null {
  const [own, feedPath, pagePath] = [title[language], path[language], page[language]]
  return own && feedPath && pagePath ? { title: own, feedPath, pagePath } : null
}
