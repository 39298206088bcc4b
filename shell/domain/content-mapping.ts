import type { ContentTypeMapping, Manifest, StaticRoute, RemoteName } from '@tessera/shared/contract'
import { bySpecificity, flattenRoutes } from './static-routes.ts'

/** A mapping or route together with the remote that declared it. */
export type Owned<T> = T & { readonly remote: RemoteName }

/** What all manifests say together: the site's routing table. */
export interface RoutingTable {
  /** The most specific pattern first. */
  readonly staticRoutes: readonly Owned<StaticRoute>[]
  readonly contentTypes: ReadonlyMap<string, Owned<ContentTypeMapping>>
  /** Whether any content type is for some visitors only: then a page's type is made sure of before its fields are asked for. */
  readonly hasProtectedTypes: boolean
  readonly frameSlots: readonly Owned<NonNullable<Manifest['frameSlots']>[number]>[]
}

/**
 * Merge manifests. A release that claims what another live remote has never comes live (route-collisions.ts), so what the first
 * keeps here is its own.
 */
export function routingTable(manifests: readonly Manifest[]): RoutingTable {
  const contentTypes = new Map<string, Owned<ContentTypeMapping>>()
  const staticRoutes = new Map<string, Owned<StaticRoute>>()
  for (const { name: remote, ...manifest } of manifests) {
    for (const route of flattenRoutes(manifest.staticRoutes ?? [])) {
      if (!staticRoutes.has(route.path)) staticRoutes.set(route.path, { ...route, remote })
    }
    for (const mapping of manifest.contentTypes ?? []) {
      if (!contentTypes.has(mapping.contentTypeId))
        contentTypes.set(mapping.contentTypeId, { ...mapping, remote })
    }
  }
  return {
    staticRoutes: [...staticRoutes.values()].toSorted(bySpecificity),
    contentTypes,
    hasProtectedTypes: [...contentTypes.values()].some(({ requireLogin }) => Boolean(requireLogin)),
    frameSlots: manifests.flatMap(({ name: remote, frameSlots }) =>
      (frameSlots ?? []).map((slot) => ({ ...slot, remote })),
    ),
  }
}

/** What the site says of a content type; `*` stands for every type that no mapping names. */
export const mappingOf = (
  contentTypeId: string,
  { contentTypes }: Pick<RoutingTable, 'contentTypes'>,
): Owned<ContentTypeMapping> | undefined => contentTypes.get(contentTypeId) ?? contentTypes.get('*')
