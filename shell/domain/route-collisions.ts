import type { Manifest } from '@tessera/shared/contract'
import { flattenRoutes, patternShapes } from './static-routes.ts'

/** What a manifest lays claim to: each claim as a reader of the log would name it. */
function claimsOf({ staticRoutes = [], contentTypes = [], frameSlots = [], stateKeys = [] }: Manifest) {
  return [
    ...flattenRoutes(staticRoutes).flatMap(({ path }) =>
      patternShapes(path).map((shape) => ({ key: `route ${shape}`, name: `the route "${path}"` })),
    ),
    ...contentTypes.map(({ contentTypeId: id }) => ({ key: `type ${id}`, name: `the content type "${id}"` })),
    ...frameSlots.map(({ id }) => ({ key: `slot ${id}`, name: `the slot "${id}" of the frame` })),
    ...stateKeys.map((key) => ({ key: `state ${key}`, name: `the state key "${key}"` })),
  ]
}

/** What a manifest claims that belongs to another remote: one line each, empty when they can live together. */
export function findCollisions(candidate: Manifest, others: readonly Manifest[]): readonly string[] {
  const taken = new Map<string, string>()
  for (const other of others) {
    if (other.name === candidate.name) continue
    for (const { key, name } of claimsOf(other)) taken.set(key, `${name} of ${other.name}`)
  }
  const collisions = claimsOf(candidate).flatMap(({ key, name }) => {
    const theirs = taken.get(key)
    return theirs === undefined ? [] : [`${name} collides with ${theirs}`]
  })
  return [...new Set(collisions)]
}

/** What a manifest claims twice. */
export function findRepetitions(manifest: Manifest): readonly string[] {
  const seen = new Set<string>()
  const repeated = claimsOf(manifest).flatMap(({ key, name }) => {
    if (seen.has(key)) return [`${name} is declared more than once`]
    seen.add(key)
    return []
  })
  return [...new Set(repeated)]
}
