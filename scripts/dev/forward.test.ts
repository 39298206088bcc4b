import http, { type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { forwardTo } from './forward.ts'

const open: http.Server[] = []
afterEach(() => open.splice(0).forEach((server) => server.close()))

async function serve(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener)
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

/** Fetch through a forwarding server, with the host name that a browser would send. */
async function through(
  address: () => Promise<string>,
  init: { method?: string; path?: string; body?: string } = {},
) {
  const forward = forwardTo(address)
  const { port } = new URL(await serve((request, response) => void forward(request, response)))
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        path: init.path ?? '/',
        method: init.method ?? 'GET',
        headers: { host: 'localhost:3000' },
      },
      resolve,
    )
    request.once('error', reject)
    request.end(init.body)
  })
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

describe('handing requests on to the shell', () => {
  it('hands on method, address, host name and body, and gives the answer back as it is', async () => {
    const shell = await serve((request, response) => {
      response.writeHead(418, { 'x-seen': `${request.method} ${request.url} ${request.headers.host}` })
      request.pipe(response)
    })
    const init = { method: 'POST', path: '//a?b=%20c', body: 'hello' }
    await expect(through(async () => shell, init)).resolves.toMatchObject({
      status: 418,
      headers: { 'x-seen': 'POST //a?b=%20c localhost:3000' },
      body: 'hello',
    })
  })

  it('lets a request wait until the shell is back', async () => {
    const shell = await serve((_request, response) => response.end('back'))
    const { promise: back, resolve: come } = Promise.withResolvers<string>()
    const waiting = () => {
      setImmediate(come, shell)
      return back
    }
    await expect(through(waiting)).resolves.toMatchObject({ status: 200, body: 'back' })
  })

  it('says why there is no answer, and has the page look again', async () => {
    const answer = await through(() => Promise.reject(new Error('The shell ended before it was ready.')))
    expect(answer).toMatchObject({ status: 503, headers: { refresh: '1', 'cache-control': 'no-store' } })
    expect(answer.body).toContain('The shell ended before it was ready.')
  })

  it('breaks off where the shell breaks off', async () => {
    const shell = await serve((request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half', () => request.socket.destroy())
    })
    await expect(through(async () => shell)).rejects.toThrow(/aborted/)
  })
})
