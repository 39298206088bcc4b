import type { FastifyPluginAsync } from 'fastify'
import type { Logger } from 'pino'
import { iconFile, type FileRules } from '../../document/document.server.ts'
import { errorFacts } from '../../http/request-log.server.ts'
import type { Redirects } from '../../page/not-found.server.ts'
import { feedRoutes, type FeedSources } from './feeds.server.ts'
import { feedLinks, type FeedLink, type RedirectRules } from './options.ts'
import { createRedirects } from './redirects.server.ts'
import { allPages, sitemapRoutes, type SitemapSources } from './sitemap-routes.server.ts'
import type { SitemapSize } from './sitemap-writer.server.ts'
import { createSitemaps } from './sitemaps.server.ts'

/** The features of every site besides its pages. */
interface Site {
  /** robots.txt, sitemaps, feeds, and /favicon.ico for clients that do not read HTML. */
  readonly routes: FastifyPluginAsync
  /** Redirects of authors; null if the site has none. */
  readonly redirects: Redirects | null
  /** The feeds of a language, for the heads of its pages. */
  readonly feedLinks: (language: string) => readonly FeedLink[]
  /** To be called when content has changed: the next request for sitemaps renews them. */
  readonly contentChanged: () => void
}

interface SiteOptions extends FeedSources, SitemapSources {
  readonly files: FileRules
  readonly redirects: RedirectRules | null
  /** Folder of the sitemaps, and the greatest size of one file. */
  readonly sitemaps: { readonly folder: string; readonly size?: SitemapSize }
  readonly log: Pick<Logger, 'warn'>
}

/** The basic features of a site, by its configuration. */
export function createSite(options: SiteOptions): Site {
  const { config, feeds, files, log, redirects, releases } = options
  const sitemaps = createSitemaps({
    ...options.sitemaps,
    origin: config.publicUrl,
    pages: () => allPages(options),
    onError: (error) => log.warn(errorFacts(error), 'sitemap not made'),
  })
  return {
    redirects: redirects && createRedirects(redirects),
    feedLinks: (language) => feedLinks(feeds, language),
    contentChanged: () => sitemaps.invalidate(),
    routes: async (app) => {
      feedRoutes(app, options)
      app.get('/favicon.ico', (_request, reply) => {
        const { href } = iconFile(releases.snapshot().shell, files)
        return reply.header('cache-control', 'public, max-age=3600').redirect(href, 302)
      })
      sitemapRoutes(app, options, sitemaps)
    },
  }
}
