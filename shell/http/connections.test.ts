import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { until } from '@tessera/shared/testing'
import { watchConnections, type Connections } from './connections.server.ts'

let server: Server
let connections: Connections
let answer: () => void
let responses: ServerResponse[]
let asked: number
let clients: Socket[]

beforeEach(async () => {
  asked = 0
  clients = []
  responses = []
  server = createServer((_request, response) => {
    asked = responses.push(response)
    answer = () => void response.end('done')
  })
  connections = watchConnections(server, 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const client of clients) client.destroy()
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
})

async function open(text = ''): Promise<Socket & { readonly ended: Promise<unknown> }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  clients.push(socket)
  const ended = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.resume().write(text)
  return Object.assign(socket, { ended })
}

describe('connections without a complete request (reference security 3.4)', () => {
  it.each([
    ['that says nothing', ''],
    ['whose head is not complete', 'GET / HTTP/1.1\r\nhost: '],
    [
      'whose next head is not complete',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\nxGET / HTTP/1.1\r\nhost: ',
    ],
    [
      'whose request has been answered',
      'POST /answered HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf',
    ],
  ])('one %s is cut at the end, and nothing waits for it', async (_which, text) => {
    const socket = await open(text)
    await until(
      async () => (await new Promise((resolve) => server.getConnections((_e, n) => resolve(n)))) === 1,
    )
    if (text.startsWith('POST')) {
      await until(() => asked === 1)
      responses[0]?.end()
      await until(() => responses[0]?.writableFinished === true)
    }
    const closed = once(server, 'close')
    server.close()
    connections.endIdle()
    await Promise.all([socket.ended, closed])
  })

  it.each([
    ['that waits for its answer', 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n', ''],
    [
      'whose body is arriving',
      'POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 8\r\n\r\nhalf',
      'half',
    ],
  ])('one %s still gets its answer at the end', async (_which, first, rest) => {
    const socket = await open(first)
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await until(() => asked === 1)
    connections.endIdle()
    socket.write(rest)
    await until(() => responses[0]?.req.complete === true)
    answer()
    await socket.ended
    expect(text).toContain('done')
  })

  it('one that is new at the end still gets an answer to its first request', async () => {
    const connected = once(server, 'connection')
    const socket = await open()
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await connected
    server.close()
    connections.endIdle()
    socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    await Promise.race([until(() => asked === 1), socket.ended])
    expect(asked).toBe(1)
    answer()
    await socket.ended
    expect(text).toContain('done')
  })

  it('no more of them come from one address than are allowed; those that have spoken do not count', async () => {
    const silent = await Promise.all([open(), open(), open()])
    const late = await open()
    await late.ended
    silent[0].write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    await until(() => asked === 1)
    const next = await open('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    await until(() => asked === 2)
    expect(next.destroyed).toBe(false)
  })
})

describe('bodies and answers that do not move (reference security 3.2)', () => {
  const HALF = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf'

  it('a connection whose body is not complete counts as one that has not spoken, on whichever request', async () => {
    const whole = await open('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\nx')
    await until(() => asked === 1)
    responses[0]?.end()
    await Promise.all([open(HALF), open(HALF), open(HALF)])
    await until(() => asked === 4)
    responses[1]?.end()
    await (
      await open()
    ).ended
    whole.write(HALF)
    await whole.ended
  })

  it.each([
    ['its time', () => undefined],
    ['its answer', () => void responses[0]?.end()],
  ])('a body that has more time than others has it until %s', async (which, end) => {
    const connected = once(server, 'connection') as Promise<[Socket]>
    await open(HALF)
    const [socket] = await connected
    await until(() => asked === 1)
    const late = new Error('late')
    expect(connections.hasMoreTime(late, socket)).toBe(false)
    connections.giveMoreTime(socket, which === 'its time' ? 200 : 60_000)
    const began = Date.now()
    expect(connections.hasMoreTime(late, socket)).toBe(true)
    const over = once(server, 'clientError')
    end()
    expect(await over).toEqual([late, socket])
    expect(Date.now() - began).toBeGreaterThanOrEqual(which === 'its time' ? 190 : 0)
    expect(connections.hasMoreTime(late, socket)).toBe(false)
  })

  it('a client that reads nothing is cut off, one that reads slowly or waits is not', async () => {
    server.setTimeout(3_000)
    const [idle, slow] = await Promise.all(
      ['/idle', '/slow', '/waiting'].map((path) => open(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`)),
    )
    await until(() => asked === 3)
    const of = (path: string) => responses.find(({ req }) => req.url === path)
    const closed = once(of('/idle') as ServerResponse, 'close')
    idle?.pause()
    slow?.pause()
    of('/idle')?.end(Buffer.alloc(30_000_000))
    of('/slow')?.end(Buffer.alloc(30_000_000))
    // 200 KB each time: all of it takes longer than twice the time for which a client may read nothing.
    const reads = setInterval(() => slow?.read(200_000), 50)
    slow?.once('close', () => clearInterval(reads))
    await Promise.all([closed, once(of('/slow') as ServerResponse, 'finish')])
    of('/waiting')?.end('at last')
    await until(() => of('/waiting')?.writableFinished === true)
  })
})

describe('a connection that is taken from its request', () => {
  const HALF = 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf'
  const WHOLE = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  /** The server's end of a new connection, once it has received so many requests. */
  async function received(text: string, requests: number): Promise<Socket> {
    const connected = once(server, 'connection') as Promise<[Socket]>
    await open(text)
    await until(() => asked === requests)
    return (await connected)[0]
  }

  it.each([
    ['has no end', HALF],
    ['is complete', WHOLE],
  ])('closes the response to a request that %s when it is closed itself', async (_which, text) => {
    const socket = await received(text, 1)
    const [response] = responses
    expect(connections.takeFromRequest(socket)).toBe(true)
    const closed = once(response as ServerResponse, 'close')
    socket.destroy()
    await closed
    expect(response?.destroyed).toBe(true)
  })

  it('is not taken from a response that has begun, or that waits for an earlier one', async () => {
    const begun = await received(HALF, 1)
    responses[0]?.writeHead(200).flushHeaders()
    expect(connections.takeFromRequest(begun)).toBe(false)
    const pipelined = await received(`${WHOLE}${HALF}`, 3)
    expect(connections.takeFromRequest(pipelined)).toBe(false)
  })

  it('is free once the response to a complete request is sent', async () => {
    const socket = await received(WHOLE, 1)
    answer()
    await until(() => responses[0]?.writableFinished === true)
    expect(connections.takeFromRequest(socket)).toBe(true)
  })
})
