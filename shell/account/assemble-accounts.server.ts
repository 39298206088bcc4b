import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import type { AssembledSessions } from '../session/assemble-sessions.server.ts'
import type { AccountOptions } from './account-options.ts'
import type { Accounts } from './accounts.ts'
import { createAdminToken } from './admin-token.server.ts'
import { createFormGuard } from './form-token.server.ts'
import { createLater } from './later.server.ts'
import type { Postbox } from './mail/mail.ts'
import { createOutbox } from './mail/outbox.server.ts'
import { createSmtpPostbox } from './mail/smtp-postbox.server.ts'
import { createPostedValues } from './posted-values.server.ts'
import { createRateLimit } from './rate-limit.server.ts'
import { createSecurityApi } from './security-api.server.ts'
import { askSecurity, type AskSecurity } from './security-call.server.ts'

/** What accounts are assembled from. */
export interface AccountSources {
  readonly options: AccountOptions
  readonly dataDir: string
  readonly config: SiteConfig
  readonly identity: AssembledSessions
  readonly log: Logger
  /** How the platform is asked; tests count its calls. */
  readonly ask?: AskSecurity
}

/** Everything about accounts that a shell process has once. */
export interface AssembledAccounts extends Accounts {
  /** Finish what was begun off the requests. */
  readonly close: () => Promise<void>
}

/** Put the account endpoints together, over the sessions' store, keys and seals. */
export function assembleAccounts({
  options,
  dataDir,
  config,
  identity,
  log,
  ask = askSecurity,
}: AccountSources): AssembledAccounts {
  const { sessions, store, sealer, keys } = identity
  const { cmsUrl } = config.platform
  const token = createAdminToken(cmsUrl, options.client ?? null, ask, Date.now)
  const postbox = createPostbox(options.mail, dataDir, config, log)
  const later = createLater((name, error, isFinal) =>
    log[isFinal ? 'error' : 'warn']({ work: name, err: error, isFinal }, 'account work failed'),
  )
  return {
    config,
    sessions,
    api: createSecurityApi(cmsUrl, token, ask),
    ask,
    environmentsUrl: options.environmentsUrl ?? cmsUrl,
    sealer,
    store,
    limit: createRateLimit(store, (error) => log.error({ err: error }, 'rate limits are not counted')),
    guard: createFormGuard(keys[0], config),
    posted: createPostedValues(sealer, config),
    postbox,
    later,
    close: async () => {
      await later.close()
      await postbox.close()
    },
  }
}

function createPostbox(
  { from, smtpUrl }: AccountOptions['mail'],
  dataDir: string,
  { publicUrl }: SiteConfig,
  log: Logger,
): Postbox {
  const sender = from ?? `no-reply@${new URL(publicUrl).hostname}`
  if (smtpUrl === undefined)
    return createOutbox(
      dataDir,
      sender,
      () => new Date(),
      (file) => log.info({ file }, 'a message was kept: `npm run mail` shows it'),
    )
  return createSmtpPostbox({
    url: smtpUrl,
    from: sender,
    dataDir,
    onFailure: (error, isFinal) =>
      log[isFinal ? 'error' : 'warn']({ err: error, isFinal }, 'a message could not be sent'),
  })
}
