import { ACCOUNT_SCREENS } from '@tessera/shared/config'
import type { Accounts } from './accounts.ts'
import { screenUrl } from './account-answer.server.ts'
import { sealLink } from './link-token.ts'
import { accountMail, type MailKind } from './mail/account-mails.ts'
import { LINK_HOURS } from './mail/mail-words.ts'
import type { PlatformUser } from './security-api.server.ts'

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
    accountMail(kind, { to: user.email, name: user.firstName ?? '', language, siteName, url }),
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
