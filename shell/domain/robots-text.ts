/** What robots.txt is made from. */
export interface RobotsInput {
  /** Whether the host that was asked is one that only authors reach. */
  readonly isPreviewHost: boolean
  readonly origin: string
  /** Put before the site's own paths: empty for the primary language, `/cy` for another. */
  readonly prefixes: readonly string[]
  /** Patterns of routes that are of one visitor only, e.g. `/account/login`. */
  readonly privateRoutes: readonly string[]
}

/** What no crawler needs: previews, the state of pages, results of searches. */
const NEVER = ['/preview/', '/*?redux=', '/*&redux=']

/** robots.txt of a host. Source: RFC 9309. */
export function robotsText({ isPreviewHost, origin, prefixes, privateRoutes }: RobotsInput): string {
  if (isPreviewHost) return 'User-agent: *\nDisallow: /\n'
  const own = prefixes.flatMap((prefix) => [
    `${prefix}/search?`,
    ...privateRoutes.map((route) => `${prefix}${literalPart(route)}`),
  ])
  const rules = [...new Set([...NEVER, ...own])].map((path) => `Disallow: ${path}\n`)
  return `User-agent: *\n${rules.join('')}\nSitemap: ${origin}/sitemap.xml\n`
}

/** A pattern up to its first parameter. */
function literalPart(pattern: string): string {
  const segments = pattern.split('/').filter(Boolean)
  const fixed = segments.findIndex((segment) => segment.startsWith(':') || segment === '*')
  return `/${(fixed < 0 ? segments : segments.slice(0, fixed)).join('/')}`
}
