import type { Logger } from 'pino'
import { createContentClient, type PlatformClient } from '@tessera/shared/io'
import type { SiteConfig } from '@tessera/shared/config'
import { anyUpdateKey, appKey, releaseKey } from '../http/caching-headers.ts'
import { createCdnPurge, type CdnPurge } from './cdn-purge.server.ts'
import {
  createChangeLog,
  createPublicPages,
  createReleaseStamp,
  type PublicPages,
} from './page-cache.server.ts'
import { createTreeFingerprints, type TreeAnswer, type TreeFingerprints } from './tree-fingerprint.server.ts'
import { createSwitchedKeys, type SwitchedKeys } from '../verdicts/last-purge.server.ts'
import type { LiveReleases } from '../releases/live-releases.server.ts'
import { createPageStore, type PageStore } from './page-store.server.ts'

/** What a change has dropped, for the log and for tests. */
interface Dropped {
  readonly answers: number
  readonly pages: number
}

interface Options {
  readonly platformClient: Pick<PlatformClient, 'dropByKeys' | 'clear'>
  readonly pages: PublicPages
  readonly cdn: CdnPurge
  readonly trees: TreeFingerprints
  /** Fetch the trees that pages show; those that cannot be had are left out. */
  readonly loadTrees: () => Promise<readonly TreeAnswer[]>
  readonly alias: string
}

/**
 * Forget everything that was made from content that has changed: the platform's answers first, then the pages of this
 * process, then those of the caches in front, so that nothing is made anew from what is old. Resolves when the menus have
 * been looked at too.
 */
export type ContentChanged = (keys: readonly string[]) => Promise<Dropped>

/** How this shell learns that content has changed. */
function createContentChanged(options: Options): ContentChanged {
  const { platformClient, pages, cdn, trees, loadTrees, alias } = options
  return async (keys) => {
    // The platform names this key when it cannot name everything that has changed.
    if (keys.some((key) => key.endsWith('_any-update'))) {
      platformClient.clear()
      const dropped = pages.drop([appKey(alias), ...keys])
      cdn.purge([appKey(alias)])
      return { answers: 0, pages: dropped }
    }
    // A new node is in lists and trees that none of its keys names yet.
    const answers = platformClient.dropByKeys([...keys, 'tree', 'nodes'])
    const dropped = pages.drop(keys)
    cdn.purge([...keys, anyUpdateKey(alias)])
    const seen = new Set((await loadTrees()).map((tree) => trees.revalidate(tree)))
    const unseen = trees.keysBut(seen)
    if (unseen.length === 0) return { answers, pages: dropped }
    cdn.purge(unseen)
    return { answers, pages: dropped + pages.drop(unseen) }
  }
}

/** Everything that is kept of a site's pages, here and in front, and what outdates it. */
export interface SiteCaches {
  readonly store: PageStore
  readonly pages: PublicPages
  readonly trees: TreeFingerprints
  readonly contentChanged: ContentChanged
  /** What caches in front were purged of because releases came live, until it is forgotten. */
  readonly switched: SwitchedKeys
  close(): void
}

/** What the caches of a site are made from. */
interface CacheSources {
  readonly config: SiteConfig
  readonly platformClient: PlatformClient
  readonly releases: Pick<LiveReleases, 'snapshot' | 'subscribe'>
  /** Addresses of caches in front. */
  readonly purgeUrls: readonly string[]
  readonly log: Pick<Logger, 'warn'>
}

/** Empty caches. */
export function createSiteCaches({
  config,
  platformClient,
  releases,
  purgeUrls: urls,
  log,
}: CacheSources): SiteCaches {
  const { alias, limits } = config
  const store = createPageStore({ maxEntries: limits.pageEntries, maxBytes: limits.pageBytes, alias })
  const pages = createPublicPages({
    store,
    changes: createChangeLog(),
    alias,
    freshMs: limits.pageFreshMs,
    stampFor: createReleaseStamp(),
    now: () => performance.now(),
    wallClock: () => Date.now(),
  })
  const cdn = createCdnPurge({
    urls,
    siteKey: appKey(alias),
    onFailure: (edge, err) => log.warn({ edge, err }, 'cache in front not purged'),
  })
  const trees = createTreeFingerprints({
    alias,
    onChange(keys) {
      pages.drop(keys)
      cdn.purge(keys)
    },
  })
  const loadTrees = () => loadMenus(config, platformClient)
  let routes = releases.snapshot().table
  const switched = createSwitchedKeys((keys) => cdn.purge(keys))
  // Pages that are kept here are compared with what is live whenever one is asked for; caches in front have to be told.
  releases.subscribe((app) => {
    const { table } = releases.snapshot()
    const key = table === routes ? releaseKey(alias, app) : appKey(alias)
    switched.purge(key)
    routes = table
  })
  return {
    store,
    pages,
    trees,
    contentChanged: createContentChanged({ platformClient, pages, cdn, trees, loadTrees, alias }),
    switched,
    close: () => cdn.close(),
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
