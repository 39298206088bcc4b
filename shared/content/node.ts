import type { Entry } from './entry.ts'

/** A node of the site's navigation tree. Source: specification 3, Node. */
export interface Node {
  readonly id: string
  readonly parentId?: string | null
  readonly path: string
  readonly slug?: string
  readonly displayName?: string
  readonly language?: string
  readonly childCount?: number
  readonly includeInMenu?: boolean
  readonly isCanonical?: boolean
  readonly entry?: Entry
  readonly children?: readonly Node[]
}

/** A taxonomy node. */
export interface TaxonomyNode {
  readonly key: string
  readonly name: string
  readonly path?: string
  readonly hasChildren?: boolean
  readonly children?: readonly TaxonomyNode[]
}

/** A page of a list as the delivery API gives it; `pageIndex` counts from 0. */
export interface PagedList<T> {
  readonly pageIndex: number
  readonly pageSize: number
  readonly totalCount: number
  readonly pageCount: number
  readonly items: readonly T[]
  readonly aggregations?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/** The ancestors of a path that a loaded tree already holds, root first; null unless the tree holds the whole chain. */
export function ancestorsInTree(tree: Node | null, path: string): readonly Node[] | null {
  const trail: Node[] = []
  let current = tree
  while (current) {
    if (current.path === path) return trail
    trail.push(current)
    current =
      current.children?.find((child) => path === child.path || path.startsWith(`${child.path}/`)) ?? null
  }
  const parent = trail.at(-1)
  return parent && parentPath(path) === parent.path ? trail : null
}

const parentPath = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/'
