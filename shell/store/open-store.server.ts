import type { Logger } from 'pino'
import { createSteadyStore } from './fallback-store.server.ts'
import { createRedisStore } from './redis-store.server.ts'
import { createMemoryStore, type SharedStore } from './shared-store.server.ts'

interface Wishes {
  /** Address of a store that speaks the Redis protocol, if the site has one. */
  readonly url: string | undefined
  readonly alias: string
  readonly log: Pick<Logger, 'debug' | 'error' | 'info'>
  /** The store of the supervisor, where this process has one. */
  readonly supervised?: SharedStore | undefined
}

/** The supervisor is on this machine and does little else: what takes long is mostly this process itself. */
const SUPERVISOR_MS = 2_000

/**
 * The store that the processes of a site share: over the Redis protocol where there is an address, else in the memory of their
 * supervisor, else in this process's own. Never fails: this process's memory stands in.
 */
export function openStore({ url, alias, log, supervised }: Wishes): SharedStore {
  const own = createMemoryStore()
  const shared = url
    ? createRedisStore({ url, alias }, (error) => log.debug({ err: error }, 'shared store'))
    : supervised
  if (!shared) return own
  return createSteadyStore({
    shared,
    own,
    ...(!url && { deadlineMs: SUPERVISOR_MS }),
    now: () => performance.now(),
    onDown: (error) =>
      log.error({ err: error }, 'the shared store does not answer; this process goes on by itself'),
    onUp: () => log.info('the shared store answers again'),
  })
}
