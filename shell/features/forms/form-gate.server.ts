import type { FormRules } from '@tessera/shared/config'
import type { FormCaptcha, FormGate } from '@tessera/shared/contract'
import { gatewayError } from '../../errors.ts'
import type { RateLimit } from '../../http/rate-limit.server.ts'
import { FORM_TOKEN_FIELD } from '../identity/form-token.server.ts'
import type { Sealer } from '../identity/sealer.server.ts'

/** Name of the field, and of the header, that says when a form was made. */
export const STAMP_FIELD = 'x-form-stamp'
/** Name of the field that holds what was posted before, sealed. */
export const STATE_FIELD = 'x-form-state'

/** What a form says of itself besides its answers. */
export interface Passport {
  /** When its first page was made; null for a stamp that is none of ours, undefined for a form that has none. */
  readonly madeAt: number | null | undefined
  /** Whether the field that people do not see holds something. */
  readonly isTrapped: boolean
}

/** Holds back programs that fill in forms: always on, whether a form has a captcha or not. Source: reference forms 4.7, step 1 and 2. */
export interface Gate {
  /** What a form posts besides its fields; the token of posts is there where the page is made for one visitor. */
  readonly give: (token: string | undefined) => FormGate
  /** When the page of a stamp was made; null for a stamp that is none of ours. */
  readonly madeAt: (stamp: string | undefined) => number | null | undefined
  /** @throws AppError gateway/trapped, gateway/too-fast */
  readonly check: (passport: Passport) => void
  /** Count a request about a form. @throws AppError gateway/limited with `retryAfterSeconds` */
  readonly countRequest: (address: string) => Promise<void>
  /** Count a form that is sent. @throws AppError gateway/limited with `retryAfterSeconds` */
  readonly countPost: (address: string, form: string) => Promise<void>
}

/** A page may have been kept by caches, and open on a screen, for so long; its forms are sent all the same. */
const STAMP_LIFETIME_MS = 7 * 24 * 3_600_000
const PURPOSE = 'form stamp'

interface GateParts {
  readonly sealer: Sealer
  readonly limit: RateLimit
  readonly now: () => number
  readonly captcha?: FormCaptcha
}

export function createGate(
  { minFillMs, trapField, uploads }: Pick<FormRules, 'minFillMs' | 'trapField' | 'uploads'>,
  { sealer, limit, now, captcha }: GateParts,
): Gate {
  const count = async (attempt: Parameters<RateLimit['countAttempt']>[0]) => {
    const wait = await limit.countAttempt(attempt)
    if (wait !== null) throw gatewayError('gateway/limited', { details: { retryAfterSeconds: wait } })
  }
  return {
    give: (token) => ({
      hidden: {
        [STAMP_FIELD]: sealer.seal(PURPOSE, now(), STAMP_LIFETIME_MS),
        ...(token !== undefined && { [FORM_TOKEN_FIELD]: token }),
      },
      trapField,
      ...(captcha && { captcha }),
      maxFileBytes: uploads.maxBytes,
    }),
    madeAt(stamp) {
      if (stamp === undefined) return undefined
      const made = sealer.open(PURPOSE, stamp)
      return typeof made === 'number' ? made : null
    },
    check({ madeAt, isTrapped }) {
      if (isTrapped) throw gatewayError('gateway/trapped')
      // A remote that posts no stamps is not timed; limits and trap hold for it all the same.
      if (minFillMs === 0 || madeAt === undefined) return
      // A stamp is no ticket: caches give one to many, so it says that time has passed and nothing more.
      if (madeAt === null || now() - madeAt < minFillMs) throw gatewayError('gateway/too-fast')
    },
    countRequest: (address) => count({ act: 'form-request', address }),
    countPost: (address, form) => count({ act: 'form-post', address, account: form }),
  }
}
