import type { Logger } from 'pino'
import type { SiteConfig } from '@tessera/shared/config'
import { createRetryQueue, raceDeadline, type RetryQueue } from '@tessera/shared/io'
import type { AssembledSessions } from './assemble-sessions.server.ts'
import type { AccountOptions } from './options.ts'
import { createAdminToken, createSecurityApi, type SecurityApi } from './security-api.server.ts'
import { createCsrfGuard, type CsrfGuard } from '../../http/csrf-guard.server.ts'
import type { Mailer } from './mail/mails.ts'
import { createOutbox } from './mail/outbox.server.ts'
import { createSmtpMailer } from './mail/smtp.server.ts'
import { createPostedValues, type PostedValues } from './account-post.server.ts'
import { createRateLimit, type RateLimit } from '../../http/rate-limit.server.ts'
import { askSecurity, type AskSecurity } from './identity-fetch.server.ts'
import type { Sessions } from './session.ts'
import type { SharedStore } from '../../store/shared-store.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'

/** The dependencies of the account endpoints. */
interface AccountSources {
  readonly options: AccountOptions
  readonly dataDir: string
  readonly config: SiteConfig
  readonly identity: AssembledSessions
  readonly log: Logger
  /** Calls the platform; tests count the calls. */
  readonly ask?: AskSecurity
}

/** The account parts of a shell process, each of which exists once. */
interface AssembledAccounts extends Accounts {
  /** Finishes the jobs of the retry queue, then closes the mailer; waits for each for a limited time. */
  readonly close: () => Promise<void>
}

/** Pauses between the retries of a job; after the last one it is given up. */
const PAUSES_MS: readonly number[] = [1_000, 10_000, 60_000]
/** Longest time for which the end of this process waits for jobs, and then for the mail server: what that has not taken is on disk. */
const LAST_JOBS_MS = 5_000

/** Creates the parts of the account endpoints, with the store, keys and sealer of the sessions. */
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
  const mailer = createMailer(options.mail, dataDir, config, log)
  const jobs = createRetryQueue({
    concurrency: 4,
    maxWaiting: 1_000,
    pauseMs: (failures) => PAUSES_MS[failures - 1] ?? null,
    onFailure: (name, error, isFinal) =>
      log[isFinal ? 'error' : 'warn']({ work: name, err: error, isFinal }, 'account work failed'),
  })
  return {
    config,
    sessions,
    api: createSecurityApi(cmsUrl, token, ask),
    ask,
    environmentsUrl: options.environmentsUrl ?? cmsUrl,
    sealer,
    store,
    limit: createRateLimit(store, (error) =>
      log.error({ err: error }, 'rate limit store failed; request allowed'),
    ),
    guard: createCsrfGuard(keys[0], config),
    posted: createPostedValues(sealer, config),
    mailer,
    jobs,
    close: async () => {
      await raceDeadline(LAST_JOBS_MS, jobs.drain(), () =>
        log.error('account work was cut off by the end of this process: some messages were not written'),
      )
      await raceDeadline(LAST_JOBS_MS, mailer.close(), () => undefined)
    },
  }
}

function createMailer(
  { from, smtpUrl }: AccountOptions['mail'],
  dataDir: string,
  { publicUrl }: SiteConfig,
  log: Logger,
): Mailer {
  const sender = from ?? `no-reply@${new URL(publicUrl).hostname}`
  if (smtpUrl === undefined)
    return createOutbox(
      dataDir,
      sender,
      () => new Date(),
      (file) => log.info({ file }, 'a message was kept: `npm run mail` shows it'),
    )
  return createSmtpMailer({
    url: smtpUrl,
    from: sender,
    dataDir,
    onFailure: (error, isFinal) =>
      log[isFinal ? 'error' : 'warn']({ err: error, isFinal }, 'a message could not be sent'),
  })
}

/** The parts that the account endpoints use; created once per shell. */
export interface Accounts {
  readonly config: Pick<SiteConfig, 'publicUrl' | 'languages' | 'siteName'>
  readonly sessions: AccountSessions
  readonly api: SecurityApi
  readonly ask: AskSecurity
  /** Base URL of the service that lists the environments of a user. */
  readonly environmentsUrl: string
  readonly sealer: Sealer
  readonly store: SharedStore
  readonly limit: RateLimit
  readonly guard: CsrfGuard
  readonly posted: PostedValues
  readonly mailer: Mailer
  /** Background jobs: answers do not wait for them, so that response times do not reveal what had to be done. */
  readonly jobs: RetryQueue
}

/** The part of sessions that accounts use. */
type AccountSessions = Pick<Sessions, 'read' | 'failureOf' | 'start' | 'end' | 'endAllOf'>
