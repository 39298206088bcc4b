import { createClient, ErrorReply } from '@redis/client'
import { raceDeadline } from '@tessera/shared/io'
import { StoreRefusedError, type SharedStore } from './shared-store.server.ts'

/** Keys of different sites and of other programs stay apart. */
const PREFIX = 'tessera:'
const CONNECT_MS = 1_000
/** How long closing waits for answers to earlier calls. */
const CLOSE_MS = 500
/** A connection on which nothing is sent or received for so long is given up: a server may vanish without closing it. */
const SILENT_MS = 6_000
/** Pauses between attempts to reconnect. */
const [RECONNECT_MS, MAX_RECONNECT_MS] = [50, 2_000]

/**
 * A store that speaks the Redis protocol, for several shell processes. It connects and reconnects by itself; without a
 * connection every call rejects at once, and with a StoreRefusedError when the server answers with an error. `onError` is called for
 * every failure of the connection.
 */
export function createRedisStore(
  {
    url,
    alias,
    silentMs = SILENT_MS,
  }: { readonly url: string; readonly alias: string; readonly silentMs?: number },
  onError: (error: unknown) => void,
): SharedStore {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: silentMs / 3, // keeps a connection that is not used
    socket: {
      connectTimeout: CONNECT_MS,
      socketTimeout: silentMs,
      reconnectStrategy: (tries) => Math.min(RECONNECT_MS * 2 ** Math.min(tries, 10), MAX_RECONNECT_MS),
    },
  })
  // A server that refuses the PING of a connection that is up has answered.
  client.on('error', (error: unknown) => {
    if (!(client.isReady && error instanceof ErrorReply)) onError(error)
  })
  // The client keeps trying to connect; every failure is passed to `onError`.
  client.connect().catch(onError)
  const own = (key: string) => `${PREFIX}${alias}:${key}`
  return {
    get: (key) => answered(client.get(own(key))),
    async set(key, value, lifetimeMs) {
      await answered(client.set(own(key), value, { expiration: { type: 'PX', value: whole(lifetimeMs) } }))
    },
    async claim(key, value, lifetimeMs) {
      const options = { expiration: { type: 'PX', value: whole(lifetimeMs) }, condition: 'NX' } as const
      return (await answered(client.set(own(key), value, options))) === 'OK'
    },
    take: (key) => answered(client.getDel(own(key))),
    async count(key, lifetimeMs) {
      // One transaction, so that no counter can exist without an expiry time.
      const counted = client
        .multi()
        .set(own(key), '0', { expiration: { type: 'PX', value: whole(lifetimeMs) }, condition: 'NX' })
        .incr(own(key))
        .pTTL(own(key))
        .exec()
      const [, count, remainingMs] = await answered(counted)
      return { count: Number(count), remainingMs: Number(remainingMs) }
    },
    async delete(key) {
      await answered(client.del(own(key)))
    },
    async close() {
      // A server that hangs answers nothing, and the client's own `close` would wait for it. Answers come in the order of calls.
      if (client.isReady) await raceDeadline(CLOSE_MS, client.ping(), () => undefined).catch(() => undefined)
      client.destroy()
    },
  }
}

/** The answer of the server, or an error that says that it has refused. */
async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof ErrorReply ? new StoreRefusedError(error.message, { cause: error }) : error
  }
}

/** The protocol takes whole milliseconds, at least one. */
const whole = (ms: number): number => Math.max(1, Math.ceil(ms))
