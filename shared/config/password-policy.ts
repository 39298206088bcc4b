import type { AccountIssueCode } from '../contract/index.ts'

/** Fewest characters of a new password; there are no rules about kinds of characters. Source: reference security 1.17. */
export const PASSWORD_MIN_LENGTH = 12
/** Most characters of a new password: more would only make hashing slow. */
export const PASSWORD_MAX_LENGTH = 200
/** Shortest part of a name that a password may not contain: shorter ones occur by chance in too many words. */
const MIN_PART = 4

/** The user that the password is for, as far as the form knows. */
export interface PasswordOwner {
  readonly username?: string
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
}

/**
 * What is wrong with a new password; null when nothing is. The screen calls it before it posts, and the endpoint before anything
 * else. Only the endpoint checks the list of common passwords, which is too long to send to browsers.
 */
export function passwordIssue(
  password: string,
  owner: PasswordOwner = {},
): Extract<AccountIssueCode, 'missing' | 'too-short' | 'too-long' | 'too-personal'> | null {
  if (password === '') return 'missing'
  // Counts code points instead of UTF-16 units, of which an emoji has two.
  const length = [...password.normalize('NFC')].length
  if (length < PASSWORD_MIN_LENGTH) return 'too-short'
  if (password.length > PASSWORD_MAX_LENGTH) return 'too-long'
  return isPersonal(password, owner) ? 'too-personal' : null
}

function isPersonal(
  password: string,
  { username = '', email = '', firstName = '', lastName = '' }: PasswordOwner,
) {
  const wanted = fold(password)
  const parts = [username, email, email.split('@', 1)[0] ?? '', firstName, lastName].map(fold)
  return parts.some((part) => part.length >= MIN_PART && wanted.includes(part))
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim()
