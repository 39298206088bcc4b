import { entryLimits, hasLimits, type Node } from '@tessera/shared/content'
import type { NodeOptions } from '@tessera/shared/contract'
import { mappingOf } from '../domain/content-mapping.ts'
import { decideAccess } from '../domain/decide-access.ts'
import { relativeNode } from '../domain/relative-node.ts'
import type { FamilyRequest } from './load-family.ts'
import type { RouteIo } from './route-request.ts'

/** The tree as one page wants it; null when it is content with the one that every page has, or could not have its own. */
export interface OwnTree {
  readonly root: Node | null
  readonly isComplete: boolean
}

interface Request extends Pick<FamilyRequest, 'lane' | 'visitor'> {
  readonly options: NodeOptions
  readonly language: string
}

/** Load the tree for a page that asks for more of it than its menu shows. Fails soft, as all relatives do. */
export async function loadOwnTree(
  { options: { tree: wish }, lane, visitor, language }: Request,
  { table, tree }: Pick<RouteIo, 'table' | 'tree'>,
): Promise<OwnTree> {
  if (typeof wish !== 'object') return { root: null, isComplete: true }
  const limits = hasLimits(wish) ? entryLimits(wish, undefined) : undefined
  const maySee = (contentTypeId: string) =>
    decideAccess(mappingOf(contentTypeId, table)?.requireLogin, visitor) === 'allow'
  try {
    const known = await tree
    const depth = wish.depth ?? known?.depth ?? 1
    const root =
      !limits && known && depth <= known.depth
        ? known.root
        : await lane.client.rootNode({ depth, language, ...(limits ? { entryLimits: limits } : {}) })
    return { root: relativeNode(root, { depth, maySee: limits ? maySee : null }), isComplete: true }
  } catch {
    return { root: null, isComplete: false } // the page is shown with the menu's tree
  }
}
