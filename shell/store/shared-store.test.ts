import { jest } from '@jest/globals'
import { until } from '@tessera/shared/testing'
import { describeWith, REDIS } from '../../scripts/testing/system-programs.ts'
import { createMemoryStore, type SharedStore } from './shared-store.server.ts'
import {
  createIpcCalls,
  ProcessGoneError,
  type IpcCalls,
  answerFromStore,
  createIpcStore,
} from './ipc-store.server.ts'
import { createRedisStore } from './redis-store.server.ts'
import { createFallbackStore } from './fallback-store.server.ts'
import { aRedis, type TestRedis } from './testing/a-redis.ts'

const STARTING_MS = 180_000
const HOUR_MS = 3_600_000
const SHORT_MS = 250

let redis: TestRedis
const opened: SharedStore[] = []
const open = (store: SharedStore) => {
  opened.push(store)
  return store
}
const connected = async (alias: string): Promise<SharedStore> => {
  const store = open(createRedisStore({ url: redis.url, alias }, () => undefined))
  await until(() =>
    store.get('x').then(
      () => true,
      () => false,
    ),
  )
  return store
}

if (REDIS.isThere()) {
  beforeAll(async () => {
    redis = await aRedis()
  }, STARTING_MS)
  afterAll(() => redis.close())
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
})

/** The behaviour that all stores share, for one process or for several. */
function contract(make: () => Promise<SharedStore>) {
  it('gives what was set, and nothing after its life or its removal', async () => {
    const store = await make()
    expect(await store.get('a')).toBeNull()
    await store.set('a', 'with spaces, ü and "quotes"', HOUR_MS)
    await store.set('b', 'short', SHORT_MS)
    expect(await store.get('a')).toBe('with spaces, ü and "quotes"')
    expect(await store.get('b')).toBe('short')
    await until(async () => (await store.get('b')) === null)
    await store.delete('a')
    expect(await store.get('a')).toBeNull()
  })

  it('lets one of many claim a key, and another when the claim is over', async () => {
    const store = await make()
    const claims = await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.claim('c', String(n), SHORT_MS)),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
    await until(() => store.claim('c', 'later', HOUR_MS))
    expect(await store.get('c')).toBe('later')
  })

  it('gives a token to one of many who take it', async () => {
    const store = await make()
    await store.set('t', 'once', HOUR_MS)
    const taken = await Promise.all(Array.from({ length: 20 }, () => store.take('t')))
    expect(taken.filter((value) => value === 'once')).toHaveLength(1)
    expect(taken.filter((value) => value === null)).toHaveLength(19)
  })

  it('counts everybody, within a life that begins with the first count', async () => {
    const store = await make()
    const first = await store.count('n', 400)
    expect(first.count).toBe(1)
    const counts = await Promise.all(Array.from({ length: 50 }, () => store.count('n', HOUR_MS)))
    expect(Math.max(...counts.map(({ count }) => count))).toBe(51)
    for (const { remainingMs } of counts) {
      expect(remainingMs).toBeGreaterThan(0)
      expect(remainingMs).toBeLessThanOrEqual(400)
    }
    await until(async () => (await store.count('n', HOUR_MS)).count === 1)
  })
}

describe('the shared store in memory (reference security 4.4)', () => {
  contract(async () => open(createMemoryStore()))

  it('is bounded: the least recently used key goes first', async () => {
    const store = open(createMemoryStore({ maxKeys: 3 }))
    for (const key of ['a', 'b', 'c']) await store.set(key, key, HOUR_MS)
    await store.get('a')
    await store.set('d', 'd', HOUR_MS)
    expect(await store.get('b')).toBeNull()
    expect(await store.get('a')).toBe('a')
  })
})

describe('the shared store of a supervisor, over IPC (docs/decisions/0031)', () => {
  const pair = (): { readonly worker: IpcCalls; readonly store: SharedStore } => {
    const kept = open(createMemoryStore())
    const wire = (to: () => IpcCalls) => (message: object) =>
      void to().receive(JSON.parse(JSON.stringify(message)))
    const supervisor: IpcCalls = createIpcCalls({
      send: wire(() => worker),
      answer: (name, args) => answerFromStore(kept, name, args),
    })
    const worker = createIpcCalls({ send: wire(() => supervisor), answer: async () => undefined })
    return { worker, store: open(createIpcStore(worker.ask)) }
  }
  contract(async () => pair().store)

  it('says what failed at the other end, and rejects at once when that is gone', async () => {
    const { worker, store } = pair()
    await expect(worker.ask('nothing')).rejects.toThrow('a store has no nothing')
    const asked = store.get('a')
    worker.close()
    await expect(asked).rejects.toThrow(ProcessGoneError)
    await expect(store.get('a')).rejects.toThrow(ProcessGoneError)
  })
})

const describeRedis = describeWith(REDIS)

describeRedis('the shared store over the Redis protocol, on a real server (reference security 4.4)', () => {
  let number = 0
  contract(() => connected(`suite-${number++}`))

  it('is shared by processes of one site and by no other', async () => {
    const [one, other, stranger] = await Promise.all([connected('a'), connected('a'), connected('b')])
    await one?.set('k', 'value', HOUR_MS)
    expect(await other?.get('k')).toBe('value')
    expect(await stranger?.get('k')).toBeNull()
  })

  it('has no lost connection where a server allows no PING, but one where it refuses the password', async () => {
    await redis.command('ACL', 'SETUSER', 'silent', 'on', '>secret', '~*', '&*', '+@all', '-ping')
    const errors: unknown[] = []
    const openAs = (user: string) => {
      const url = redis.url.replace('//', `//${user}@`)
      return open(createRedisStore({ url, alias: 'x', silentMs: 150 }, (error) => errors.push(error)))
    }
    const store = openAs('silent:secret')
    await until(() =>
      store
        .get('x')
        .then(() => true)
        .catch(() => false),
    )
    await new Promise((resolve) => setTimeout(resolve, 400))
    await store.set('x', '1', HOUR_MS)
    expect(errors).toEqual([])
    openAs('silent:wrong')
    await until(() => errors.length > 0)
    expect(String(errors[0])).toContain('WRONGPASS')
  })

  it('rejects at once when nothing listens, and is closed all the same', async () => {
    let told: (error: unknown) => void = () => undefined
    const trouble = new Promise((resolve) => (told = resolve))
    const store = createRedisStore({ url: 'redis://127.0.0.1:1', alias: 'x' }, (error) => told(error))
    await expect(store.get('a')).rejects.toThrow()
    expect(await trouble).toHaveProperty('message')
    await store.close()
  })
})

describeRedis('a shared store that never fails (reference security X42: Redis down)', () => {
  const fallback = async () => {
    const told: string[] = []
    const store = open(
      createFallbackStore({
        shared: await connected(`fallback-${Math.random()}`),
        own: createMemoryStore(),
        pauseMs: 50,
        now: () => performance.now(),
        onDown: () => told.push('down'),
        onUp: () => told.push('up'),
      }),
    )
    return { store, told }
  }

  contract(async () => (await fallback()).store)

  it('goes on by itself while the server hangs, says so once, and comes back', async () => {
    const { store, told } = await fallback()
    await store.set('before', '1', HOUR_MS)
    redis.pause()
    try {
      await store.set('meanwhile', '2', HOUR_MS)
      expect(await store.get('meanwhile')).toBe('2')
      expect((await store.count('n', HOUR_MS)).count).toBe(1)
      expect(await store.claim('c', 'x', HOUR_MS)).toBe(true)
      expect(told).toEqual(['down'])
    } finally {
      redis.resume()
    }
    await until(() => told.length > 1)
    expect(await store.get('before')).toBe('1')
    expect(await store.get('meanwhile')).toBe('2')
    expect(told).toEqual(['down', 'up'])
  })
})

describe('a counter in memory', () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it('expires although it is counted at the very moment at which it expires', async () => {
    // To lru-cache a lifetime that begins at 0 has no end.
    await jest.advanceTimersByTimeAsync(1)
    const store = open(createMemoryStore())
    await store.count('attempts', SHORT_MS)
    await jest.advanceTimersByTimeAsync(SHORT_MS)
    expect(await store.count('attempts', SHORT_MS)).toMatchObject({ count: 2, remainingMs: 1 })
    await jest.advanceTimersByTimeAsync(HOUR_MS)
    expect(await store.count('attempts', SHORT_MS)).toEqual({ count: 1, remainingMs: SHORT_MS })
  })
})
