import * as v from 'valibot'

const fieldId = v.pipe(v.string(), v.regex(/^\w+$/, 'must be the id of a content type or field'))
const path = v.pipe(v.string(), v.regex(/^\/(?!\/)[^\s?#\\]*$/, 'must be a path of this site'))
/** A path of this site, or a URL that a content security policy can contain; http only for this machine. */
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

/** A feed of the newest entries of a content type: a path and a title in each language that has the feed. */
const FeedSchema = v.strictObject({
  contentType: fieldId,
  /** The field with an entry's date of publication. */
  dateField: fieldId,
  title: byLanguage,
  path: v.record(v.string(), path),
  /** The page that lists the same entries. */
  page: v.record(v.string(), path),
})

/** Redirects that authors maintain: entries with `from`, `to` and `permanent`. */
const RedirectsSchema = v.strictObject({
  contentType: fieldId,
  /** Other hosts that a redirect may lead to; if empty, redirects never leave the site. */
  hosts: v.optional(v.array(v.pipe(v.string(), v.toLowerCase())), []),
})

/** URL template of map tiles; its origin is added to the pages' content security policy. Http only for this machine. */
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

/** The provider of map tiles. Source: docs/decisions/0088. */
const MapTilesSchema = v.strictObject({
  url: tileUrl,
  zoom: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(22)),
  attribution: v.strictObject({
    text: v.pipe(v.string(), v.trim(), v.nonEmpty('must say who made the map')),
    href: v.pipe(v.string(), v.regex(/^https:\/\/[^\s"<>]+$/i, 'must be an https address')),
  }),
})

/** The configuration of a site's basic features; each is off unless it is given. */
export const SITE_BASICS = {
  /** Paths of files that are proxied from the platform. */
  reverseProxyPaths: v.optional(v.array(v.string())),
  /** Whether browsers may read published content at `/api/delivery/*`. */
  deliveryProxy: v.optional(v.boolean()),
  feeds: v.optional(v.array(FeedSchema), []),
  redirects: v.optional(RedirectsSchema),
  /** Content type of the alerts above every page. */
  alerts: v.optional(v.strictObject({ contentType: fieldId })),
  /** Where visits are counted, after visitors have consented, and the content type whose only entry is the consent question. */
  analytics: v.optional(v.strictObject({ endpoint, contentType: fieldId })),
  /** Provider of map tiles; without it maps use the site's own background and no third party. */
  mapTiles: v.optional(MapTilesSchema),
  /** Content type whose only entry is the text of the not-found page. */
  notFoundPage: v.optional(v.strictObject({ contentType: fieldId })),
} as const

/** The configuration of one feed. */
export type Feed = Readonly<v.InferOutput<typeof FeedSchema>>

/** The configuration of redirects. */
export type RedirectRules = Readonly<v.InferOutput<typeof RedirectsSchema>>

/** A feed's link in documents. */
export interface FeedLink {
  readonly title: string
  readonly path: string
}

/** The feeds of a language, for the heads of its pages. */
export const feedLinks = (feeds: readonly Feed[], language: string): readonly FeedLink[] =>
  feeds.flatMap((feed) => {
    const local = feedIn(feed, language)
    return local ? [{ title: local.title, path: local.feedPath }] : []
  })

/** Title and paths of a feed and its page in one language. */
export type LocalFeed = { readonly title: string; readonly feedPath: string; readonly pagePath: string }

/** A feed's title and paths in one language; null for a language without the feed. */
export function feedIn({ title, path, page }: Feed, language: string): LocalFeed | null {
  const [own, feedPath, pagePath] = [title[language], path[language], page[language]]
  return own && feedPath && pagePath ? { title: own, feedPath, pagePath } : null
}
