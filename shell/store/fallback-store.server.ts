import type { Logger } from 'pino'
import { raceDeadline } from '@tessera/shared/io'
import { createMemoryStore, StoreRefusedError, type SharedStore } from './shared-store.server.ts'

/** How long a call waits for the shared store: every page of a signed-in visitor calls it. */
const DEADLINE_MS = 250
/** Pause between two tests whether a shared store that has failed works again. */
const PAUSE_MS = 1_000
/** How long a test without an answer delays the next one: longer than a client needs to give up a connection. */
const TEST_MS = 10_000
/** A key that is read and written to test that. */
const PROBE_KEY = 'probe'
/** Most values that wait to be written to the shared store: as many as a store in memory keeps. */
const MAX_PENDING = 100_000

interface Parts {
  /** The store that all processes share. */
  readonly shared: SharedStore
  /** This process's own store, the fallback. */
  readonly own: SharedStore
  readonly deadlineMs?: number
  readonly pauseMs?: number
  /** Monotonic, in milliseconds. */
  readonly now: () => number
  /** Called when the shared store begins to fail, and when it begins to fail in another way. */
  readonly onDown: (error: unknown) => void
  /** Called when it can be read and written again, and has what was to be written meanwhile. */
  readonly onUp: () => void
}

/**
 * A store that never fails: what the shared one does not do in time, each process does by itself. Rate limits then apply per process,
 * and no visitor loses a page or a session. A shared store that only refuses to write is still read. What was set or claimed
 * meanwhile, sign-outs above all, is written to it as soon as it can be written again.
 */
export function createFallbackStore({ own, now, ...parts }: Parts): SharedStore {
  const pending = createPending(own, now)
  const shared = createAttempts(parts, pending.writeTo)

  // The own store has only what the shared one could not take: its values are the newer ones.
  const get = async (key: string): Promise<string | null> => {
    const unwritten = () => own.get(key)
    return (await unwritten()) ?? shared.read((store) => store.get(key), unwritten)
  }
  const setOwn = (key: string, value: string, lifetimeMs: number): Promise<void> => {
    pending.add(key, lifetimeMs)
    return own.set(key, value, lifetimeMs)
  }
  const claimOwn = async (key: string, value: string, lifetimeMs: number): Promise<boolean> => {
    if ((await get(key)) !== null || !(await own.claim(key, value, lifetimeMs))) return false
    pending.add(key, lifetimeMs)
    return true
  }
  return {
    get,
    set: (...set) =>
      shared.write(
        (store) => store.set(...set),
        () => setOwn(...set),
      ),
    claim: (...claim) =>
      shared.write(
        (store) => store.claim(...claim),
        () => claimOwn(...claim),
      ),
    take: async (key) => {
      const unwritten = () => own.take(key)
      return (await unwritten()) ?? shared.write((store) => store.take(key), unwritten)
    },
    count: (...count) =>
      shared.write(
        (store) => store.count(...count),
        () => own.count(...count),
      ),
    async delete(key) {
      await own.delete(key)
      await shared.write(
        (store) => store.delete(key),
        () => own.delete(key),
      )
    },
    async close() {
      await Promise.all([shared.close(), own.close()])
    },
  }
}

interface Attempts {
  readonly read: Attempt
  readonly write: Attempt
  readonly close: () => Promise<void>
}
type Attempt = <T>(call: (store: SharedStore) => Promise<T>, instead: () => Promise<T>) => Promise<T>

/** Calls of the shared store, or of what takes its place while it fails; it then is tested until it works. */
function createAttempts(
  { shared, deadlineMs = DEADLINE_MS, pauseMs = PAUSE_MS, onDown, onUp }: Omit<Parts, 'own' | 'now'>,
  writePending: (set: SharedStore['set']) => Promise<void>,
): Attempts {
  let fails: 'nothing' | 'writes' | 'everything' = 'nothing'
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const inTime = <T>(answer: Promise<T>): Promise<T> =>
    raceDeadline(deadlineMs, answer, () => {
      throw new Error(`no answer within ${deadlineMs} ms`)
    })
  const fail = (kind: 'read' | 'write', error: unknown): void => {
    const found = kind === 'write' && error instanceof StoreRefusedError ? 'writes' : 'everything'
    if (found !== fails) onDown(error)
    fails = found
    if (!isClosed) timer ??= setTimeout(() => void probe(), pauseMs).unref()
  }
  async function probe(): Promise<void> {
    let kind: 'read' | 'write' = 'read'
    const read = shared.get(PROBE_KEY)
    try {
      await inTime(read)
      kind = 'write'
      await inTime(shared.set(PROBE_KEY, '1', pauseMs))
      await writePending((...set) => inTime(shared.set(...set)))
      timer = undefined
      fails = 'nothing'
      onUp()
    } catch (error) {
      // The client gives up a dead connection only if nothing more is written to it.
      await raceDeadline(TEST_MS, read, () => null).catch(() => null)
      timer = undefined
      fail(kind, error)
    }
  }
  const attempt =
    (kind: 'read' | 'write'): Attempt =>
    async (call, instead) => {
      if (fails === 'everything' || (fails === 'writes' && kind === 'write')) return instead()
      try {
        return await inTime(call(shared))
      } catch (error) {
        fail(kind, error)
        return instead()
      }
    }
  return {
    read: attempt('read'),
    write: attempt('write'),
    close() {
      isClosed = true
      clearTimeout(timer)
      return shared.close()
    },
  }
}

/** The keys whose values only the own store has, and until when: those that are still to be written to the shared one. */
function createPending(own: SharedStore, now: () => number) {
  const pending = new Map<string, { readonly until: number }>()

  const writeAll = async (set: SharedStore['set']): Promise<void> => {
    for (const [key, added] of pending) {
      const value = await own.get(key)
      const lifetimeMs = added.until - now()
      if (value !== null && lifetimeMs > 0) await set(key, value, lifetimeMs)
      if (pending.get(key) !== added) continue // set again meanwhile
      pending.delete(key)
      await own.delete(key)
    }
  }
  return {
    add(key: string, lifetimeMs: number): void {
      pending.delete(key)
      pending.set(key, { until: now() + lifetimeMs })
      const [oldest] = pending.keys()
      if (pending.size > MAX_PENDING && oldest !== undefined) pending.delete(oldest)
    },
    async writeTo(set: SharedStore['set']): Promise<void> {
      while (pending.size > 0) await writeAll(set)
    },
  }
}

interface Options {
  /** Address of a store that speaks the Redis protocol, if the site has one. */
  readonly url: string | undefined
  readonly alias: string
  readonly log: Pick<Logger, 'error' | 'info' | 'warn'>
  /** The supervisor's store, if this process has a supervisor. */
  readonly supervised?: SharedStore | undefined
}

/** Longer than for Redis: the supervisor runs on this machine and does little else, so delays are mostly this process's own. */
const SUPERVISOR_MS = 2_000

/**
 * The store that the processes of a site share: that of their supervisor, if there is one; else over the Redis protocol if there is an
 * address, as the supervisor's is; else in this process's own memory. Never fails once it is open: memory is the fallback.
 * @throws Error when the address is invalid
 */
export async function openStore({ url, alias, log, supervised }: Options): Promise<SharedStore> {
  const own = createMemoryStore()
  const connection = createConnectionLog(url, log)
  const shared = supervised ?? (url ? await openRedisStore(url, alias, connection.onError) : undefined)
  if (!shared) return own
  return createFallbackStore({
    shared,
    own,
    ...(supervised && { deadlineMs: SUPERVISOR_MS }),
    now: () => performance.now(),
    onDown: (error) => {
      const what = error instanceof StoreRefusedError ? 'refuses calls' : 'does not answer'
      log.error({ err: error }, `the shared store ${what}; this process goes on by itself`)
    },
    onUp: () => {
      connection.onUp()
      log.info('the shared store works again')
    },
  })
}

/** Imported only for a site with such a store, since the Redis client is a quarter of all modules of a shell. */
async function openRedisStore(
  url: string,
  alias: string,
  onError: (error: unknown) => void,
): Promise<SharedStore> {
  const { createRedisStore } = await import('./redis-store.server.ts')
  return createRedisStore({ url, alias }, onError)
}

/** Logs why there is no connection, once for each reason: the client reports the same one with each try. */
function createConnectionLog(url: string | undefined, log: Options['log']) {
  const secrets = url ? secretsOf(url) : []
  let last: string | null = null
  return {
    onError(error: unknown): void {
      const { code, message } = error as NodeJS.ErrnoException
      // A server may repeat a command that it does not know, and the first one has the password.
      const reason = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), [code, message].join(' '))
      if (reason === last) return
      last = reason
      log.warn({ reason }, 'there is no connection to the shared store')
    },
    onUp: () => void (last = null),
  }
}

/** User and password of an address, as they are written there and as they are sent. */
function secretsOf(url: string): readonly string[] {
  const { username, password } = new URL(url)
  return [username, password].flatMap((part) => [part, decodeURIComponent(part)]).filter(Boolean)
}
