import * as v from 'valibot'
import { GROUPS_PAGE_SIZE } from '@tessera/shared/config'
import type { User, UserGroup } from '@tessera/shared/contract'

const text = v.optional(v.nullable(v.string()), '')
const UserSchema = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  username: text,
  email: text,
  firstName: text,
  lastName: text,
})
const GroupsSchema = v.object({
  items: v.array(v.object({ id: v.string(), name: v.optional(v.nullable(v.string()), '') })),
})

/**
 * The user of two answers of the platform: about the user, and about their groups. Null when either is not what it should
 * be. `staffDomain` is the vendor's: an email at exactly that domain makes the staff flag. Source: specification 3, User.
 */
export function readUser(about: unknown, groups: unknown, staffDomain: string): User | null {
  const user = v.safeParse(UserSchema, about)
  const list = v.safeParse(GroupsSchema, groups)
  if (!user.success || !list.success) return null
  const { id, ...rest } = user.output
  const username = rest.username ?? ''
  const email = rest.email ?? ''
  const firstName = rest.firstName ?? ''
  const lastName = rest.lastName ?? ''
  const name = [firstName, lastName].filter(Boolean).join(' ') || username
  const isStaff = email.toLowerCase().split('@').at(-1) === staffDomain && email.includes('@')
  return {
    id,
    username,
    email,
    firstName,
    lastName,
    name,
    groups: list.output.items.map(asGroup).slice(0, GROUPS_PAGE_SIZE),
    isStaff,
  }
}

const asGroup = ({ id, name }: { readonly id: string; readonly name: string | null }): UserGroup => ({
  id,
  name: name ?? '',
})
