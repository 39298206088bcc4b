import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { until } from '@tessera/shared/testing'
import type { CustomApiCall } from '../domain/custom-api.ts'
import { createFetchCustomApi } from './fetch-custom-api.server.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let handler: Handler
const seen: IncomingMessage[] = []
const server = createServer((request, response) => {
  seen.push(request)
  handler(request, response)
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => void seen.splice(0))
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const json =
  (value: unknown): Handler =>
  (_, response) =>
    response.end(JSON.stringify(value))
const ask = createFetchCustomApi({ timeoutMs: 300, bytes: 1_000 })
const asked = (
  answer: Handler,
  params: CustomApiCall['params'] = {},
  signal = new AbortController().signal,
): Promise<unknown> => {
  handler = answer
  return ask({ kind: 'customApi', uri: `${origin}/find?key=1`, params }, signal)
}
const FAILED = { code: 'search/custom-api-failed' }

describe('custom API called by the server (specification 5 and 7)', () => {
  test('gets the parameters in addition to those of its uri, and no data of the visitor', async () => {
    expect(await asked(json({ items: [], totalCount: 0 }), { term: 'a&b=c#d', topic: 'x,y' })).toEqual({
      items: [],
      totalCount: 0,
    })
    const { url = '', method, headers } = seen[0]!
    expect([method, Object.fromEntries(new URL(url, origin).searchParams)]).toEqual([
      'GET',
      { key: '1', term: 'a&b=c#d', topic: 'x,y' },
    ])
    expect(headers).toMatchObject({ accept: 'application/json' })
    for (const name of ['cookie', 'authorization', 'referer', 'origin'])
      expect(headers).not.toHaveProperty(name)
  })

  test('is called on the configured host, whatever the parameters', async () => {
    await asked(json([]), { uri: 'http://169.254.169.254/', term: '//evil.example/@', '../..': 'x' })
    expect([seen[0]?.headers.host, new URL(seen[0]?.url ?? '', origin).pathname]).toEqual([
      new URL(origin).host,
      '/find',
    ])
  })

  test.each<readonly [string, Handler]>([
    ['that fails', (_, response) => response.writeHead(500).end('{}')],
    ['that has nothing', (_, response) => response.writeHead(204).end()],
    ['that is no JSON', (_, response) => response.end('<html>')],
    ['that breaks off', (_, response) => void (response.write('[1,'), response.destroy())],
    ['that is too long', (_, response) => void response.end(JSON.stringify('x'.repeat(2_000)))],
    ['that never ends', (_, response) => void response.write('[')],
    ['that never begins', () => undefined],
    ['that leads elsewhere', (_, response) => response.writeHead(302, { location: `${origin}/other` }).end()],
  ])('an answer %s is none', async (_, answer) => {
    const before = performance.now()
    await expect(asked(answer)).rejects.toMatchObject(FAILED)
    expect(performance.now() - before).toBeLessThan(2_000)
    expect(seen).toHaveLength(1)
  })

  test('answers that are refused leave no connections open', async () => {
    const connections = promisify(server.getConnections.bind(server))
    const patient = createFetchCustomApi({ timeoutMs: 60_000, bytes: 1_000 })
    handler = (_, response) => response.writeHead(503).end('x'.repeat(100_000))
    const call = { kind: 'customApi', uri: `${origin}/find`, params: {} } as const
    const before = await connections()
    for (let count = 0; count < 20; count += 1)
      await expect(patient(call, new AbortController().signal)).rejects.toMatchObject(FAILED)
    await until(async () => (await connections()) <= before + 2, 2_000)
  })

  test('an unreachable host is a failure too', async () => {
    const call = { kind: 'customApi', uri: 'http://127.0.0.1:1/find', params: {} } as const
    await expect(ask(call, new AbortController().signal)).rejects.toMatchObject(FAILED)
  })

  test('is aborted when the visitor has left', async () => {
    const gone = new AbortController()
    const answer = asked(() => gone.abort(new Error('gone')), {}, gone.signal)
    await expect(answer).rejects.toThrow('gone')
  })
})
