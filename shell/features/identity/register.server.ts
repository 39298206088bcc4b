import { createHash, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { ACCOUNT_SCREENS, passwordIssue } from '@tessera/shared/config'
import type { AccountIssue } from '@tessera/shared/contract'
import { safeReturnPath, screenUrl } from '../../http/paths.ts'
import { accountError } from '../../errors.ts'
import { type AccountSuccess } from './account-answer.server.ts'
import type { AccountPost, PostedFields } from './account-post.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import { isCommonPassword } from './common-passwords.ts'
import { countOrRefuse } from './sign-in.server.ts'
import type { NewUser, PlatformUser } from './security-api.server.ts'
import { languageFor, registrationCookie, sendLink, sendNotice } from './account-mail.server.ts'

/**
 * Letters, digits and a few signs, but no invisible characters or those that change the writing direction. The signs are
 * those of email addresses, because people sign in with theirs.
 */
const USERNAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}.@_'+-]{1,99}$/u
/** In Unicode's normal form NFKC, so that two names that look the same are the same. */
const isUsername = (name: string): boolean => USERNAME.test(name) && name.normalize('NFKC') === name
/** The owner of an address gets at most one notice in this time about attempts to register with it. */
const NOTICE_MS = 3_600_000
const isEmail = (text: string): boolean => v.is(v.pipe(v.string(), v.email()), text)

/**
 * Registers a visitor. The answer and the work before it are the same whether the address has an account or not: only a
 * message to that address tells what happened. Nobody can sign in before the address is confirmed. Source: specification 7.
 * A cookie remembers the browser: whoever confirms in another one chooses the password.
 */
export async function register(
  accounts: Accounts,
  post: AccountPost,
  { headers }: Pick<FastifyRequest, 'headers'>,
): Promise<AccountSuccess> {
  // Read first: a form that is sent again with its fields corrected is one registration.
  const wanted = readNewUser(post)
  await countOrRefuse(accounts, { act: 'register', address: post.address })
  const created = await accounts.api.createUser(wanted)
  accounts.jobs.add('registration message', () => writeTo(accounts, wanted, created))
  const { fields, language } = post
  const id = created?.id ?? randomUUID()
  return {
    outcome: 'registered',
    body: toAnswer(wanted, id),
    cookie: registrationCookie(accounts, headers.cookie, id),
    next:
      // The registration screen uses the same order of precedence.
      safeReturnPath(fields.redirect, [accounts.config.publicUrl]) ??
      safeReturnPath(fields.redirect_uri, [accounts.config.publicUrl]) ??
      screenUrl(ACCOUNT_SCREENS.registration, language, accounts.config.languages, { done: 'registered' }),
  }
}

/** @throws AppError account/fields with every issue at once */
function readNewUser({ fields, language }: AccountPost): NewUser {
  const issues = [...addressIssues(fields), ...passwordIssues(fields)]
  if (issues.length > 0) throw accountError('account/fields', { details: { issues } })
  const { email = '', password = '', firstName = '', lastName = '' } = fields
  return { username: fields.username || usernameFor(email), email, firstName, lastName, language, password }
}

function addressIssues({ email = '', username = '' }: PostedFields): readonly AccountIssue[] {
  const issues: AccountIssue[] = []
  if (email === '') issues.push({ field: 'email', code: 'missing' })
  else if (!isEmail(email)) issues.push({ field: 'email', code: 'invalid' })
  if (username !== '' && !(isUsername(username) && isOwn(username, email)))
    issues.push({ field: 'username', code: 'invalid' })
  return issues
}

/**
 * Whether a user name is nobody else's address. The message about a taken name would tell a stranger whether an address has an account,
 * and a free one would be taken from its owner: the platform admits no name that is an address, and no address that is a name.
 */
const isOwn = (username: string, email: string): boolean =>
  !username.includes('@') || username.toLowerCase() === email.toLowerCase()

function passwordIssues({ password = '', ...owner }: PostedFields): readonly AccountIssue[] {
  const code = passwordIssue(password, owner) ?? (isCommonPassword(password) ? 'too-common' : null)
  return code === null ? [] : [{ field: 'password', code }]
}

/** The address as user name, or a random name if it is none, e.g. too long. People sign in with the address, so they need no name. */
const usernameFor = (email: string): string => (isUsername(email) ? email : `user-${randomUUID()}`)

/** Sends the message, after the answer: only the owner of the address learns whether it had an account. */
async function writeTo(accounts: Accounts, wanted: NewUser, created: PlatformUser | null): Promise<void> {
  if (created) return sendLink(accounts, 'confirm', created, wanted.language)
  const known = await accounts.api.findUser(wanted.email)
  await oncePerHour(accounts, wanted.email, () =>
    !known || known.email.toLowerCase() !== wanted.email.toLowerCase()
      ? sendNotice(accounts, 'nameTaken', wanted, wanted.language)
      : sendNotice(accounts, 'alreadyRegistered', known, languageFor(accounts, known, wanted.language)),
  )
}

/** Sends a notice unless one was sent to the address within the last hour. After a failure it may be tried again. */
async function oncePerHour({ store }: Accounts, email: string, send: () => Promise<void>): Promise<void> {
  const name = createHash('sha256').update(email.toLowerCase()).digest('base64url')
  const key = `register-notice:${name}`
  if (!(await store.claim(key, '1', NOTICE_MS))) return
  try {
    await send()
  } catch (error) {
    await store.delete(key)
    throw error
  }
}

/** The user in the answer to any registration: only the posted values, and an id. */
const toAnswer = ({ username, email, firstName, lastName, language }: NewUser, id: string) => ({
  id,
  username,
  email,
  firstName,
  lastName,
  language,
  groups: [],
})
