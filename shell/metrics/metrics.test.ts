import { once } from 'node:events'
import { request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorsOf } from '@tessera/shared/contract'
import { CONTENT_ERRORS, type Transport, type WireAnswer } from '@tessera/shared/io'
import { createMetrics, metricsText, type Metrics } from './metrics.server.ts'
import { answerMetrics, bindMetrics } from './serve-metrics.server.ts'

const textOf = async (...all: readonly Metrics[]) =>
  metricsText(await Promise.all(all.map(({ read }) => read())))
const linesOf = async (name: string, ...all: readonly Metrics[]) =>
  (await textOf(...all)).split('\n').filter((line) => line.startsWith(`${name}{`))

describe('metrics of a process', () => {
  const answers: Record<string, () => WireAnswer> = {}
  const transport: Transport = {
    send: async ({ url }) => answers[url]!(),
    close: async () => undefined,
  }
  const answer = (status: number) => () => ({ status, body: Buffer.from(''), keys: [], retryAfter: null })

  it.each([
    ['/api/delivery/projects/website/nodes/root?language=en-GB', answer(200), 'nodes', 'ok'],
    ['/api/delivery/projects/website/entries/search?zenql=nodes', answer(404), 'search', 'http_4xx'],
    ['/api/delivery/projects/website/entries/1f0c', answer(500), 'entries', 'http_5xx'],
    ['/api/delivery/projects/website/taxonomy/nodes/0', answer(200), 'taxonomy', 'ok'],
    ['/api/delivery/projects/nodes/contentTypes/news/entries?pageSize=1', answer(200), 'entries', 'ok'],
    ['/api/delivery/projects/forms/contentTypes/news', answer(200), 'contenttypes', 'ok'],
    ['/somewhere', answer(200), 'other', 'ok'],
    [
      '/api/delivery/projects/website/nodes/x',
      () => {
        throw errorsOf(CONTENT_ERRORS)('content/timeout')
      },
      'nodes',
      'timeout',
    ],
    [
      '/api/delivery/projects/website/nodes/y',
      () => {
        throw new TypeError('unknown')
      },
      'nodes',
      'failed',
    ],
  ] as const)(
    'a call to %s is counted and timed by its kind and outcome',
    async (url, made, api, outcome) => {
      answers[url] = made
      const metrics = createMetrics()
      const signal = new AbortController().signal
      const request = { method: 'GET', url, headers: {}, signal, maxBodyBytes: 1 } as const
      const [direct, timed] = await Promise.allSettled([
        transport.send(request),
        metrics.ofTransport(transport).send(request),
      ])
      expect(timed).toEqual(direct)
      expect(await linesOf('platform_requests_total', metrics)).toEqual([
        `platform_requests_total{api="${api}",outcome="${outcome}",worker="1"} 1`,
      ])
      expect(await linesOf('platform_request_seconds_count', metrics)).toEqual([
        `platform_request_seconds_count{api="${api}",worker="1"} 1`,
      ])
    },
  )

  const aRequest = (url: string) =>
    ({
      method: 'GET',
      routeOptions: { url },
      server: { server: { listening: true } },
    }) as unknown as FastifyRequest
  const aReply = (cacheStatus?: string) =>
    ({ statusCode: 200, elapsedTime: 1, getHeader: () => cacheStatus }) as unknown as FastifyReply

  it.each([
    ['shell; hit', 'hit'],
    ['shell; hit; detail=stale', 'stale'],
    ['shell; fwd=miss', 'miss'],
    [undefined, 'none'],
  ])('an answer with the cache status %s counts as %s', async (status, cache) => {
    const metrics = createMetrics()
    metrics.answered(aRequest('*'), aReply(status))
    expect(await linesOf('shell_http_requests_total', metrics)).toEqual([
      `shell_http_requests_total{route="*",method="GET",status="200",cache="${cache}",worker="1"} 1`,
    ])
  })

  it('an answer of the fast path counts as a hit', async () => {
    const metrics = createMetrics()
    const request = aRequest('*')
    expect(metrics.ofFastPath(() => false)(aRequest('*'), aReply())).toBe(false)
    expect(metrics.ofFastPath(() => true)(request, aReply())).toBe(true)
    metrics.answered(request, aReply())
    expect(await linesOf('shell_http_requests_total', metrics)).toEqual([
      'shell_http_requests_total{route="*",method="GET",status="200",cache="hit",worker="1"} 1',
    ])
  })

  it('say which calls to the platform are paused, what is live, and whether the release store is read', async () => {
    const metrics = createMetrics()
    const closed = { primary: 'closed', optional: 'closed', tree: 'closed', form: 'probing' } as const
    const stats = { breaker: 'closed', active: 2, waiting: 1, cached: 0 } as const
    metrics.measure({
      releases: {
        snapshot: () =>
          ({
            shell: { release: { app: 'shell', version: '1' } },
            remotes: new Map([['mfe-search', { release: { app: 'mfe-search', version: '2' } }]]),
          }) as never,
        storeFailure: () => ({}),
      },
      platformClient: { stats: () => ({ ...stats, breakers: { ...closed, search: 'open' } }) },
      caches: { store: { size: 3, bytes: 4 } },
    })
    const all = await textOf(metrics)
    const lines = all.split('\n').filter((line) => /^(platform|page|release|mfe)_/.test(line))
    expect(lines).toEqual([
      'platform_breaker_open{need="primary",worker="1"} 0',
      'platform_breaker_open{need="optional",worker="1"} 0',
      'platform_breaker_open{need="tree",worker="1"} 0',
      'platform_breaker_open{need="form",worker="1"} 1',
      'platform_breaker_open{need="search",worker="1"} 1',
      'platform_calls_active{worker="1"} 2',
      'platform_calls_waiting{worker="1"} 1',
      'page_cache_pages{worker="1"} 3',
      'page_cache_bytes{worker="1"} 4',
      'release_store_unreadable{worker="1"} 1',
      'mfe_release_live{remote="shell",version="1",worker="1"} 1',
      'mfe_release_live{remote="mfe-search",version="2",worker="1"} 1',
    ])
  })

  it('of several processes stay apart by the number of each, and failed slots name their remote', async () => {
    const [first, second] = [createMetrics(1), createMetrics(2)]
    first.slotFailed('mfe-search')
    second.slotFailed('mfe-search')
    second.slotFailed(undefined)
    expect(await linesOf('mfe_slot_failures_total', first, second)).toEqual([
      'mfe_slot_failures_total{remote="mfe-search",worker="1"} 1',
      'mfe_slot_failures_total{remote="mfe-search",worker="2"} 1',
      'mfe_slot_failures_total{remote="none",worker="2"} 1',
    ])
  })
})

/** The status of an answer to exactly this target, whatever it says. */
async function statusOf(url: string, target: string): Promise<number | undefined> {
  const sent = request(url, { path: target, agent: false }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('the server of metrics', () => {
  let server: Server
  const logged: unknown[] = []
  const log = { info: () => undefined, error: (facts: unknown) => void logged.push(facts) }
  const serve = async (read: () => Promise<string>) => {
    server = await bindMetrics({ host: '127.0.0.1', port: 0 })
    answerMetrics(server, read, log)
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  afterEach(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })

  it('answers nothing but GET /metrics', async () => {
    const url = await serve(async () => 'up 1\n')
    expect(await (await fetch(`${url}/metrics?x=1`)).text()).toBe('up 1\n')
    for (const path of ['/', '//', '///metrics', '/metrics/', '*', 'http://[/metrics'])
      expect(await statusOf(url, path)).toBe(404)
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  })

  it('says so where they cannot be read', async () => {
    const error = new Error('no answer')
    const url = await serve(async () => Promise.reject(error))
    expect((await fetch(`${url}/metrics`)).status).toBe(500)
    expect(logged).toEqual([{ err: error }])
  })
})
