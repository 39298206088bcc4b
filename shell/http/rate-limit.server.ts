import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { FormRules } from '@tessera/shared/config'
import type { SharedStore } from '../store/shared-store.server.ts'
import { plainAddress } from './request-log.server.ts'

/** The kinds of attempts that are counted. */
export type LimitedAct =
  | 'sign-in'
  | 'security-token'
  | 'register'
  | 'reset'
  | 'resend'
  | 'reset-password'
  | 'change-password'
  | 'confirm'
  | 'data'
  | 'canary-failure'
  | 'form-request'
  | 'form-post'

/** An attempt: the client's IP address, and the account name as typed, whether it exists or not; for a form's post, the form. */
export interface Attempt {
  readonly act: LimitedAct
  readonly address: string
  readonly account?: string
}

interface Rule {
  readonly by: 'address' | 'account' | 'account-from-address'
  readonly max: number
  readonly lifetimeMs: number
}

type Rules = Readonly<Record<LimitedAct, readonly Rule[]>>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Attempts that are allowed. Source: reference security 1.17. Rules are counted in this order, up to the first one that refuses:
 * the rules per address come first, so that attempts they refuse do not count against an account. At sign-in the narrow rule counts an
 * account from one address, so that an attacker cannot lock a user out; the wide one limits many addresses that try one account.
 */
const RULES: Rules = {
  'sign-in': [
    { by: 'address', max: 10, lifetimeMs: MINUTE_MS },
    { by: 'account-from-address', max: 5, lifetimeMs: 15 * MINUTE_MS },
    { by: 'account', max: 50, lifetimeMs: 15 * MINUTE_MS },
  ],
  // Not counted as sign-ins: another site's links could use up a visitor's attempts.
  'security-token': [{ by: 'address', max: 30, lifetimeMs: MINUTE_MS }],
  register: [{ by: 'address', max: 5, lifetimeMs: HOUR_MS }],
  reset: [
    { by: 'address', max: 10, lifetimeMs: HOUR_MS },
    { by: 'account', max: 3, lifetimeMs: HOUR_MS },
  ],
  resend: [
    { by: 'address', max: 10, lifetimeMs: HOUR_MS },
    { by: 'account', max: 3, lifetimeMs: HOUR_MS },
  ],
  'reset-password': [{ by: 'address', max: 10, lifetimeMs: 15 * MINUTE_MS }],
  'change-password': [
    { by: 'address', max: 10, lifetimeMs: 15 * MINUTE_MS },
    { by: 'account', max: 5, lifetimeMs: 15 * MINUTE_MS },
  ],
  confirm: [{ by: 'address', max: 30, lifetimeMs: 15 * MINUTE_MS }],
  // A page reports each remote once. Reports beyond that are not counted against a canary.
  'canary-failure': [{ by: 'address', max: 10, lifetimeMs: MINUTE_MS }],
  // The site's configuration sets the number: `limits.dataPerMinute`.
  data: [],
  // The site's configuration sets the numbers: `forms`.
  'form-request': [],
  'form-post': [],
}

/** The rule for requests for named data of remotes. */
export const dataRules = (perMinute: number): Pick<Rules, 'data'> => ({
  data: perMinute === 0 ? [] : [{ by: 'address', max: perMinute, lifetimeMs: MINUTE_MS }],
})

/** The rules of forms: for all requests about forms, and for posts to each form. */
export const formRules = ({
  requestsPerMinute,
  postsPerHour,
  postsPerHourOfAll,
}: Pick<FormRules, 'requestsPerMinute' | 'postsPerHour' | 'postsPerHourOfAll'>): Pick<
  Rules,
  'form-post' | 'form-request'
> => ({
  'form-request': upTo(requestsPerMinute, { by: 'address', lifetimeMs: MINUTE_MS }),
  'form-post': [
    ...upTo(postsPerHour, { by: 'account-from-address', lifetimeMs: HOUR_MS }),
    ...upTo(postsPerHourOfAll, { by: 'account', lifetimeMs: HOUR_MS }),
  ],
})

/** 0 sets no limit. */
const upTo = (max: number, rule: Omit<Rule, 'max'>): readonly Rule[] => (max === 0 ? [] : [{ ...rule, max }])

/** Rate limits, shared by all shell processes. */
export interface RateLimit {
  /** Count an attempt. Null when it is allowed, else the seconds to wait, for `Retry-After`. */
  countAttempt(attempt: Attempt): Promise<number | null>
  /** Reset the count of this account from this address, after an attempt that succeeded. */
  reset(attempt: Attempt): Promise<void>
}

/** Rate limits over a store. `onStoreError` is called when the store fails: attempts are then allowed, so that visitors can sign in. */
export function createRateLimit(
  store: SharedStore,
  onStoreError: (error: unknown) => void,
  own: Partial<Rules> = {},
): RateLimit {
  const rules = { ...RULES, ...own }
  return {
    async countAttempt(attempt) {
      try {
        // One after the other, since a rule may not count what an earlier one refuses.
        for (const rule of rules[attempt.act]) {
          const key = keyOf(rule, attempt)
          const waitMs = key === null ? 0 : await countOne(store, rule, key)
          if (waitMs > 0) return Math.ceil(waitMs / 1_000)
        }
      } catch (error) {
        onStoreError(error)
      }
      return null
    },
    async reset(attempt) {
      const rule = rules[attempt.act].find(({ by }) => by === 'account-from-address')
      const key = rule ? keyOf(rule, attempt) : null
      await (key === null ? undefined : store.delete(key).catch(onStoreError))
    },
  }
}

/** Milliseconds to wait; 0 when the attempt is allowed. */
async function countOne(store: SharedStore, { max, lifetimeMs }: Rule, key: string): Promise<number> {
  const { count, remainingMs } = await store.count(key, lifetimeMs)
  return count <= max ? 0 : Math.max(remainingMs, 1_000)
}

/** Account names are personal data: the store holds a hash only. */
function keyOf({ by }: Rule, { act, address, account }: Attempt): string | null {
  if (by === 'address') return `limit:${act}:${by}:${networkOf(address)}`
  if (account === undefined || account === '') return null
  const name = createHash('sha256').update(account.trim().toLowerCase()).digest('base64url').slice(0, 22)
  return by === 'account' ? `limit:${act}:${by}:${name}` : `limit:${act}:${by}:${name}:${networkOf(address)}`
}

/** One network subscriber: an IPv4 address, or the /64 prefix of an IPv6 one. What is no address is one subscriber altogether. */
export function networkOf(address: string): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return isIPv4(plain) ? plain : 'unknown'
  const [before = [], after = []] = plain.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = plain.includes('::') ? [...before, ...zeros, ...after] : before
  return `${groups.slice(0, 4).join(':')}::/64`
}
