import type { ServerResponse } from 'node:http'
import * as v from 'valibot'
import { DEFAULT_FORM_RULES, DEFAULT_LIMITS } from '@tessera/shared/config'
import { aFaultServer, until, type Answering, type FaultServer } from '@tessera/shared/testing'
import { freePort } from '../../scripts/testing/ports.ts'
import { describeWith, VARNISH } from '../../scripts/testing/system-programs.ts'
import { ProxyLimitsSchema } from '../features/proxy/upstream.server.ts'
import { aVarnish, VCL, type TestVarnish } from './testing/a-varnish.ts'
import { cachingHeaders } from '../http/caching-headers.ts'

const SHORT_LIVED_MS = 100
const READ_SECONDS = 1
/** Longer than Varnish waits in these tests for what is read. */
const SLOW_MS = 1_500
/** How long a scan of a file may take by default. */
const SCAN_MS = 20_000
const MANY = Array.from({ length: 30 }, (_one, number) => `/page-${number}`)

let varnish: TestVarnish | undefined
let shell: FaultServer | undefined
afterEach(async () => {
  await varnish?.close()
  await shell?.close()
})

/** Varnish in front of a shell that answers in this way, and possibly of another one. */
async function start(answer: Answering, otherPort?: number): Promise<FaultServer> {
  const server = await aFaultServer((request, response, count) =>
    request.url === '/health/ready' ? response.end() : answer(request, response, count),
  )
  const [httpPort, opsPort] = [await freePort(), await freePort()]
  const shellPort = Number(new URL(server.url).port)
  varnish = await aVarnish({
    ...{ shellPort, httpPort, opsPort, shortLived: '^/kept', readSeconds: READ_SECONDS },
    ...(otherPort !== undefined && { otherPort }),
  })
  shell = server
  return server
}

const see = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${varnish?.url}${path}`, init)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() }
}
const statuses = (paths: readonly string[], init: RequestInit) =>
  Promise.all(paths.map(async (path) => (await see(path, init)).status))

const sendPage = (response: ServerResponse, body = 'a page') =>
  response.writeHead(200, cachingHeaders('page', ['test-app'])).end(body)
const refuse = (response: ServerResponse, status: number) =>
  response.writeHead(status, { ...cachingHeaders('failed'), 'retry-after': '17' }).end('busy')

describeWith(VARNISH)('a shell that has ended a moment ago (reference security 3.4)', () => {
  it('does not fail a GET, which goes to another shell; a POST is never sent twice', async () => {
    await start((_request, response) => void sendPage(response), await freePort())
    expect(new Set(await statuses(MANY, { headers: { cookie: 'sid=x' } }))).toEqual(new Set([200]))
    expect(new Set(await statuses(MANY, {}))).toEqual(new Set([200]))
    expect(new Set(await statuses(MANY, { method: 'POST', body: 'a=1' }))).toEqual(new Set([200, 503]))
  })
})

describeWith(VARNISH)('a page that a shell cannot make now (docs/decisions/0035)', () => {
  it.each([429, 500, 503])('is shown from before, for as long as the shell answers %i', async (status) => {
    let isBroken = false
    const { requests } = await start((_request, response) =>
      isBroken ? void refuse(response, status) : void sendPage(response, `before ${status}`),
    )
    await see('/kept')
    isBroken = true
    const seen = performance.now()
    await until(() => performance.now() - seen > 2 * SHORT_LIVED_MS)
    const asked = requests.length
    for (let visit = 0; visit < 5; visit += 1)
      expect(await see('/kept')).toMatchObject({ status: 200, body: `before ${status}` })
    await until(() => requests.length > asked)
    expect(await see('/kept')).toMatchObject({ status: 200, body: `before ${status}` })
  })

  it.each([429, 500, 502, 503, 504])(
    'is answered with %i in the words of the shell, which is asked once more, if nothing is kept',
    async (status) => {
      const { requests } = await start((_request, response) => void refuse(response, status))
      for (let visit = 1; visit <= 2; visit += 1) {
        expect(await see('/never-kept')).toEqual({ status, retryAfter: '17', body: 'busy' })
        expect(requests.filter(({ url }) => url === '/never-kept')).toHaveLength(2 * visit)
      }
    },
  )

  it('is reported as unreachable only where no shell answers', async () => {
    const { requests } = await start((_request, response) => void response.destroy())
    const { status, retryAfter, body } = await see('/never-kept')
    expect([status, retryAfter]).toEqual([503, '5'])
    expect(body).toContain('The site cannot be reached')
    expect(requests.filter(({ url }) => url === '/never-kept')).toHaveLength(2)
  })
})

describe('how long Varnish waits for a shell', () => {
  it('is longer than any deadline of a shell: for what is read, and for a form with a file', () => {
    const [readMs = 0, postMs = 0] = [...VCL.matchAll(/first_byte_timeout = (\d+)s/g)].map(
      ([, seconds]) => Number(seconds) * 1_000,
    )
    const { loadMs, postMs: storeMs } = DEFAULT_FORM_RULES
    const { headersMs } = v.parse(ProxyLimitsSchema, {})
    const { requestDeadlineMs, dataDeadlineMs } = DEFAULT_LIMITS
    expect(readMs).toBeGreaterThan(Math.max(loadMs, headersMs, requestDeadlineMs, dataDeadlineMs))
    expect(postMs).toBeGreaterThan(storeMs + SCAN_MS)
  })

  describeWith(VARNISH)('in front of a slow one', () => {
    it('ends what is read, and what is posted much later', async () => {
      await start((_request, response) => void setTimeout(() => sendPage(response), SLOW_MS))
      const post = see('/slow', { method: 'POST', body: 'a=1' })
      expect((await see('/slow', { headers: { cookie: 'sid=x' } })).status).toBe(503)
      expect((await post).status).toBe(200)
    })
  })
})
