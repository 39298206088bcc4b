import type { Group, SeedUser } from '../domain/content.ts'

/** A user as answers show it; never with a password. */
export function userToWire(user: SeedUser): object {
  const { id, username, email, status = {} } = user
  const { active = true, suspended = false, locked = false, passwordResetRequired = false } = status
  return {
    id,
    username,
    email,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    timezone: user.timezone ?? 'Europe/London',
    language: user.language ?? 'en-GB',
    custom: user.custom ?? {},
    credentials: { provider: { name: 'Contensis' } },
    status: { active, suspended, locked, passwordResetRequired },
    created: user.created ?? null,
    modified: user.modified ?? null,
    passwordChanged: user.passwordChanged ?? null,
  }
}

/** A group as answers show it. */
export function groupToWire({ id, name, description = '', type = 'contensis', custom = {} }: Group): object {
  return { id, name, description, type, custom }
}

/** One page of a list, with its counts. */
export function pageOf(
  items: readonly object[],
  totalCount: number,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
): object {
  return {
    pageIndex,
    pageSize,
    totalCount,
    pageCount: pageSize === 0 ? 0 : Math.ceil(totalCount / pageSize),
    items,
  }
}
