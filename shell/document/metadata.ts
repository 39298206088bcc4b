import type { Json, JsonObject, PageHead } from '@tessera/shared/contract'

/** One element of the head, as data: the server renders it, the browser creates it when the page changes. */
export interface HeadElement {
  readonly tag: 'meta' | 'link'
  readonly attributes: Readonly<Record<string, string>>
}

/** The metadata of a page for search engines and for sites that link to it. */
export interface Metadata {
  readonly elements: readonly HeadElement[]
  /** Structured data: one script element for each item. */
  readonly jsonLd: readonly JsonObject[]
}

/** Size of the image that other sites show beside a link, in pixels: the one that their previews are designed for. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const

/** The metadata of a page. `origin` is the site's public one: paths become absolute addresses on it. */
export function metadataOf(head: PageHead, origin: string, siteName: string): Metadata {
  const absolute = (path: string): string => `${origin}${path}`
  const { canonicalPath, imagePath, imageAlt, alternates, robots, description } = head
  // The translation without a language in its path, if there is one, is for visitors who speak none of the site's languages.
  const defaultAlternate = alternates.find(
    ({ language, path }) => !path.startsWith(`/${language}/`) && path !== `/${language}`,
  )
  const elements = [
    named('description', description),
    robots !== undefined && named('robots', robots),
    canonicalPath !== null && link({ rel: 'canonical', href: absolute(canonicalPath) }),
    ...alternates.map(({ language, path }) =>
      link({ rel: 'alternate', hreflang: language, href: absolute(path) }),
    ),
    defaultAlternate !== undefined &&
      link({ rel: 'alternate', hreflang: 'x-default', href: absolute(defaultAlternate.path) }),
    openGraph('title', head.title),
    openGraph('type', head.openGraphType ?? 'website'),
    description !== '' && openGraph('description', description),
    openGraph('site_name', siteName),
    openGraph('locale', head.language.replace('-', '_')),
    canonicalPath !== null && openGraph('url', absolute(canonicalPath)),
    ...(imagePath === undefined
      ? []
      : [
          openGraph('image', absolute(imagePath)),
          openGraph('image:width', String(SHARE_IMAGE.width)),
          openGraph('image:height', String(SHARE_IMAGE.height)),
          openGraph('image:alt', imageAlt ?? head.title),
        ]),
    named('twitter:card', imagePath === undefined ? 'summary' : 'summary_large_image'),
  ]
  return {
    elements: elements.filter((element) => element !== false),
    jsonLd: (head.jsonLd ?? []).map((item) => ({
      '@context': 'https://schema.org',
      ...withAddresses(item, absolute),
    })),
  }
}

const named = (name: string, content: string): HeadElement => ({ tag: 'meta', attributes: { name, content } })
const openGraph = (property: string, content: string): HeadElement => ({
  tag: 'meta',
  attributes: { property: `og:${property}`, content },
})
const link = (attributes: HeadElement['attributes']): HeadElement => ({ tag: 'link', attributes })

/** Properties of schema.org that hold an address. */
const ADDRESSES = new Set([
  '@id',
  'url',
  'item',
  'image',
  'logo',
  'mainEntityOfPage',
  'contentUrl',
  'target',
  'urlTemplate',
])

/** The same data with absolute addresses instead of paths, as structured data requires. */
function withAddresses(item: JsonObject, absolute: (path: string) => string): JsonObject {
  const address = (key: string, value: Json | undefined): Json | undefined => {
    if (typeof value === 'string')
      return ADDRESSES.has(key) && value.startsWith('/') ? absolute(value) : value
    if (typeof value !== 'object' || value === null) return value
    return isList(value) ? value.map((one) => address(key, one) ?? null) : withAddresses(value, absolute)
  }
  return Object.fromEntries(Object.entries(item).map(([key, value]) => [key, address(key, value)]))
}

const isList = (value: readonly Json[] | JsonObject): value is readonly Json[] => Array.isArray(value)
