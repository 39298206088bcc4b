import type { RequireLogin } from '@tessera/shared/contract'

/** Somebody who has signed in, as far as access is concerned. */
export interface Visitor {
  readonly groups: readonly { readonly id?: string; readonly name?: string }[]
  /** Belongs to the groups that the site names as its staff. */
  readonly isStaffMember?: boolean
}

type AccessDecision = 'allow' | 'sign-in' | 'access-denied'

/** Whether a visitor may see something. Source: specification 6, Roles and permissions. */
export function decideAccess(requirement: RequireLogin | undefined, visitor: Visitor | null): AccessDecision {
  if (!requirement) return 'allow'
  if (!visitor) return 'sign-in'
  if (requirement === 'staff') return visitor.isStaffMember ? 'allow' : 'access-denied'
  if (requirement === true || requirement.length === 0) return 'allow'
  const isMember = requirement.some((wanted) => visitor.groups.some((group) => isSameGroup(wanted, group)))
  return isMember ? 'allow' : 'access-denied'
}

// Two groups without ids are not the same group: compare only what both have.
const isSameGroup = (a: Visitor['groups'][number], b: Visitor['groups'][number]): boolean =>
  (a.id !== undefined && a.id === b.id) || (a.name !== undefined && a.name === b.name)

/** The groups that a requirement names, by id or name; none when any signed-in visitor will do, or everybody. */
export const requiredGroups = (requirement: RequireLogin | undefined): readonly string[] =>
  Array.isArray(requirement)
    ? requirement.flatMap(
        ({ id, name }: { readonly id?: string; readonly name?: string }) => id ?? name ?? [],
      )
    : []
