import { jest } from '@jest/globals'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { callAccount } from './call-account.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

let server: Server | null = null
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function aServer(answer: Answer): Promise<string> {
  const own = createServer(answer)
  server = own
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(own.address() as AddressInfo).port}/account/login`
}

const bodyOf = async (request: IncomingMessage): Promise<string> =>
  Buffer.concat(await request.toArray()).toString()

describe('asking an account endpoint (specification 7: Account and security calls)', () => {
  it('posts JSON and hands back status, body and how long to wait', async () => {
    const seen: unknown[] = []
    const url = await aServer((request, response) => {
      void bodyOf(request).then((body) => {
        seen.push(request.method, request.headers['content-type'], request.headers.accept, JSON.parse(body))
        response.writeHead(429, 'Slow down', { 'retry-after': '30' }).end('{"error":{"message":"later"}}')
      })
    })
    expect(await callAccount({ url, fields: { username: 'a', redirect_uri: undefined } })).toEqual({
      status: 429,
      statusText: 'Slow down',
      body: { error: { message: 'later' } },
      retryAfter: '30',
    })
    expect(seen).toEqual(['POST', 'application/json', 'application/json', { username: 'a' }])
  })

  it('asks without fields by GET', async () => {
    const url = await aServer((request, response) => response.end(JSON.stringify(request.method)))
    expect((await callAccount({ url })).body).toBe('GET')
  })

  it.each(['', '<!doctype html>', '{"user":'])(
    'has no body where the answer is not JSON: %j',
    async (text) => {
      const url = await aServer((_request, response) => response.end(text))
      expect(await callAccount({ url, fields: {} })).toMatchObject({ status: 200, body: undefined })
    },
  )

  it('gives "No response from server" when there is no answer', async () => {
    const url = await aServer((request) => request.socket.destroy())
    await expect(callAccount({ url, fields: {} })).rejects.toMatchObject({
      code: 'account/no-answer',
      message: 'No response from server',
    })
  })

  it('gives the same when the answer is incomplete', async () => {
    const url = await aServer((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"user"')
      setImmediate(() => request.socket.destroy())
    })
    await expect(callAccount({ url, fields: {} })).rejects.toMatchObject({ code: 'account/no-answer' })
  })

  it('gives up after its deadline', async () => {
    const url = await aServer(() => undefined)
    const clock = jest
      .spyOn(AbortSignal, 'timeout')
      .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
    await expect(callAccount({ url, fields: {} })).rejects.toMatchObject({
      code: 'account/timed-out',
      message: 'No response from server',
    })
    expect(clock).toHaveBeenCalledWith(15_000)
    clock.mockRestore()
  })

  it('follows no redirect: a page is no answer', async () => {
    const url = await aServer((request, response) =>
      request.url === '/page' ? response.end('{}') : response.writeHead(302, { location: '/page' }).end(),
    )
    await expect(callAccount({ url, fields: {} })).rejects.toMatchObject({ code: 'account/no-answer' })
  })
})
