import type { PlatformClient } from '@tessera/shared/io'
import { anyUpdateKey, appKey } from '../domain/response-headers.ts'
import type { Edges } from './edges.server.ts'
import type { PublicPages } from './public-pages.server.ts'
import type { TreeAnswer, TreeWatch } from './tree-watch.server.ts'

/** What a change has dropped, for the log and for tests. */
export interface Dropped {
  readonly answers: number
  readonly pages: number
}

interface Options {
  readonly platformClient: Pick<PlatformClient, 'dropByKeys' | 'clear'>
  readonly pages: PublicPages
  readonly edges: Edges
  readonly trees: TreeWatch
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
export function createContentChanged(options: Options): ContentChanged {
  const { platformClient, pages, edges, trees, loadTrees, alias } = options
  return async (keys) => {
    // The platform names this key when it cannot name everything that has changed.
    if (keys.some((key) => key.endsWith('_any-update'))) {
      platformClient.clear()
      const dropped = pages.drop([appKey(alias), ...keys])
      edges.purge([appKey(alias)])
      return { answers: 0, pages: dropped }
    }
    // A new node is in lists and trees that none of its keys names yet.
    const answers = platformClient.dropByKeys([...keys, 'tree', 'nodes'])
    const dropped = pages.drop(keys)
    edges.purge([...keys, anyUpdateKey(alias)])
    const seen = new Set((await loadTrees()).map((tree) => trees.lookAgain(tree)))
    const unseen = trees.keysBut(seen)
    if (unseen.length === 0) return { answers, pages: dropped }
    edges.purge(unseen)
    return { answers, pages: dropped + pages.drop(unseen) }
  }
}
