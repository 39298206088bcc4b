import type { FastifyInstance } from 'fastify'
import type { PlatformClient } from '@tessera/shared/io'
import { iconFile } from '../../document/assets.server.ts'
import type { ShellContext } from '../../page/shell-context.server.ts'
import { feedRoutes } from './feeds.server.ts'
import { sitemapRoutes } from './sitemap-routes.server.ts'

/**
 * What every site has besides its pages: robots.txt, sitemaps, feeds, and an icon for those who read no HTML.
 * What it returns is to be told when content has changed.
 */
export function siteRoutes(
  app: FastifyInstance,
  shell: ShellContext,
  platformClient: PlatformClient,
): () => void {
  feedRoutes(app, shell, platformClient)
  app.get('/favicon.ico', (_request, reply) => {
    const { href } = iconFile(shell.releases.snapshot().shell, shell.files)
    return reply.header('cache-control', 'public, max-age=3600').redirect(href, 302)
  })
  return sitemapRoutes(app, shell, platformClient)
}
