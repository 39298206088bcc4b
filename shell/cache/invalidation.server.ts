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
import { createSwitchedKeys, type SwitchedKeys } from '../reports/last-purge.server.ts'
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
  /** Fetch the trees that pages show; those that cannot be fetched are left out. */
  readonly loadTrees: () => Promise<readonly TreeAnswer[]>
  readonly alias: string
}

/**
 * Drop everything that was rendered from changed content: first the cached answers of the platform, then the pages of this
 * process, then those of the caches in front, so that no page is rendered again from old data. Resolves after the menus
 * have been compared too.
 */
export type ContentChanged = (keys: readonly string[]) => Promise<Dropped>

/** Creates this shell's handler of content changes. */
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
    // A new node appears in lists and trees whose keys do not name it yet.
    const answers = platformClient.dropByKeys([...keys, 'tree', 'nodes'])
    const dropped = pages.drop(keys)
    cdn.purge([...keys, anyUpdateKey(alias)])
    const seen = new Set((await loadTrees()).map((tree) => trees.revalidate(tree)))
    const unseen = trees.keysExcept(seen)
    if (unseen.length === 0) return { answers, pages: dropped }
    cdn.purge(unseen)
    return { answers, pages: dropped + pages.drop(unseen) }
  }
}

/** The caches of a site's pages, in this process and in front, with their invalidation. */
export interface SiteCaches {
  readonly store: PageStore
  readonly pages: PublicPages
  readonly trees: TreeFingerprints
  readonly contentChanged: ContentChanged
  /** Keys that caches in front were purged of because releases came live here, until they are forgotten. */
  readonly switched: SwitchedKeys
  /** To be called when no page is being made any more: pages from before a release may have been made until now. */
  close(): Promise<void>
}

/** The dependencies of a site's caches. */
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
    // Without user name and password, which an address may contain.
    onFailure: (url, err) => log.warn({ edge: new URL(url).origin, err }, 'cache in front not purged'),
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
  // Pages cached here are checked against the live releases at each request; caches in front must be purged.
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
    close() {
      switched.purgeAgain()
      return cdn.close()
    },
  }
}

/** Fetch the trees of the menus in every language, with the calls that pages make: the next page finds them in the cache. */
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
