import type { FastifyInstance } from 'fastify'
import type { PlatformGate } from '@tessera/shared/io'
import type { ShellContext } from '../server/shell-context.server.ts'
import { feedRoutes } from './feed-routes.server.ts'
import { sitemapRoutes } from './sitemap-routes.server.ts'

/** What every site has besides its pages: robots.txt, sitemaps, feeds. */
export function siteRoutes(app: FastifyInstance, shell: ShellContext, gate: PlatformGate): void {
  sitemapRoutes(app, shell, gate)
  feedRoutes(app, shell, gate)
}
