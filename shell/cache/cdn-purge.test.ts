import { jest } from '@jest/globals'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '@tessera/shared/testing'
import { createCdnPurge, type CdnPurge } from './cdn-purge.server.ts'

let cdn: CdnPurge
afterEach(() => cdn.close())

describe('caches in front (reference security 4.3)', () => {
  it('get the keys in a PURGEKEYS request', async () => {
    const calls: string[] = []
    // A plain TCP server: Node's HTTP server does not know this method.
    const server = createServer((socket) => {
      socket.on('data', (bytes) => {
        calls.push(bytes.toString())
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    cdn = createCdnPurge({ urls: [url], siteKey: 'site-app', onFailure: () => undefined })
    cdn.purge(['e1', 'ct_news'])
    await until(() => calls.length === 1)
    server.close()
    expect(calls[0]).toMatch(/^PURGEKEYS \/ HTTP\/1\.1\r\nx-keys: e1 ct_news\r\n/)
  })

  it('get many keys in several calls, one after the other', async () => {
    const calls: number[] = []
    cdn = createCdnPurge({
      urls: ['http://edge.example'],
      siteKey: 'site-app',
      send: async (_url, keys) => void calls.push(keys.length),
      onFailure: () => undefined,
    })
    cdn.purge(Array.from({ length: 450 }, (_, i) => `e${i}`))
    await until(() => calls.length === 3)
    expect(calls).toEqual([200, 200, 50])
  })

  it('get long keys in calls that are no longer than a cache takes', async () => {
    const calls: string[] = []
    cdn = createCdnPurge({
      urls: ['http://edge.example'],
      siteKey: 'site-app',
      send: async (_url, keys) => void calls.push(keys.join(' ')),
      onFailure: () => undefined,
    })
    const keys = Array.from({ length: 100 }, (_, i) => String(i).padStart(200, 'e'))
    cdn.purge(keys)
    await until(() => calls.join(' ') === keys.join(' '))
    expect(calls).toHaveLength(3)
    for (const call of calls) expect(call.length).toBeLessThanOrEqual(7_000)
  })

  it('get a key that is longer than that by itself, and then the others', async () => {
    const calls: (readonly string[])[] = []
    cdn = createCdnPurge({
      urls: ['http://edge.example'],
      siteKey: 'site-app',
      send: async (_url, keys) => void calls.push(keys),
      onFailure: () => undefined,
    })
    const long = 'e'.repeat(7_001)
    cdn.purge([long, 'e1'])
    await until(() => calls.length === 2)
    expect(calls).toEqual([[long], ['e1']])
  })

  it('are sent again what they did not accept, and one that is unreachable does not delay others', async () => {
    const taken: string[][] = []
    const failures: string[] = []
    cdn = createCdnPurge({
      urls: ['http://well.example', 'http://away.example'],
      siteKey: 'site-app',
      send: async (url, keys) => {
        if (url.includes('away') && failures.length < 1) throw new Error('away')
        taken.push([url, ...keys])
      },
      onFailure: (url) => failures.push(url),
    })
    cdn.purge(['e1'])
    await until(() => taken.length === 2)
    expect(taken).toEqual([
      ['http://well.example', 'e1'],
      ['http://away.example', 'e1'],
    ])
    expect(failures).toEqual(['http://away.example'])
  })

  it('are not held up by one that neither takes nor refuses a purge', async () => {
    const taken: string[] = []
    const silent = Promise.withResolvers<undefined>()
    cdn = createCdnPurge({
      urls: ['http://silent.example', 'http://well.example'],
      siteKey: 'site-app',
      send: (url) => (url.includes('silent') ? silent.promise : Promise.resolve(void taken.push(url))),
      onFailure: () => undefined,
    })
    cdn.purge(['e1'])
    await until(() => taken.length === 1)
    expect(taken).toEqual(['http://well.example'])
    silent.resolve(undefined)
  })

  it('are told when the process ends what they have not accepted, and what they are being told is waited for', async () => {
    const taken: string[] = []
    const failures: string[] = []
    let isAway = true
    cdn = createCdnPurge({
      urls: ['http://back.example', 'http://away.example', 'http://slow.example'],
      siteKey: 'site-app',
      async send(url, keys) {
        if (url.includes('slow')) await wait(keys.includes('e1') ? 50 : 0)
        else if (isAway || url.includes('away')) throw new Error('away')
        taken.push(`${url} ${keys.join(' ')}`)
      },
      onFailure: (url) => failures.push(url),
    })
    cdn.purge(['e1'])
    await until(() => failures.length === 2)
    isAway = false
    cdn.purge(['e2'])
    await cdn.close()
    expect(taken.toSorted()).toEqual([
      'http://back.example e1 e2',
      'http://slow.example e1',
      'http://slow.example e2',
    ])
    expect(failures).toEqual(['http://back.example', 'http://away.example', 'http://away.example'])
  })

  it('are reported when the process ends before they have answered, and only those', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] })
    try {
      const silent = Promise.withResolvers<undefined>()
      const failures: string[] = []
      cdn = createCdnPurge({
        urls: ['http://silent.example', 'http://well.example'],
        siteKey: 'site-app',
        send: (url) => (url.includes('silent') ? silent.promise : Promise.resolve()),
        onFailure: (url, error) => failures.push(`${url} ${String(error)}`),
      })
      cdn.purge(['e1'])
      const closed = cdn.close()
      await jest.advanceTimersByTimeAsync(4_000)
      jest.useRealTimers()
      await closed
      expect(failures).toEqual([
        'http://silent.example Error: This process ended before the cache had accepted every purge',
      ])
      silent.resolve(undefined)
    } finally {
      jest.useRealTimers()
    }
  })

  it('that were away for too long forget everything of the site', async () => {
    const taken: (readonly string[])[] = []
    let isAway = true
    cdn = createCdnPurge({
      urls: ['http://away.example'],
      siteKey: 'site-app',
      send: async (_url, keys) => {
        if (isAway) throw new Error('away')
        taken.push(keys)
      },
      onFailure: () => undefined,
    })
    for (let i = 0; i < 60; i += 1) cdn.purge(Array.from({ length: 100 }, (_, n) => `e${i}-${n}`))
    isAway = false
    await until(() => taken.length > 0)
    expect(taken.flat()).toContain('site-app')
    expect(taken.flat().length).toBeLessThan(2_000)
  })
})
