import type { ClientKey } from './seed-access.ts'
import { UsageError } from './usage-error.ts'

/** The shell's settings for accounts, and the proxies that may state a visitor's address. */
export interface AccountSettings {
  readonly accounts: {
    readonly client?: ClientKey
    readonly mail: { readonly smtpUrl?: string; readonly from?: string }
  }
  readonly trustedProxies: readonly string[]
}

/**
 * Settings for accounts from the environment: TESSERA_CLIENT_ID and TESSERA_CLIENT_SECRET (else the key of
 * the seed), TESSERA_SMTP_URL and TESSERA_MAIL_FROM (else an outbox on disk), TESSERA_TRUSTED_PROXIES (comma-separated addresses).
 * @throws UsageError for an incomplete key, or an invalid address
 */
export function readAccountSettings(
  environment: Readonly<Record<string, string | undefined>>,
  seedKey: ClientKey | undefined,
): AccountSettings {
  const value = (name: string) => environment[name]?.trim() || undefined
  const [clientId, clientSecret] = [value('TESSERA_CLIENT_ID'), value('TESSERA_CLIENT_SECRET')]
  if ((clientId === undefined) !== (clientSecret === undefined))
    throw new UsageError(
      'client_credentials requires clientDetails. TESSERA_CLIENT_ID and TESSERA_CLIENT_SECRET go together.',
    )
  const smtpUrl = value('TESSERA_SMTP_URL')
  if (smtpUrl !== undefined && !/^smtps?:\/\//.test(smtpUrl))
    throw new UsageError(
      'TESSERA_SMTP_URL must be an address such as smtps://user:password@mail.example.org:465.',
    )
  const from = value('TESSERA_MAIL_FROM')
  const client = clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : seedKey
  return {
    accounts: { ...(client && { client }), mail: { ...(smtpUrl && { smtpUrl }), ...(from && { from }) } },
    trustedProxies: (value('TESSERA_TRUSTED_PROXIES') ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  }
}
