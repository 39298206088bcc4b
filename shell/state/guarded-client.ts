import type { ContentClient, JsonObject } from '@tessera/shared/contract'
import { withoutGuarded, type GuardedTypes } from '../domain/guarded-types.ts'

/**
 * A client whose answers hold nothing of entries that the visitor may not read, wherever in them these stand: linked to what is
 * shown, among the results of a search, in a list. Access is so decided before anything is put in state, by one rule for every
 * remote. Of such an entry its id and type are left, by which the route knows to ask for a sign-in. Source: specification 4 and 6.
 */
export function guardedClient(client: ContentClient, types: GuardedTypes): ContentClient {
  if (!types.some) return client
  const open = async <T>(answer: Promise<T>): Promise<T> => withoutGuarded(await answer, types) as T
  return {
    nodeByPath: (path, options) => open(client.nodeByPath(path, options)),
    rootNode: (options) => open(client.rootNode(options)),
    ancestors: (nodeId, options) => open(client.ancestors(nodeId, options)),
    children: (nodeId, options) => open(client.children(nodeId, options)),
    siblings: (nodeId, options) => open(client.siblings(nodeId, options)),
    nodeOfEntry: (entryId, options) => open(client.nodeOfEntry(entryId, options)),
    entry: (id, options) => open(client.entry(id, options)),
    // Left out before they are counted and paged, not taken from a page of results.
    search: (query) =>
      open(client.search({ ...query, where: [...query.where, types.condition as JsonObject] })),
    taxonomyNode: (key, options) => client.taxonomyNode(key, options),
    formMap: (contentId) => client.formMap(contentId),
  }
}
