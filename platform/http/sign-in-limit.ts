import { createTurns } from '../workers/turns.ts'

/** `limited`: there were too many wrong passwords. `busy`: too many checks are waiting already. */
export type PasswordCheck = 'right' | 'wrong' | 'limited' | 'busy'

/** Limits the guessing of passwords, and the CPU time that password checks take. Source: security 1.16. */
export type SignInLimit = {
  /** Check a password of an account: its id, or the given name when there is no such account. */
  readonly check: (account: string, verify: () => Promise<boolean>) => Promise<PasswordCheck>
}

const [MAX_FAILURES, WINDOW_MS] = [10, 15 * 60_000]
const TURNS = { places: 2, maxWaiting: 8, patienceMs: 5000 }
const MAX_ACCOUNTS = 10_000

/** Make the limit of one platform. It counts accounts, not IP addresses: all visitors of a site share its server's address. */
export function createSignInLimit(): SignInLimit {
  const failures = new Map<string, { readonly count: number; readonly since: number }>()
  const turns = createTurns(TURNS)
  const failuresOf = (account: string, now: number) => {
    const known = failures.get(account)
    return known !== undefined && known.since + WINDOW_MS > now ? known : { count: 0, since: now }
  }
  const isLimited = (account: string): boolean => failuresOf(account, Date.now()).count >= MAX_FAILURES
  const countFailure = (account: string): void => {
    const { count, since } = failuresOf(account, Date.now())
    // Deleted and set again, so that the map's first account is the one that failed longest ago.
    failures.delete(account)
    failures.set(account, { count: count + 1, since })
    if (failures.size > MAX_ACCOUNTS) failures.delete(failures.keys().next().value ?? '')
  }
  const verifyOnce = async (account: string, verify: () => Promise<boolean>): Promise<PasswordCheck> => {
    if (isLimited(account)) return 'limited'
    // Counted before the check and taken back afterwards, because several checks of an account run at the same time.
    countFailure(account)
    if (!(await verify())) return 'wrong'
    failures.delete(account)
    return 'right'
  }
  return {
    check: async (name, verify) => {
      const account = name.toLowerCase()
      if (isLimited(account)) return 'limited'
      const leave = await turns.take().catch(() => null)
      if (leave === null) return 'busy'
      return verifyOnce(account, verify).finally(leave)
    },
  }
}
