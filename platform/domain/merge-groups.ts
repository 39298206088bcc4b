import type { Group } from './content.ts'

/** A group as it was created or changed through the API; null when it was removed. */
export type GroupChange = { readonly id: string; readonly group: Group | null }

/** The groups of a seed with later changes applied: those of the seed first, in its order. */
export function mergeGroups(seeded: readonly Group[], changes: readonly GroupChange[]): readonly Group[] {
  if (changes.length === 0) return seeded
  const left = new Map(changes.map(({ id, group }) => [id, group]))
  const merged = seeded.flatMap((group) => {
    const changed = left.get(group.id)
    left.delete(group.id)
    return changed === undefined ? [group] : changed === null ? [] : [changed]
  })
  return [...merged, ...[...left.values()].filter((group) => group !== null)]
}
