/** Limits the guessing of passwords, and the CPU time that password checks take. Source: security 1.16. */
export type SignInLimit = {
  /** Whether another attempt with a user name is allowed. */
  readonly allows: (name: string, now: number) => boolean
  readonly failed: (name: string, now: number) => void
  readonly succeeded: (name: string) => void
  /** Check a password when fewer than `MAX_RUNNING` checks run; null when too many are waiting already. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T | null>
}

const [MAX_FAILURES, WINDOW_MS] = [10, 15 * 60_000]
const [MAX_RUNNING, MAX_WAITING] = [2, 8]
const MAX_NAMES = 10_000

/** Make the limit of one platform. It counts user names, not IP addresses: all visitors of a site share its server's address. */
export function createSignInLimit(): SignInLimit {
  const failures = new Map<string, { count: number; since: number }>()
  const waiting: (() => void)[] = []
  let running = 0
  const of = (name: string, now: number) => {
    const known = failures.get(name.toLowerCase())
    return known !== undefined && known.since + WINDOW_MS > now ? known : { count: 0, since: now }
  }
  return {
    allows: (name, now) => of(name, now).count < MAX_FAILURES,
    failed: (name, now) => {
      const { count, since } = of(name, now)
      // Deleted and set again, so that the map's first name is the one that failed longest ago.
      failures.delete(name.toLowerCase())
      failures.set(name.toLowerCase(), { count: count + 1, since })
      if (failures.size > MAX_NAMES) failures.delete(failures.keys().next().value ?? '')
    },
    succeeded: (name) => void failures.delete(name.toLowerCase()),
    inTurn: async (work) => {
      if (running >= MAX_RUNNING) {
        if (waiting.length >= MAX_WAITING) return null
        await new Promise<void>((resolve) => void waiting.push(resolve))
      }
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        waiting.shift()?.()
      }
    },
  }
}
