import { ancestorsInTree, type Node } from '@tessera/shared/content'
import type { ContentClient, NodeOptions } from '@tessera/shared/contract'
import { isInMenu } from '../domain/menu-tree.ts'

/** The relatives of a node. A part that could not be had is empty, and `isComplete` says so. */
export interface Family {
  readonly ancestors: readonly Node[]
  readonly children: readonly Node[]
  readonly siblings: readonly Node[]
  readonly isComplete: boolean
}

/**
 * Load the relatives that a page asks for, each failing soft: a missing menu never stops a page. Source: specification 8.
 * What the tree or the node itself already tells is not asked for again.
 */
export async function loadFamily(
  node: Node,
  tree: Node | null,
  options: NodeOptions,
  client: Pick<ContentClient, 'ancestors' | 'children' | 'siblings'>,
): Promise<Family> {
  let isComplete = true
  const soft = async (wanted: boolean, load: () => Promise<readonly Node[]>): Promise<readonly Node[]> => {
    if (!wanted) return []
    try {
      return await load()
    } catch {
      isComplete = false // the page is shown without this part
      return []
    }
  }
  const known = ancestorsInTree(tree, node.path)
  const depth = typeof options.children === 'object' ? (options.children.depth ?? 1) : 1
  const call = { language: node.language }
  const [ancestors, children, siblings] = await Promise.all([
    known ?? soft(options.ancestors !== false, () => client.ancestors(node.id, call)),
    soft(Boolean(options.children) && node.childCount !== 0, () =>
      client.children(node.id, { ...call, depth }),
    ),
    soft(Boolean(options.siblings), () => client.siblings(node.id, call)),
  ])
  return { ancestors, children: children.filter(isInMenu), siblings: siblings.filter(isInMenu), isComplete }
}
