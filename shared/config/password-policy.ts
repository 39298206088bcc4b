import type { AccountIssueCode } from '../contract/index.ts'

/** Fewest characters of a new password; there are no rules about kinds of characters. Source: reference security 1.17. */
export const PASSWORD_MIN_LENGTH = 12
/** Most characters of a new password: more would only make hashing slow. */
export const PASSWORD_MAX_LENGTH = 200
/** Parts of a name shorter than this are in too many words to be looked for. */
const MIN_PART = 4

/** Who the password is for, as far as the form knows. */
export interface PasswordOwner {
  readonly username?: string
  readonly email?: string
  readonly firstName?: string
  readonly lastName?: string
}

/**
 * What is wrong with a new password; null when nothing is. Both sides ask this one function: the screen before it sends,
 * the endpoint before it does anything. Whether everybody knows the password is the endpoint's business: the list is long.
 */
export function passwordIssue(
  password: string,
  owner: PasswordOwner = {},
): Extract<AccountIssueCode, 'missing' | 'too-short' | 'too-long' | 'too-personal'> | null {
  if (password === '') return 'missing'
  // People count characters, not the two units that an emoji is made of.
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
