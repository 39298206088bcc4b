/** How deep links are resolved: for the whole entry, and for single fields by dotted path. */
export type LinkDepths = { readonly depth: number; readonly fields: ReadonlyMap<string, number> }

/** A deeper request is treated like this depth. Source: protocol 1.3. */
export const MAX_LINK_DEPTH = 10

/**
 * Whether a link at a path may be resolved. `path` leads from the root entry; `hops` says after how many segments a
 * link was followed. The longest field path that leads to the link decides instead of the general depth. Source: protocol 1.9.
 */
export function isAllowed(path: readonly string[], hops: readonly number[], depths: LinkDepths): boolean {
  for (let length = path.length; length > 0 && depths.fields.size > 0; length -= 1) {
    const limit = depths.fields.get(path.slice(0, length).join('.'))
    if (limit === undefined) continue
    const hopsInside = hops.filter((at) => at >= length).length
    return hopsInside + 1 <= limit
  }
  return hops.length + 1 <= depths.depth
}
