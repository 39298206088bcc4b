import { createContentClient, type PlatformClient } from '@tessera/shared/io'
import type { SiteConfig } from '@tessera/shared/config'
import type { Logger } from 'pino'
import { appKey, releaseKey } from '../domain/response-headers.ts'
import type { ReleaseSnapshot } from '../releases/live-releases.server.ts'
import { createChangeLog } from './change-log.ts'
import { createContentChanged, type ContentChanged } from './content-changed.server.ts'
import { createEdges, type Edges } from './edges.server.ts'
import { createPageStore, type PageStore } from './page-store.server.ts'
import { createPublicPages, type PublicPages } from './public-pages.server.ts'
import { createReleaseStamp } from './release-stamp.server.ts'
import { createTreeWatch, type TreeAnswer, type TreeWatch } from './tree-watch.server.ts'

/** Everything that is kept of a site's pages, here and in front, and what outdates it. */
export interface SiteCaches {
  readonly store: PageStore
  readonly pages: PublicPages
  readonly trees: TreeWatch
  readonly contentChanged: ContentChanged
  /** A release of an app has come live: pages that it takes part in are others now. */
  releaseChanged(app: string): void
  close(): void
}

/** What the caches of a site are made from. */
export interface CacheSources {
  readonly config: SiteConfig
  readonly platformClient: PlatformClient
  readonly snapshot: () => ReleaseSnapshot
  /** Addresses of caches in front. */
  readonly edges: readonly string[]
  readonly log: Pick<Logger, 'warn'>
}

/** Empty caches. */
export function createSiteCaches({
  config,
  platformClient,
  snapshot,
  edges: urls,
  log,
}: CacheSources): SiteCaches {
  const { alias, limits } = config
  const stamp = createReleaseStamp()
  const store = createPageStore({ maxEntries: limits.pageEntries, maxBytes: limits.pageBytes, alias })
  const pages = createPublicPages({
    store,
    changes: createChangeLog(),
    alias,
    freshMs: limits.pageFreshMs,
    stampFor: (apps) => stamp(snapshot(), apps),
    now: () => performance.now(),
  })
  const edges: Edges = createEdges({
    urls,
    siteKey: appKey(alias),
    onFailure: (edge, err) => log.warn({ edge, err }, 'cache in front not told'),
  })
  const trees = createTreeWatch({
    alias,
    onChange(keys) {
      pages.drop(keys)
      edges.purge(keys)
    },
  })
  const loadTrees = () => loadMenus(config, platformClient)
  let routes = snapshot().table
  return {
    store,
    pages,
    trees,
    contentChanged: createContentChanged({ platformClient, pages, edges, trees, loadTrees, alias }),
    releaseChanged(app) {
      // Pages that are kept here are compared with what is live whenever one is asked for.
      const { table } = snapshot()
      edges.purge([table === routes ? releaseKey(alias, app) : appKey(alias)])
      routes = table
    },
    close: () => edges.close(),
  }
}

/** The trees that menus are made of, in every language, as pages ask for them: the next page finds them there. */
async function loadMenus(config: SiteConfig, platformClient: PlatformClient): Promise<readonly TreeAnswer[]> {
  const found: TreeAnswer[] = []
  const client = createContentClient({
    config,
    platformClient,
    request: { onKeys: (_keys, { url, data }) => void found.push({ url, data }) },
  })
  const { supported } = config.languages
  await Promise.allSettled(
    supported.map((language) => client.rootNode({ depth: config.limits.navigationDepth, language })),
  )
  return found
}
