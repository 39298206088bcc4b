import { createHash } from 'node:crypto'
import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import type { PlatformUser } from './security-api.server.ts'
import type { Sealer } from './sealer.server.ts'
import type { Accounts } from './assemble-accounts.server.ts'
import { screenUrl } from '../../http/paths.ts'
import { accountMail, LINK_HOURS, type MailKind } from './mail/mails.ts'
import { messagesFor } from './mail/messages/index.ts'

/** What a link from a message is for. */
type LinkPurpose = 'confirm' | 'reset'

/** What a link says once it has been opened. */
interface LinkClaim {
  readonly userId: string
  /** State of the account that the link was made for. */
  readonly mark: string
}

/** Sealed text for a link: who, for what, until when, and for which state of the account. */
const sealLink = (sealer: Sealer, purpose: LinkPurpose, user: PlatformUser, lifetimeMs: number): string =>
  sealer.seal(`link ${purpose}`, { u: user.id, m: markOf(purpose, user) }, lifetimeMs)

/** The claim of a link; null for one that is forged, cut, too old, or for something else. */
export function openLink(sealer: Sealer, purpose: LinkPurpose, token: string | undefined): LinkClaim | null {
  const read = sealer.open(`link ${purpose}`, token) as { readonly u?: unknown; readonly m?: unknown } | null
  return typeof read?.u === 'string' && typeof read.m === 'string' ? { userId: read.u, mark: read.m } : null
}

/**
 * What the use of a link changes, so that it works once, in every process and after every restart, with nothing kept: a new
 * password changes the date of the user. A confirmed address stays confirmed: that link may be followed twice.
 */
export function markOf(purpose: LinkPurpose, { email, modified }: PlatformUser): string {
  const state = purpose === 'reset' ? `${email}\n${modified ?? ''}` : email
  return createHash('sha256').update(state.toLowerCase()).digest('base64url').slice(0, 16)
}

type Parts = Pick<Accounts, 'config' | 'sealer' | 'postbox'>
const HOUR_MS = 3_600_000

/** Send a user the link that proves that an address, or a forgotten password, is theirs. */
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

/** Tell a user something that leads to a screen. */
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

/** Addresses are made from the site's configuration, never from a request. */
function send(
  { config, postbox }: Parts,
  kind: MailKind,
  { user, language, screen, token }: Sending,
): Promise<void> {
  const url = `${config.publicUrl}${screenUrl(screen, language, config.languages, { token })}`
  const siteName = config.siteName[language] ?? config.siteName[config.languages.primary] ?? ''
  return postbox.post(
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

/** The language to write to a user in: their own where the site speaks it, else that of the page they were on. */
export const languageFor = (
  { config }: Parts,
  user: Pick<PlatformUser, 'language'>,
  pageLanguage: string,
): string =>
  config.languages.supported.find((code) => code.toLowerCase() === user.language?.toLowerCase()) ??
  pageLanguage
