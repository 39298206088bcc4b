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
  /** Only in menus, on a node that is not the canonical one of its page: the path of the canonical node. */
  readonly canonicalPath?: string
  readonly entry?: Entry
  readonly children?: readonly Node[]
  /** Only on the current node: root first, without the node itself. */
  readonly ancestors?: readonly Node[]
  /** Only on the current node; it is included itself. */
  readonly siblings?: readonly Node[]
}

/** A content type as the delivery API describes it; its fields have the platform's own shape. */
export interface ContentType {
  readonly id: string
  readonly [member: string]: unknown
}

/** A taxonomy node. */
export interface TaxonomyNode {
  readonly key: string
  readonly name: string
  readonly path?: string
  readonly hasChildren?: boolean
  readonly children?: readonly TaxonomyNode[]
}

/** A page of a list as the delivery API answers it; `pageIndex` counts from 0. */
export interface PagedList<T> {
  readonly pageIndex: number
  readonly pageSize: number
  readonly totalCount: number
  readonly pageCount: number
  readonly items: readonly T[]
  readonly aggregations?: Readonly<Record<string, Readonly<Record<string, number>>>>
}
