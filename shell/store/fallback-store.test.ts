import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { until } from '@tessera/shared/testing'
import { describeWith, REDIS } from '../../scripts/testing/system-programs.ts'
import { createFallbackStore, openStore } from './fallback-store.server.ts'
import { createRedisStore } from './redis-store.server.ts'
import { createMemoryStore, StoreRefusedError, type SharedStore } from './shared-store.server.ts'
import { aRedis, type TestRedis } from './testing/a-redis.ts'

const STARTING_MS = 180_000
const HOUR_MS = 3_600_000
const PAUSE_MS = 50

let redis: TestRedis
const opened: SharedStore[] = []
const open = <T extends SharedStore>(store: T): T => {
  opened.push(store)
  return store
}

if (REDIS.isThere()) {
  beforeEach(async () => {
    redis = await aRedis()
  }, STARTING_MS)
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()))
    await redis.close()
  })
}

const reads = (store: SharedStore) =>
  until(() =>
    store.get('x').then(
      () => true,
      () => false,
    ),
  )

/** The store of a process of the site, and what is said of it. */
async function aProcess({ url, silentMs }: { readonly url: string; readonly silentMs?: number } = redis) {
  const said: string[] = []
  const shared = createRedisStore({ url, alias: 'site', ...(silentMs && { silentMs }) }, () => undefined)
  await reads(shared)
  const store = createFallbackStore({
    shared,
    own: createMemoryStore(),
    pauseMs: PAUSE_MS,
    now: () => performance.now(),
    onDown: (error) => said.push(error instanceof StoreRefusedError ? 'refuses' : 'does not answer'),
    onUp: () => said.push('works'),
  })
  return { store: open(store), said }
}

/** Starts a process that writes what it says of its store to the given lines. */
async function aLoggedProcess(url: string): Promise<readonly Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
  const store = open(await openStore({ url, alias: 'site', log }))
  await store.get('x')
  return lines
}

const describeRedis = describeWith(REDIS)

describeRedis('a shared store that refuses to write (reference security X42)', () => {
  const faults = [
    {
      what: 'full',
      begin: () => redis.command('CONFIG', 'SET', 'maxmemory', '1'),
      end: () => redis.command('CONFIG', 'SET', 'maxmemory', '0'),
    },
    {
      what: 'a read-only copy of another one',
      begin: () => redis.command('REPLICAOF', '127.0.0.1', '1'),
      end: () => redis.command('REPLICAOF', 'NO', 'ONE'),
    },
  ]

  it.each(faults)('since it is $what is read on, and that is said once', async ({ begin, end }) => {
    const { store, said } = await aProcess()
    await store.set('before', '1', HOUR_MS)
    await store.claim('used link', '1', HOUR_MS)
    await begin()
    for (let round = 0; round < 5; round += 1) {
      expect(await store.get('before')).toBe('1')
      expect(await store.claim('used link', '2', HOUR_MS)).toBe(false)
      expect((await store.count('tries', HOUR_MS)).count).toBe(round + 1)
      await pause(PAUSE_MS)
    }
    await store.set('meanwhile', '2', HOUR_MS)
    expect(await store.get('meanwhile')).toBe('2')
    expect(said).toEqual(['refuses'])
    await end()
    await until(() => said.length > 1)
    expect(said).toEqual(['refuses', 'works'])
  })

  it.each(faults)(
    'since it is $what has afterwards what was set and claimed meanwhile, the latest of it, for as long as it lives',
    async ({ begin, end }) => {
      const [one, other] = await Promise.all([aProcess(), aProcess()])
      await one.store.set('revoked', 'before', HOUR_MS)
      await begin()
      await one.store.set('revoked', 'first', HOUR_MS)
      await one.store.set('revoked', 'latest', HOUR_MS)
      await one.store.set('short', '1', 1)
      expect(await one.store.claim('link', 'used', HOUR_MS)).toBe(true)
      expect(await other.store.get('revoked')).toBe('before')
      await end()
      await until(() => one.said.includes('works'))
      expect(await other.store.get('revoked')).toBe('latest')
      expect(await other.store.get('short')).toBeNull()
      expect(await other.store.claim('link', 'again', HOUR_MS)).toBe(false)
      await other.store.set('revoked', 'newer', HOUR_MS)
      expect(await one.store.get('revoked')).toBe('newer')
      expect(Number((await redis.command('PTTL', 'tessera:site:revoked')).slice(1))).toBeLessThanOrEqual(
        HOUR_MS,
      )
    },
  )
})

describeRedis('a shared store that hangs (reference security X42)', () => {
  it('has afterwards what was set meanwhile, although nothing calls it any more', async () => {
    const [one, other] = await Promise.all([aProcess(), aProcess()])
    redis.pause()
    await one.store.get('x') // what is sent to a server that hangs is done when it goes on
    await one.store.set('revoked', '1', HOUR_MS)
    await one.store.set('deleted again', '1', HOUR_MS)
    await one.store.delete('deleted again')
    redis.resume()
    await until(() => one.said.length > 1)
    expect(await other.store.get('revoked')).toBe('1')
    expect(await other.store.get('deleted again')).toBeNull()
    expect(one.said).toEqual(['does not answer', 'works'])
  })

  it('is closed all the same, in less time than a process has to end', async () => {
    const store = createRedisStore({ url: redis.url, alias: 'site' }, () => undefined)
    await reads(store)
    redis.pause()
    const left = store.get('left').catch((error: unknown) => error)
    const began = performance.now()
    await store.close()
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(await left).toBeInstanceOf(Error)
  })

  it('is asked by the supervisor alone: its processes ask the supervisor', async () => {
    const supervised = createMemoryStore()
    const log = pino({ enabled: false })
    const store = open(await openStore({ url: redis.url, alias: 'site', log, supervised }))
    await store.set('revoked', '1', HOUR_MS)
    expect(await supervised.get('revoked')).toBe('1')
    expect(await redis.command('EXISTS', 'tessera:site:revoked')).toBe(':0')
  })
})

describeRedis('a connection to the shared store that is dead without being closed', () => {
  /** A network between the shell and the store, whose connections can stop to pass anything on. */
  async function aNetwork() {
    const passed: Socket[] = []
    const server = createServer((socket) => {
      const onwards = connect(Number(new URL(redis.url).port), '127.0.0.1')
      socket.pipe(onwards).pipe(socket)
      for (const end of [socket, onwards]) passed.push(end.on('error', () => undefined))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
      connections: () => passed.length / 2,
      stopPassing: () => passed.forEach((socket) => socket.unpipe().on('data', () => undefined)),
      async close() {
        await Promise.all(opened.splice(0).map((store) => store.close()))
        passed.forEach((socket) => socket.destroy())
        server.close()
      },
    }
  }
  const SILENT_MS = 900

  it('is replaced, and one that is only not used is kept', async () => {
    const network = await aNetwork()
    try {
      const { store, said } = await aProcess({ url: network.url, silentMs: SILENT_MS })
      await store.set('before', '1', HOUR_MS)
      await pause(2 * SILENT_MS)
      expect(network.connections()).toBe(1)
      expect(await store.get('before')).toBe('1')
      expect(said).toEqual([])
      network.stopPassing()
      await store.set('revoked', '1', HOUR_MS)
      await until(() => said.length > 1)
      expect(said).toEqual(['does not answer', 'works'])
      expect(await redis.command('EXISTS', 'tessera:site:revoked')).toBe(':1')
    } finally {
      await network.close()
    }
  })
})

describeRedis('the log', () => {
  const reasons = (lines: readonly Record<string, unknown>[]) =>
    lines.flatMap(({ reason }) => (typeof reason === 'string' ? [reason] : []))

  it('says once why there is no connection: nobody listens', async () => {
    const lines = await aLoggedProcess('redis://127.0.0.1:1')
    await until(() => reasons(lines).length > 0)
    await pause(500)
    expect(reasons(lines)).toEqual(['ECONNREFUSED connect ECONNREFUSED 127.0.0.1:1'])
  })

  it('says once why there is no connection: the password is wrong', async () => {
    await redis.command('CONFIG', 'SET', 'requirepass', 'right')
    const lines = await aLoggedProcess(redis.url.replace('//', '//:wrong@'))
    await until(() => reasons(lines).length > 0)
    await pause(500)
    expect(reasons(lines)).toEqual([expect.stringContaining('WRONGPASS')])
  })

  it('has no password, although a server repeats what it does not understand', async () => {
    const repeating = createServer((socket) => {
      socket.on('data', (sent) => socket.write(`-ERR ${sent.toString('utf8').split('\r\n').join(' ')}\r\n`))
      socket.on('error', () => undefined)
    })
    repeating.listen(0, '127.0.0.1')
    await once(repeating, 'listening')
    const { port } = repeating.address() as AddressInfo
    try {
      const lines = await aLoggedProcess(`redis://some-body:wr%20ong@127.0.0.1:${port}`)
      await until(() => reasons(lines).length > 0)
      expect(reasons(lines)[0]).toContain('AUTH')
      expect(JSON.stringify(lines)).not.toMatch(/wr.{1,3}ong|some-body/)
    } finally {
      await Promise.all(opened.splice(0).map((store) => store.close()))
      repeating.close()
    }
  })

  it('says that the store refuses calls, and why', async () => {
    const { url } = redis
    const lines: Record<string, unknown>[] = []
    const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) })
    const store = open(await openStore({ url, alias: 'site', log }))
    await until(async () => {
      await store.set('x', '1', HOUR_MS)
      return (await redis.command('EXISTS', 'tessera:site:x')) === ':1'
    })
    await redis.command('CONFIG', 'SET', 'maxmemory', '1')
    await store.set('y', '1', HOUR_MS)
    expect(lines.at(-1)).toMatchObject({
      msg: 'the shared store refuses calls; this process goes on by itself',
      err: { message: expect.stringContaining('OOM') },
    })
  })
})
