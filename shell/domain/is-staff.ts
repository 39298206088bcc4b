import type { User } from '@tessera/shared/contract'

/**
 * Whether somebody belongs to the site's staff: a group that the platform vouches for, by id or name. The `isStaff` flag of a
 * user follows the email's domain and is never an input here. Source: reference security 1.13.
 */
export const isStaffMember = (user: Pick<User, 'groups'> | null, staffGroups: readonly string[]): boolean =>
  user !== null && user.groups.some(({ id, name }) => staffGroups.includes(id) || staffGroups.includes(name))
