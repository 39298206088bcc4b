import type { FastifyInstance } from 'fastify'
import type { PlatformGate } from '@tessera/shared/io'
import type { ShellContext } from '../server/shell-context.server.ts'
import { feedRoutes } from './feed-routes.server.ts'
import { sitemapRoutes } from './sitemap-routes.server.ts'

/** What every site has besides its pages: robots.txt, sitemaps, feeds. What it returns is to be told when content has changed. */
export function siteRoutes(app: FastifyInstance, shell: ShellContext, gate: PlatformGate): () => void {
  feedRoutes(app, shell, gate)
  return sitemapRoutes(app, shell, gate)
}
