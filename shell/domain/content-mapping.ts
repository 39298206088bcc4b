import type { ContentTypeMapping, Manifest, StaticRoute, RemoteName } from '@tessera/shared/contract'

/** A mapping or route together with the remote that declared it. */
export type Owned<T> = T & { readonly remote: RemoteName }

/** What all manifests say together: the site's routing table. */
export interface RoutingTable {
  readonly staticRoutes: readonly Owned<StaticRoute>[]
  readonly contentTypes: ReadonlyMap<string, Owned<ContentTypeMapping>>
  readonly frameSlots: readonly Owned<NonNullable<Manifest['frameSlots']>[number]>[]
}

/** Merge manifests; where two remotes claim the same route or content type, the first keeps it. */
export function routingTable(manifests: readonly Manifest[]): RoutingTable {
  const contentTypes = new Map<string, Owned<ContentTypeMapping>>()
  const staticRoutes = new Map<string, Owned<StaticRoute>>()
  for (const { name: remote, ...manifest } of manifests) {
    for (const route of manifest.staticRoutes ?? []) {
      if (!staticRoutes.has(route.path)) staticRoutes.set(route.path, { ...route, remote })
    }
    for (const mapping of manifest.contentTypes ?? []) {
      if (!contentTypes.has(mapping.contentTypeId))
        contentTypes.set(mapping.contentTypeId, { ...mapping, remote })
    }
  }
  return {
    staticRoutes: [...staticRoutes.values()],
    contentTypes,
    frameSlots: manifests.flatMap(({ name: remote, frameSlots }) =>
      (frameSlots ?? []).map((slot) => ({ ...slot, remote })),
    ),
  }
}
