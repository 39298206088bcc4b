import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { until } from '@tessera/shared/testing'
import { watchConnections, type Connections } from './connections.server.ts'

let server: Server
let connections: Connections
let answer: () => void
let asked: number

beforeEach(async () => {
  asked = 0
  server = createServer((_request, response) => {
    asked += 1
    answer = () => void response.end('done')
  })
  connections = watchConnections(server, 3)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  if (!server.listening) return
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  await closed
})

async function open(text = ''): Promise<Socket & { readonly ended: Promise<unknown> }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
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
    ['whose body is not complete', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf'],
  ])('one %s is cut at the end, and nothing waits for it', async (_which, text) => {
    const socket = await open(text)
    await until(
      async () => (await new Promise((resolve) => server.getConnections((_e, n) => resolve(n)))) === 1,
    )
    if (text.startsWith('POST')) await until(() => asked === 1)
    const closed = once(server, 'close')
    server.close()
    connections.endIncomplete()
    await Promise.all([socket.ended, closed])
  })

  it('one that waits for its answer still gets it', async () => {
    const socket = await open('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    await until(() => asked === 1)
    connections.endIncomplete()
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
