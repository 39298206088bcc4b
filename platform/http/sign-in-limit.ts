/** Keeps passwords from being guessed, and password checks from taking all processors. Source: security 1.16. */
export type SignInLimit = {
  /** Whether a name may try now. */
  readonly allows: (name: string, now: number) => boolean
  readonly failed: (name: string, now: number) => void
  readonly succeeded: (name: string) => void
  /** Check a password when there is room; null when too many are being checked already. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T | null>
}

const [MAX_FAILURES, WINDOW_MS] = [10, 15 * 60_000]
const [MAX_RUNNING, MAX_WAITING] = [2, 8]
const MAX_NAMES = 10_000

/** Make the limit of one platform. Names are counted, not addresses: all visitors of a site come from its server. */
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
      // Inserted anew: the first name of the map is the one that failed longest ago.
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
