import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { mappingOf } from '../../releases/routing-table.ts'
import { anyUpdateKey, appKey } from '../../http/caching-headers.ts'
import { languagePrefix, staticAlternates } from '../../http/paths.ts'
import { siteError } from '../../errors.ts'
import { hostNameOf } from '../../http/server.server.ts'
import { sendText, siteClient, type SiteClientSources } from '../../page/public-texts.server.ts'
import { sitePages } from './sitemap-pages.ts'
import { sitemapIndex, type SitePage } from './sitemap-xml.ts'
import type { Sitemaps } from './sitemaps.server.ts'

const XML = 'application/xml; charset=utf-8'

/** The dependencies of sitemaps and robots.txt. */
export interface SitemapSources extends SiteClientSources {
  /** Whether only authors can reach a host; search engines must not index it. */
  readonly isPreviewHost: (host: string) => boolean
}

/** Registers robots.txt, the sitemap index, and the files that it names. */
export function sitemapRoutes(app: FastifyInstance, sources: SitemapSources, sitemaps: Sitemaps): void {
  const { config, releases } = sources
  const headers = {
    'cache-control': 'public, max-age=300',
    'surrogate-control': 'max-age=300',
    'surrogate-key': `${appKey(config.alias)} ${anyUpdateKey(config.alias)}`,
  }

  app.get('/robots.txt', (request, reply) => {
    const text = robotsText({
      isPreviewHost: sources.isPreviewHost(hostNameOf(request)),
      origin: config.publicUrl,
      prefixes: config.languages.supported.map((language) => languagePrefix(language, config.languages)),
      privateRoutes: releases
        .snapshot()
        .table.staticRoutes.flatMap((route) => (route.private ? route.path : [])),
    })
    return sendText({ type: 'text/plain; charset=utf-8', text, headers }, request, reply)
  })
  app.get('/sitemap.xml', async (request, reply) => {
    const set = await sitemaps.current()
    if (!set) return sendRetryLater(reply)
    return sendText({ type: XML, text: sitemapIndex(set.files, config.publicUrl), headers }, request, reply)
  })
  app.get<{ Params: { readonly file: string } }>(
    '/:file(^sitemap-[a-z0-9-]+-\\d+\\.xml$)',
    async (request, reply) => {
      const set = await sitemaps.current()
      if (!set) return sendRetryLater(reply)
      const file = set.files.find(({ name }) => name === request.params.file)
      if (!file) throw siteError('site/no-sitemap')
      return reply
        .headers(headers)
        .type(XML)
        .send(createReadStream(path.join(set.folder, file.name)))
    },
  )
}

const sendRetryLater = (reply: FastifyReply): FastifyReply =>
  reply
    .code(503)
    .headers({ 'retry-after': '30', 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send('The sitemap is being made. Please come again.')

/** The pages of the remotes' static routes, then the pages of content. */
export async function* allPages(sources: SiteClientSources): AsyncGenerator<readonly SitePage[]> {
  const { languages } = sources.config
  const { table } = sources.releases.snapshot()
  for (const { path, private: isPrivate, requireLogin } of table.staticRoutes) {
    const literal = path.replace(/(\/:\w+\?)+$/, '') || '/'
    if (isPrivate || requireLogin || /[:*]/.test(literal)) continue
    const pages = staticAlternates(literal, languages)
    yield pages.length > 0 ? pages : [{ language: languages.primary, path: literal }]
  }
  const { client } = siteClient(sources, { language: languages.primary, isCached: false })
  yield* sitePages(client, {
    mappingOf: (contentTypeId) => mappingOf(contentTypeId, table),
    languages: languages.supported,
  })
}

/** The input of robots.txt. */
interface RobotsInput {
  /** Whether only authors can reach the requested host. */
  readonly isPreviewHost: boolean
  readonly origin: string
  /** Path prefixes of the languages: empty for the primary one, e.g. `/cy` for another. */
  readonly prefixes: readonly string[]
  /** Patterns of private routes, e.g. `/account/login`. */
  readonly privateRoutes: readonly string[]
}

/** Paths that crawlers may not request on any site: previews, and the state of pages. */
const NEVER = ['/preview/', '/*?redux=', '/*&redux=']

/** robots.txt of a host. Source: RFC 9309. */
function robotsText({ isPreviewHost, origin, prefixes, privateRoutes }: RobotsInput): string {
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
