import { createClient } from '@redis/client'
import type { SharedStore } from './shared-store.server.ts'

/** Keys of different sites and of other programs stay apart. */
const PREFIX = 'tessera:'
const CONNECT_MS = 1_000
/** Pauses between attempts to reconnect. */
const [RECONNECT_MS, MAX_RECONNECT_MS] = [50, 2_000]

/**
 * A store that speaks the Redis protocol, for several shell processes. It connects and reconnects by itself; without a
 * connection every call rejects at once. `onError` is called for every failure of the connection.
 */
export function createRedisStore(
  { url, alias }: { readonly url: string; readonly alias: string },
  onError: (error: unknown) => void,
): SharedStore {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: (tries) => Math.min(RECONNECT_MS * 2 ** Math.min(tries, 10), MAX_RECONNECT_MS),
    },
  })
  client.on('error', onError)
  // The client keeps trying to connect; every failure is passed to `onError`.
  client.connect().catch(onError)
  const own = (key: string) => `${PREFIX}${alias}:${key}`
  return {
    get: (key) => client.get(own(key)),
    async set(key, value, lifetimeMs) {
      await client.set(own(key), value, { expiration: { type: 'PX', value: whole(lifetimeMs) } })
    },
    async claim(key, value, lifetimeMs) {
      const options = { expiration: { type: 'PX', value: whole(lifetimeMs) }, condition: 'NX' } as const
      return (await client.set(own(key), value, options)) === 'OK'
    },
    take: (key) => client.getDel(own(key)),
    async count(key, lifetimeMs) {
      // One transaction, so that no counter can exist without an expiry time.
      const [, count, remainingMs] = await client
        .multi()
        .set(own(key), '0', { expiration: { type: 'PX', value: whole(lifetimeMs) }, condition: 'NX' })
        .incr(own(key))
        .pTTL(own(key))
        .exec()
      return { count: Number(count), remainingMs: Number(remainingMs) }
    },
    async delete(key) {
      await client.del(own(key))
    },
    async close() {
      if (client.isReady) await client.close()
      else client.destroy()
    },
  }
}

/** The protocol takes whole milliseconds, at least one. */
const whole = (ms: number): number => Math.max(1, Math.ceil(ms))
