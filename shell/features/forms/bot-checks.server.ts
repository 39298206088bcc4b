import type { FormRules } from '@tessera/shared/config'
import type { FormCaptcha, FormGate } from '@tessera/shared/contract'
import { gatewayError } from '../../errors.ts'
import type { RateLimit } from '../../http/rate-limit.server.ts'
import { FORM_TOKEN_FIELD } from '../../http/csrf-guard.server.ts'
import type { Sealer } from '../../http/sealer.server.ts'

/** Name of the field, and of the header, with the sealed time at which a form was rendered. */
export const STAMP_FIELD = 'x-form-stamp'
/** Name of the field, and of the header, that says that a form was shown in a preview. */
export const PREVIEW_FIELD = 'x-form-preview'
/** Name of the field with the sealed state of the previous posts. */
export const STATE_FIELD = 'x-form-state'

/** What the checks against bots use of a posted form. */
export interface BotCheckFacts {
  /** When the form's first page was rendered; null without a valid stamp. */
  readonly madeAt: number | null
  /** Whether the honeypot field, which people do not see, has a value. */
  readonly isHoneypotFilled: boolean
}

/** Refuses posts by bots: always active, with or without a captcha. Source: reference forms 4.7, step 1 and 2. */
export interface BotChecks {
  /** What a form posts besides its own fields; with a CSRF token where the page is rendered for one visitor. */
  readonly formGate: (token: string | undefined, isPreview?: boolean) => FormGate
  /** Whether a form was shown in a preview, by its field. An expired field gives no right to drafts. */
  readonly readPreview: (field: unknown) => FormPreview | null
  /** When the page of a stamp was rendered; null without a valid one. */
  readonly madeAt: (stamp: string | undefined) => number | null
  /** @throws AppError gateway/trapped, gateway/too-fast, gateway/outdated with the `hidden` fields to send next time */
  readonly check: (signals: BotCheckFacts) => void
  /** Counts any request to the form routes. @throws AppError gateway/limited with `retryAfterSeconds` */
  readonly countRequest: (address: string) => Promise<void>
  /** Counts a form that is sent. @throws AppError gateway/limited with `retryAfterSeconds` */
  readonly countPost: (address: string, form: string) => Promise<void>
}

/** What follows for a form that was shown in a preview. */
export interface FormPreview {
  /** Whether its draft may be read. */
  readonly hasDrafts: boolean
}

/** How old a page may be whose forms are accepted: it may come from a cache or have been open in a tab. */
const STAMP_LIFETIME_MS = 7 * 24 * 3_600_000
const PURPOSE = 'form stamp'
const PREVIEW_PURPOSE = 'form preview'

interface BotChecksParts {
  readonly sealer: Sealer
  readonly limit: RateLimit
  readonly now: () => number
  readonly captcha?: FormCaptcha
}

export function createBotChecks(
  { minFillMs, trapField, uploads }: Pick<FormRules, 'minFillMs' | 'trapField' | 'uploads'>,
  { sealer, limit, now, captcha }: BotChecksParts,
): BotChecks {
  const count = async (attempt: Parameters<RateLimit['countAttempt']>[0]) => {
    const wait = await limit.countAttempt(attempt)
    if (wait !== null) throw gatewayError('gateway/limited', { details: { retryAfterSeconds: wait } })
  }
  const freshStamp = () => ({ [STAMP_FIELD]: sealer.seal(PURPOSE, now(), STAMP_LIFETIME_MS) })
  return {
    formGate: (token, isPreview) => ({
      hidden: {
        ...freshStamp(),
        ...(isPreview && { [PREVIEW_FIELD]: sealer.seal(PREVIEW_PURPOSE, true, STAMP_LIFETIME_MS) }),
        ...(token !== undefined && { [FORM_TOKEN_FIELD]: token }),
      },
      trapField,
      ...(captcha && { captcha }),
      maxFileBytes: uploads.maxBytes,
    }),
    readPreview: (field) =>
      field === undefined ? null : { hasDrafts: sealer.open(PREVIEW_PURPOSE, field) === true },
    madeAt(stamp) {
      const made = sealer.open(PURPOSE, stamp)
      return typeof made === 'number' ? made : null
    },
    check({ madeAt, isHoneypotFilled }) {
      if (isHoneypotFilled) throw gatewayError('gateway/trapped')
      if (minFillMs === 0) return
      // Every form of a page has a stamp. An expired one cannot be told from a forged one. The new stamp counts from now, so that forging one saves no time.
      if (madeAt === null) throw gatewayError('gateway/outdated', { details: { hidden: freshStamp() } })
      // A cached page gives the same stamp to many visitors, so a stamp cannot be used up: it only proves that time has passed.
      // A stamp from the future was made before the clock was set back, and says nothing.
      const ageMs = now() - madeAt
      if (ageMs >= 0 && ageMs < minFillMs) throw gatewayError('gateway/too-fast')
    },
    countRequest: (address) => count({ act: 'form-request', address }),
    countPost: (address, form) => count({ act: 'form-post', address, account: form }),
  }
}
