import type { SiteConfig } from '@tessera/shared/config'
import type { Sessions } from '../session/session.ts'
import type { SharedStore } from '../session/shared-store.ts'
import type { FormGuard } from './form-token.server.ts'
import type { Later } from './later.server.ts'
import type { Postbox } from './mail/mail.ts'
import type { PostedValues } from './posted-values.server.ts'
import type { RateLimit } from './rate-limit.server.ts'
import type { Sealer } from '../session/sealer.server.ts'
import type { SecurityApi } from './security-api.server.ts'
import type { AskSecurity } from './security-call.server.ts'

/** What the account endpoints work with; made once per shell. */
export interface Accounts {
  readonly config: Pick<SiteConfig, 'publicUrl' | 'languages' | 'siteName'>
  readonly sessions: AccountSessions
  readonly api: SecurityApi
  readonly ask: AskSecurity
  /** Address of the service that knows the environments of a user. */
  readonly environmentsUrl: string
  readonly sealer: Sealer
  readonly store: SharedStore
  readonly limit: RateLimit
  readonly guard: FormGuard
  readonly posted: PostedValues
  readonly postbox: Postbox
  readonly later: Later
}

/** What accounts need of sessions. */
export type AccountSessions = Pick<Sessions, 'read' | 'troubleOf' | 'start' | 'end' | 'endAllOf'>
