import { createHash, randomUUID } from 'node:crypto'
import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import type { AccountOutcome } from '@tessera/shared/contract'
import { cookieHeader, readCookie } from '../../http/cookies.server.ts'
import type { PlatformUser } from './security-api.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import { screenUrl, supportedLanguage } from '../../http/paths.ts'
import { accountMail, LINK_HOURS, type MailKind } from './mail/mails.ts'
import { messagesFor } from './mail/messages/index.ts'

/** The purpose of a link in an email. */
type LinkPurpose = 'confirm' | 'reset'

/** The content of a link's token. */
interface LinkClaim {
  readonly userId: string
  /** Hash of the account's state at the time when the link was made. */
  readonly mark: string
}

/** The sealed token of a link: user, purpose, expiry and a hash of the account's state. */
const sealLink = (sealer: Sealer, purpose: LinkPurpose, user: PlatformUser, lifetimeMs: number): string =>
  sealer.seal(`link ${purpose}`, { u: user.id, m: stateHash(purpose, user) }, lifetimeMs)

/** The claim of a link's token; null for a token that is forged, truncated, expired, or made for another purpose. */
export function openLink(sealer: Sealer, purpose: LinkPurpose, token: string | undefined): LinkClaim | null {
  const read = sealer.open(`link ${purpose}`, token) as { readonly u?: unknown; readonly m?: unknown } | null
  return typeof read?.u === 'string' && typeof read.m === 'string' ? { userId: read.u, mark: read.m } : null
}

/**
 * A hash of the state that using a link changes. So a reset link works only once, in every process and after every restart, without
 * storing used links: a new password changes the user's modification date. A confirmation link may be followed twice, without harm.
 */
export function stateHash(purpose: LinkPurpose, { email, modified }: PlatformUser): string {
  const state = purpose === 'reset' ? `${email}\n${modified ?? ''}` : email
  return createHash('sha256').update(state.toLowerCase()).digest('base64url').slice(0, 16)
}

type Parts = Pick<Accounts, 'config' | 'sealer' | 'mailer'>
const HOUR_MS = 3_600_000

const isSecure = ({ config }: Pick<Parts, 'config'>): boolean => config.publicUrl.startsWith('https:')
/** Over https no other host can set it: a stranger's registration could otherwise pass for the visitor's own. */
const registrationName = (parts: Pick<Parts, 'config'>): string =>
  isSecure(parts) ? '__Host-registered' : 'registered'

/** Registrations that a browser remembers: somebody may press the button twice, or try again. */
const REGISTRATIONS = 3

/** The ids of the users that a browser registered, newest first. */
const registeredHere = (
  parts: Pick<Parts, 'config' | 'sealer'>,
  cookies: string | undefined,
): readonly unknown[] =>
  [parts.sealer.open('registered', readCookie(cookies, registrationName(parts)))].flat().filter(Boolean)

/**
 * The `Set-Cookie` header that marks the browser in which a user was registered, as long as the link of the message works. Always of the
 * same length: it does not show what happened before, nor whether the address had an account.
 */
export function registrationCookie(
  parts: Pick<Parts, 'config' | 'sealer'>,
  cookies: string | undefined,
  userId: string,
): string {
  const padding = Array.from({ length: REGISTRATIONS }, () => randomUUID())
  const ids = [userId, ...registeredHere(parts, cookies), ...padding].slice(0, REGISTRATIONS)
  return cookieHeader(
    registrationName(parts),
    parts.sealer.seal('registered', ids, LINK_HOURS.confirm * HOUR_MS),
    { isSecure: isSecure(parts), sameSite: 'Strict', maxAgeSeconds: LINK_HOURS.confirm * 3_600 },
  )
}

/** Whether a request comes from the browser in which the user was registered. */
export const isRegisteredHere = (
  parts: Pick<Parts, 'config' | 'sealer'>,
  cookies: string | undefined,
  userId: string,
): boolean => registeredHere(parts, cookies).includes(userId)

/** The outcome that the screen for a new password shows for an account that is being confirmed. */
export const FIRST_PASSWORD = 'first-password' satisfies AccountOutcome

/** The path of the screen for a new password, with a token that works once. Its text is that for an account that is being confirmed. */
export const resetPath = (
  { config, sealer }: Pick<Parts, 'config' | 'sealer'>,
  user: PlatformUser,
  language: string,
): string =>
  screenUrl(ACCOUNT_SCREENS.resetPassword, language, config.languages, {
    done: FIRST_PASSWORD,
    token: sealLink(sealer, 'reset', user, LINK_HOURS.reset * HOUR_MS),
  })

/** Sends a user the link that confirms an email address, or resets a forgotten password. */
export function sendLink(
  accounts: Parts,
  purpose: 'confirm' | 'reset',
  user: PlatformUser,
  language: string,
): Promise<void> {
  const token = sealLink(accounts.sealer, purpose, user, LINK_HOURS[purpose] * HOUR_MS)
  const screen = purpose === 'confirm' ? ACCOUNT_SCREENS.verify : ACCOUNT_SCREENS.resetPassword
  return send(accounts, purpose, { user, language, screen, token })
}

/** Sends a user a notice with a link to a screen, without a token. */
export function sendNotice(
  accounts: Parts,
  kind: Exclude<MailKind, 'confirm' | 'reset'>,
  user: Pick<PlatformUser, 'email' | 'firstName'>,
  language: string,
): Promise<void> {
  const screen = kind === 'nameTaken' ? ACCOUNT_SCREENS.registration : ACCOUNT_SCREENS.forgotPassword
  return send(accounts, kind, { user, language, screen })
}

interface Sending {
  readonly user: Pick<PlatformUser, 'email' | 'firstName'>
  readonly language: string
  readonly screen: string
  readonly token?: string
}

/** Links are built from the site's configuration, never from a request. */
function send(
  { config, mailer }: Parts,
  kind: MailKind,
  { user, language, screen, token }: Sending,
): Promise<void> {
  const url = `${config.publicUrl}${screenUrl(screen, language, config.languages, { token })}`
  const siteName = config.siteName[language] ?? config.siteName[config.languages.primary] ?? ''
  return mailer.send(
    accountMail(kind, {
      to: user.email,
      name: user.firstName ?? '',
      language,
      messages: messagesFor(language, config.languages.primary),
      siteName,
      url,
    }),
  )
}

/** The language for messages to a user: their own if the site supports it, else that of the page they were on. */
export const languageFor = (
  { config }: Parts,
  user: Pick<PlatformUser, 'language'>,
  pageLanguage: string,
): string => supportedLanguage(user.language ?? undefined, config.languages) ?? pageLanguage
