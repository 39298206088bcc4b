import type { Access, Group } from './content.ts'

/** The groups of a visitor, inherited ones included; null when nobody is signed in. */
export type Visitor = readonly string[] | null

/** What a visitor may do with a restricted entry. */
export type AccessDecision = 'allowed' | 'sign-in' | 'forbidden'

/** Decide about one entry. Source: protocol 1.21. */
export function decideAccess(access: Access | null | undefined, visitor: Visitor): AccessDecision {
  const groups = access?.groups ?? []
  if (!access || (!access.requireLogin && groups.length === 0)) return 'allowed'
  if (visitor === null) return 'sign-in'
  return groups.length === 0 || groups.some((group) => visitor.includes(group)) ? 'allowed' : 'forbidden'
}

/**
 * The ids of the groups and of all their ancestors: a member of a child group counts as a member of its parents. A removed
 * group gives no rights any more, even to its former members.
 */
export function inheritedGroups(groups: readonly Group[], direct: readonly string[]): readonly string[] {
  const found = new Set(groups.filter(({ id }) => direct.includes(id)).map(({ id }) => id))
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const group of groups)
      if (group.childGroupIds?.some((child) => found.has(child))) found.add(group.id)
  }
  return [...found]
}
