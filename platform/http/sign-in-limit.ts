import { createSemaphore } from '../workers/semaphore.ts'

/** `limited`: there were too many wrong passwords. `busy`: too many checks are waiting already. */
export type PasswordCheck = 'right' | 'wrong' | 'limited' | 'busy'

/** What a password is checked for. Each has its own count: strangers who guess at sign-in do not keep the owner from a new password. */
type Purpose = 'sign-in' | 'change'

/** Limits the guessing of passwords, and the CPU time that password checks take. Source: security 1.16. */
export type SignInLimit = {
  /** Check a password of an account: its id, or the given name when there is no such account. */
  readonly check: (
    purpose: Purpose,
    account: string,
    verify: () => Promise<boolean>,
  ) => Promise<PasswordCheck>
  /** Seconds until the next check of a password that is limited; a few where there is only too much to do. */
  readonly retryAfterSeconds: (purpose: Purpose, account: string) => number
}

const [MAX_FAILURES, WINDOW_MS] = [10, 15 * 60_000]
const SEMAPHORE_LIMITS = { concurrency: 2, maxWaiting: 8, maxWaitMs: 5000 }
const BUSY_SECONDS = SEMAPHORE_LIMITS.maxWaitMs / 1000
const MAX_KEYS = 10_000
/** No account has a longer name; memory is not filled with what somebody typed. */
const MAX_KEY_LENGTH = 300

/** Make the limit of one platform. It counts accounts, not IP addresses: all visitors of a site share its server's address. */
export function createSignInLimit(): SignInLimit {
  const failures = new Map<string, { readonly count: number; readonly since: number }>()
  const semaphore = createSemaphore(SEMAPHORE_LIMITS)
  const failuresOf = (key: string, now: number) => {
    const known = failures.get(key)
    return known !== undefined && known.since + WINDOW_MS > now ? known : { count: 0, since: now }
  }
  const isLimited = (key: string): boolean => failuresOf(key, Date.now()).count >= MAX_FAILURES
  const countFailure = (key: string): void => {
    const { count, since } = failuresOf(key, Date.now())
    // Deleted and set again, so that the map's first key is the one that failed longest ago.
    failures.delete(key)
    failures.set(key, { count: count + 1, since })
    if (failures.size > MAX_KEYS) failures.delete(failures.keys().next().value ?? '')
  }
  const verifyOnce = async (key: string, verify: () => Promise<boolean>): Promise<PasswordCheck> => {
    if (isLimited(key)) return 'limited'
    // Counted before the check and taken back afterwards, because several checks of an account run at the same time.
    countFailure(key)
    if (!(await verify())) return 'wrong'
    failures.delete(key)
    return 'right'
  }
  return {
    check: async (purpose, account, verify) => {
      const key = keyOf(purpose, account)
      if (isLimited(key)) return 'limited'
      const release = await semaphore.acquire().catch(() => null)
      if (release === null) return 'busy'
      return verifyOnce(key, verify).finally(release)
    },
    retryAfterSeconds: (purpose, account) => {
      const now = Date.now()
      const { count, since } = failuresOf(keyOf(purpose, account), now)
      return count < MAX_FAILURES ? BUSY_SECONDS : Math.ceil((since + WINDOW_MS - now) / 1000)
    },
  }
}

const keyOf = (purpose: Purpose, account: string): string =>
  `${purpose} ${account.toLowerCase()}`.slice(0, MAX_KEY_LENGTH)
