import type { Logger } from 'pino'
import { raceDeadline } from '@tessera/shared/io'
import { createMemoryStore, type SharedStore } from './shared-store.server.ts'

/** How long a call waits for the shared store: every page of a signed-in visitor calls it. */
const DEADLINE_MS = 250
/** After a failure the shared store is not called for this long. */
const PAUSE_MS = 1_000

interface Parts {
  /** The store that all processes share. */
  readonly shared: SharedStore
  /** This process's own store, the fallback. */
  readonly own: SharedStore
  readonly deadlineMs?: number
  /** Monotonic, in milliseconds. */
  readonly now: () => number
  /** Called once when the shared store stops answering, and again only after it has recovered. */
  readonly onDown: (error: unknown) => void
  readonly onUp: () => void
}

/**
 * A store that never fails: while the shared one is down or slow, each process uses its own. Rate limits and sign-outs then
 * apply per process, and no visitor loses a page or a session. Values that were written meanwhile can still be read afterwards.
 */
export function createFallbackStore({
  shared,
  own,
  deadlineMs = DEADLINE_MS,
  now,
  onDown,
  onUp,
}: Parts): SharedStore {
  let pausedUntil = -Infinity
  let isDown = false

  async function attempt<T>(call: (store: SharedStore) => Promise<T>): Promise<T> {
    if (now() < pausedUntil) return call(own)
    try {
      const answer = await raceDeadline(deadlineMs, call(shared), () => {
        throw new Error(`no answer within ${deadlineMs} ms`)
      })
      if (isDown) onUp()
      isDown = false
      return answer
    } catch (error) {
      pausedUntil = now() + PAUSE_MS
      if (!isDown) onDown(error)
      isDown = true
      return call(own)
    }
  }
  return {
    get: async (key) => (await attempt((store) => store.get(key))) ?? own.get(key),
    set: (key, value, lifetimeMs) => attempt((store) => store.set(key, value, lifetimeMs)),
    claim: (key, value, lifetimeMs) => attempt((store) => store.claim(key, value, lifetimeMs)),
    take: async (key) => (await attempt((store) => store.take(key))) ?? own.take(key),
    count: (key, lifetimeMs) => attempt((store) => store.count(key, lifetimeMs)),
    delete: async (key) => {
      await Promise.all([attempt((store) => store.delete(key)), own.delete(key)])
    },
    close: async () => {
      await Promise.all([shared.close(), own.close()])
    },
  }
}

interface Options {
  /** Address of a store that speaks the Redis protocol, if the site has one. */
  readonly url: string | undefined
  readonly alias: string
  readonly log: Pick<Logger, 'debug' | 'error' | 'info'>
  /** The supervisor's store, if this process has a supervisor. */
  readonly supervised?: SharedStore | undefined
}

/** Longer than for Redis: the supervisor runs on this machine and does little else, so delays are mostly this process's own. */
const SUPERVISOR_MS = 2_000

/**
 * The store that the processes of a site share: over the Redis protocol if there is an address, else in the memory of their
 * supervisor, else in this process's own. Never fails once it is open: this process's memory is the fallback.
 * @throws Error when the address is invalid
 */
export async function openStore({ url, alias, log, supervised }: Options): Promise<SharedStore> {
  const own = createMemoryStore()
  const shared = url ? await openRedisStore(url, alias, log) : supervised
  if (!shared) return own
  return createFallbackStore({
    shared,
    own,
    ...(!url && { deadlineMs: SUPERVISOR_MS }),
    now: () => performance.now(),
    onDown: (error) =>
      log.error({ err: error }, 'the shared store does not answer; this process goes on by itself'),
    onUp: () => log.info('the shared store answers again'),
  })
}

/** Imported only for a site with such a store, since the Redis client is a quarter of all modules of a shell. */
async function openRedisStore(url: string, alias: string, log: Options['log']): Promise<SharedStore> {
  const { createRedisStore } = await import('./redis-store.server.ts')
  return createRedisStore({ url, alias }, (error) => log.debug({ err: error }, 'shared store'))
}
